import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { archiveProduct } from './archive-product.ts'
import { namesAt } from './fixtures.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await fixtures.anAdmin(shop)
  await fixtures.aProduct(shop, { name: 'Simple Shelf', sku: 'PL-DM-900', barcode: '4006381333931' })
  await setVariants('Many Shelves', [
    { sku: 'qx/77.b', barcode: '036000291452' },
    { sku: 'QX/78.B', barcode: null },
  ])
})

/** Adds a product with a variant for each of these codes. */
async function setVariants(name: string, codes: { sku: string | null; barcode: string | null }[]) {
  const colors = codes.map((_, place) => `Color ${place}`)
  const { id, options } = await fixtures.aProductInColors(
    shop,
    Object.fromEntries(colors.map((color) => [color, 1])),
    { name },
  )
  const variants = codes.map((code, place) => ({ ...code, optionValues: [colors[place] ?? ''] }))
  return admin.call('PUT /api/admin/products/:id/variants', { id, options, variants })
}

const found = (search: string) => namesAt(shop, `search=${encodeURIComponent(search)}`)
const suggested = async (q: string) => {
  const { products, didYouMean } = await shop.visitor().call('GET /api/search/suggestions', { q })
  return { names: products.map(({ name }) => name), didYouMean }
}
const foundByAdmin = async (search: string) =>
  (await admin.call('GET /api/admin/products', { search })).map(({ name }) => name)

describe('a search for a SKU', () => {
  test.each(['PL-DM-900', 'pl-dm-900', 'pldm900', 'PL DM 900', 'PLDM-900', 'pl.dm/900', ' pl-dm '])(
    'finds a product without options by %s, in the shop, in suggestions, and in the admin',
    async (text) => {
      expect(await found(text)).toEqual(['Simple Shelf'])
      expect(await suggested(text)).toEqual({ names: ['Simple Shelf'], didYouMean: null })
      expect(await foundByAdmin(text)).toEqual(['Simple Shelf'])
    },
  )

  test.each(['QX/77.B', 'qx77b', 'QX 78 B', 'qx-78'])('finds a product by %s of a variant', async (text) => {
    expect(await found(text)).toEqual(['Many Shelves'])
    expect(await suggested(text)).toEqual({ names: ['Many Shelves'], didYouMean: null })
    expect(await foundByAdmin(text)).toEqual(['Many Shelves'])
  })

  test('can be combined with words', async () => {
    for (const text of ['shelf PL-DM-900', 'pldm900 simple shelf', 'qx77b shelves'])
      expect(await found(text)).toHaveLength(1)
    expect(await found('lamp pldm900')).toEqual([])
  })

  test('finds each of 2,000 variants', async () => {
    const id = await fixtures.aProductInManyVariants(shop, { name: 'Manifold' })
    for (const place of [0, 999, 1999]) expect(await found(`many${id}-${place}`)).toEqual(['Manifold'])
  })

  test('finds only products that have it now', async () => {
    const { id } = await fixtures.aProduct(shop, { name: 'Renamed', sku: 'OLD-4711' })
    await admin.call('PATCH /api/admin/products/:id', { id, sku: 'NEW-4711' })
    expect(await found('old4711')).toEqual([])
    expect(await found('new4711')).toEqual(['Renamed'])
    await setVariants('Replaced', [{ sku: 'GONE-1', barcode: null }])
    const [replaced] = await admin.call('GET /api/admin/products', { search: 'Replaced' })
    const [variant] = replaced?.variants ?? []
    await admin.call('PUT /api/admin/products/:id/variants', {
      id: replaced?.id ?? 0,
      options: [{ name: 'Color', values: ['Other'] }],
      variants: [{ optionValues: ['Other'] }],
    })
    expect(variant?.sku).toBe('GONE-1')
    expect(await found('gone1')).toEqual([])
    expect(await foundByAdmin('gone1')).toEqual([])
    await admin.call('DELETE /api/admin/products/:id', { id })
    expect(await found('new4711')).toEqual([])
  })

  test('finds the beginning of a SKU next to those of many archived products', async () => {
    for (let place = 10; place < 31; place++) {
      const { id } = await fixtures.aProduct(shop, { sku: `SEASON-${place}` })
      await archiveProduct(shop.shop.db, null, id)
    }
    await fixtures.aProduct(shop, { name: 'Current', sku: 'SEASON-40' })
    expect(await found('season')).toEqual(['Current'])
  })

  test('shows the product with exactly this SKU first, then products with longer ones', async () => {
    await fixtures.aProduct(shop, { name: 'Zither Holder' })
    await fixtures.aProduct(shop, { name: 'Exactly', sku: 'Zither' })
    await fixtures.aProduct(shop, { name: 'Longer', sku: 'ZITHER-2' })
    const [first, ...others] = await found('zither')
    expect(first).toBe('Exactly')
    expect(others.sort()).toEqual(['Longer', 'Zither Holder'])
  })

  test('isn’t corrected to a similar word, and similar words aren’t corrected to it', async () => {
    await fixtures.aProduct(shop, { name: 'Misspelled', sku: 'LAPM' })
    expect(await found('lapm')).toEqual(['Misspelled'])
    expect(await found('lammp')).not.toContain('Misspelled')
    expect((await suggested('pldn900')).didYouMean).toBeNull()
  })

  test('is kept when the category is renamed', async () => {
    const category = await admin.call('GET /api/admin/categories/:id', { id: 1 })
    await admin.call('PATCH /api/admin/categories/:id', { id: 1, name: `${category.name} and more` })
    expect(await found('pldm900')).toEqual(['Simple Shelf'])
  })
})

describe('a search for a barcode', () => {
  test.each([
    ['4006381333931', 'Simple Shelf', 'as stored'],
    ['4 006381 333931', 'Simple Shelf', 'with spaces'],
    ['04006381333931', 'Simple Shelf', 'with the leading zero of 14 digits'],
    ['036000291452', 'Many Shelves', 'of a variant'],
    ['0036000291452', 'Many Shelves', 'with 13 instead of 12 digits'],
  ])('finds %s of %s %s', async (text, name) => {
    expect(await found(text)).toEqual([name])
    expect((await suggested(text)).names).toEqual([name])
    expect(await foundByAdmin(text)).toEqual([name])
  })

  test('doesn’t find the beginning of one, because shorter numbers mean sizes', async () => {
    expect(await found('40063')).toEqual([])
    expect(await found('shelf 40')).toEqual([])
  })
})
