import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await fixtures.anAdmin(shop)
})

const options = [{ name: 'Color', values: ['Gray', 'Blue'] }]
const IMAGE = 'https://pictures.example/tray.jpg'
const NEW = {
  name: 'Two Trays',
  description: '<p>Soft.</p>',
  price: '10',
  categoryId: 1,
  image: IMAGE,
}
const read = (id: number) => admin.call('GET /api/admin/products/:id', { id })

describe('a product that is saved with its options and variants', () => {
  test('is created with them', async () => {
    const variants = [
      { optionValues: ['Gray'], price: '10', stockQuantity: 3, sku: 'TT-G' },
      { optionValues: ['Blue'], price: '12', stockQuantity: 4, image: IMAGE },
    ]
    const created = await admin.call('POST /api/admin/products', {
      ...NEW,
      variantSet: { options, variants },
    })
    expect(created).toMatchObject({
      name: 'Two Trays',
      options,
      colors: ['gray', 'blue'],
      variants: [
        { id: created.id, price: '10.00', stockQuantity: 3, sku: 'TT-G' },
        { price: '12.00', stockQuantity: 4 },
      ],
    })
  })

  test('is not created if a variant is rejected, which the error names', async () => {
    const count = async () => (await admin.call('GET /api/admin/counts')).products
    const before = await count()
    const variants = [{ optionValues: ['Gray'] }, { optionValues: ['Blue'], sku: 'tt-g' }]
    await expect(
      admin.call('POST /api/admin/products', {
        ...NEW,
        name: 'Third Tray',
        variantSet: { options, variants },
      }),
    ).rejects.toMatchObject({
      status: 409,
      errors: [{ path: 'variants.1.sku', message: 'The product “Two Trays” already has this SKU.' }],
    })
    expect(await count()).toBe(before)
  })

  test('changes as a whole or not at all, and its variants may have images that are added with them', async () => {
    const product = await fixtures.aProductInColors(shop, { Gray: 3, Blue: 2 })
    const { version } = await read(product.id)
    const added = 'https://pictures.example/new.jpg'
    const set = (sku: string) => ({
      options,
      variants: product.variants.map(({ id, optionValues }) => ({
        id,
        optionValues,
        image: added,
        sku: `${sku}${id}`,
      })),
    })
    const input = { id: product.id, version, name: 'Renamed', images: [{ url: IMAGE }, { url: added }] }
    const wrong = { ...set('A'), variants: [{ optionValues: ['Red'] }] }
    await expect(
      admin.call('PATCH /api/admin/products/:id', { ...input, variantSet: wrong }),
    ).rejects.toMatchObject({ status: 400 })
    expect(await read(product.id)).toMatchObject({ name: product.name, version })
    const saved = await admin.call('PATCH /api/admin/products/:id', { ...input, variantSet: set('B') })
    expect(saved).toMatchObject({
      name: 'Renamed',
      variants: product.variants.map(({ id }) => ({ id, image: added, sku: `B${id}` })),
    })
    // A form that was opened before this save would overwrite it.
    await expect(
      admin.call('PATCH /api/admin/products/:id', { id: product.id, version, variantSet: set('C') }),
    ).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' })
    const entries = await admin.call('GET /api/admin/audit', {
      kind: 'product',
      subjectId: String(product.id),
    })
    expect(entries.slice(0, 2).map(({ action }) => action)).toEqual([
      'product.variants-changed',
      'product.changed',
    ])
  })
})
