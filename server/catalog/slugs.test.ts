import { beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { archiveProduct } from './archive-product.ts'
import { aProduct, namesAt } from './fixtures.ts'
import { changeProduct } from './products.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

/** Returns the name of the product with this slug or ID, or the status of the error. */
async function at(slugOrId: string | number): Promise<string | number> {
  const response = await shop.visitor().send({ url: `/api/products/${slugOrId}` })
  return response.status === 200 ? (response.json() as { name: string }).name : response.status
}

describe('GET /api/products/{slugOrId}', () => {
  test('finds a product by its slug and by its ID', async () => {
    const visitor = shop.visitor()
    const bySlug = await visitor.call('GET /api/products/:slugOrId', { slugOrId: 'halo-desk-lamp' })
    const byId = await visitor.call('GET /api/products/:slugOrId', { slugOrId: String(bySlug.id) })
    expect(bySlug.name).toBe('Halo LED Desk Lamp')
    expect(byId).toEqual(bySlug)
  })

  test('finds a product without a slug by its ID', async () => {
    expect(await at(await aProduct(shop, { name: 'Nameless', slug: null }))).toBe('Nameless')
  })

  test.each(['unknown', '0', '-1', '1.0', '999999', '99999999999999999999', '%F0%9F%92%A1'])(
    'returns 404 for %s',
    async (nothing) => {
      const response = await shop.visitor().send({ url: `/api/products/${nothing}` })
      expect(response.status).toBe(404)
      expect(response.json()).toMatchObject({ message: 'Product not found', code: 'not_found' })
    },
  )

  test('returns 400 for an invalid slug', async () => {
    expect(await at('%00')).toBe(400)
    expect(await at('x'.repeat(201))).toBe(400)
  })

  test('prefers a slug that consists of digits to the ID with the same digits', async () => {
    const lamp = await aProduct(shop, { name: 'Lamp', slug: 'lamp' })
    const clock = await aProduct(shop, { name: 'Clock', slug: String(lamp) })
    expect([await at(lamp), await at(clock), await at('lamp')]).toEqual(['Clock', 'Clock', 'Lamp'])
  })

  test('prefers an earlier slug that consists of digits to the ID with the same digits', async () => {
    const shelf = await aProduct(shop, { name: 'Shelf', slug: 'shelf' })
    const clip = await aProduct(shop, { name: 'Clip', slug: String(shelf) })
    await changeProduct(shop.shop.db, null, clip, { name: 'Clip', slug: null })
    expect(await at(shelf)).toBe('Clip')
  })
})

describe('a renamed product', () => {
  test('is found at its new slug, at each earlier slug, and at its ID', async () => {
    const id = await aProduct(shop, { name: 'Tray', slug: 'tray' })
    await changeProduct(shop.shop.db, null, id, { name: 'Oak Tray', slug: 'oak-tray' })
    await changeProduct(shop.shop.db, null, id, { name: 'Big Oak Tray', slug: 'big-oak-tray' })
    for (const address of ['tray', 'oak-tray', 'big-oak-tray', id])
      expect(await at(address)).toBe('Big Oak Tray')
    const product = await shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: 'tray' })
    expect(product.slug).toBe('big-oak-tray')
  })

  test('can use an earlier slug again', async () => {
    const id = await aProduct(shop, { name: 'Cup', slug: 'cup' })
    await changeProduct(shop.shop.db, null, id, { name: 'Mug', slug: 'mug' })
    await changeProduct(shop.shop.db, null, id, { name: 'Cup', slug: 'cup' })
    const product = await shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: 'mug' })
    expect(product.slug).toBe('cup')
  })

  test('loses its old slug to a product that takes it', async () => {
    const first = await aProduct(shop, { name: 'Old Pen', slug: 'pen' })
    await changeProduct(shop.shop.db, null, first, { name: 'Old Pen', slug: 'old-pen' })
    const second = await aProduct(shop, { name: 'New Pen', slug: 'pen' })
    expect(await at('pen')).toBe('New Pen')
    await changeProduct(shop.shop.db, null, second, { name: 'New Pen', slug: 'new-pen' })
    expect(await at('pen')).toBe('New Pen')
  })

  test('cannot use the slug of another active product', async () => {
    const id = await aProduct(shop, { name: 'Hook', slug: 'hook' })
    const rejection = { status: 409, code: 'conflict', message: 'Another product already has this slug.' }
    await expect(
      changeProduct(shop.shop.db, null, id, { name: 'Hook', slug: 'halo-desk-lamp' }),
    ).rejects.toMatchObject(rejection)
    await expect(aProduct(shop, { slug: 'hook' })).rejects.toMatchObject(rejection)
    expect(await at('hook')).toBe('Hook')
  })

  test('is renamed only if it exists: otherwise 404', async () => {
    const change = { name: 'No', slug: 'no' }
    await expect(changeProduct(shop.shop.db, null, 999_999, change)).rejects.toMatchObject({ status: 404 })
  })
})

describe('an archived product', () => {
  test('is in no list, and at none of its URLs', async () => {
    const id = await aProduct(shop, { name: 'Retired Blotter', slug: 'blotter', colors: ['khaki'] })
    await changeProduct(shop.shop.db, null, id, { name: 'Retired Blotter', slug: 'retired-blotter' })
    expect(await namesAt(shop, 'color=khaki')).toEqual(['Retired Blotter'])
    await archiveProduct(shop.shop.db, null, id)
    expect(await namesAt(shop, 'color=khaki')).toEqual([])
    expect(await namesAt(shop, 'search=blotter')).toEqual([])
    const { didYouMean } = await shop.visitor().call('GET /api/search/suggestions', { q: 'blottre' })
    expect(didYouMean).not.toBe('blotter')
    for (const address of ['blotter', 'retired-blotter', id]) expect(await at(address)).toBe(404)
    const again = archiveProduct(shop.shop.db, null, id)
    await expect(again).rejects.toMatchObject({ status: 404, message: 'Product not found' })
  })

  test('gives up its slug to another product', async () => {
    await archiveProduct(shop.shop.db, null, await aProduct(shop, { name: 'Old Dock', slug: 'dock' }))
    await aProduct(shop, { name: 'New Dock', slug: 'dock' })
    expect(await at('dock')).toBe('New Dock')
  })
})
