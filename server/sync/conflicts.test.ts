import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SYNC_FIELDS } from '#contract/sync/rules.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { openSyncTestStore, type Peg } from '../../tests/support/sync-test-store.ts'

let shop: TestShop
let store: Awaited<ReturnType<typeof openSyncTestStore>>
let product: Peg
beforeAll(async () => {
  shop = await openTestShop()
  store = await openSyncTestStore(shop)
})
/** Each test has its own product, which both sides list. */
beforeEach(async () => {
  product = await store.aPeg()
})

describe('a field owned by the platform and edited in the shop', () => {
  test('is a conflict with both values, and stays as it is', async () => {
    await product.edit({ price: '12.00' })
    await store.sync()
    expect(await product.conflicts()).toMatchObject([
      { field: 'price', here: '12.00', platform: '10.00', state: 'open' },
    ])
    expect((await store.sync()).message).toMatch(/compared: 1 conflict to resolve\.$/)
    await store.store.change(product.handle, { price: '11.00', title: product.name })
    await store.sync()
    expect(await product.conflicts()).toMatchObject([{ field: 'price', here: '12.00', platform: '11.00' }])
    expect((await product.product()).price).toBe('12.00')
  })

  test('is one after a bulk edit, too', async () => {
    const { id, version } = await product.product()
    await store.admin.call('POST /api/admin/products/bulk-edit', {
      products: [{ id, version }],
      changes: { pricePercent: 20 },
    })
    await store.sync()
    expect(await product.conflicts()).toMatchObject([{ field: 'price', here: '12.00', platform: '10.00' }])
    expect((await product.product()).price).toBe('12.00')
  })

  test('keeps nothing else of the product from following the platform', async () => {
    await product.edit({ price: '12.00' })
    await store.store.change(product.handle, { descriptionHtml: '<p>Turned from ash.</p>' })
    await store.sync()
    expect(await product.product()).toMatchObject({ price: '12.00', description: '<p>Turned from ash.</p>' })
  })

  test("the platform's value is applied when the admin chooses it, and the field follows again", async () => {
    await product.edit({ price: '12.00' })
    await store.sync()
    await product.choose('price', 'platform')
    expect((await product.product()).price).toBe('10.00')
    await store.store.change(product.handle, { price: '9.00' })
    await store.sync()
    expect((await product.product()).price).toBe('9.00')
    expect(await product.conflicts()).toEqual([])
  })

  test("the shop's value is kept when the admin chooses it, until they change their mind", async () => {
    await product.edit({ price: '12.00' })
    await store.sync()
    await product.choose('price', 'here')
    await store.store.change(product.handle, { price: '9.00' })
    await store.sync()
    expect((await product.product()).price).toBe('12.00')
    expect(await product.conflicts()).toEqual([])
    expect(await product.conflicts('kept')).toMatchObject([{ field: 'price' }])
    await product.choose('price', 'platform')
    expect((await product.product()).price).toBe('9.00')
  })

  test('is no longer a conflict when both sides agree', async () => {
    await product.edit({ name: 'Ash Peg' })
    await store.sync()
    expect(await product.conflicts()).toHaveLength(1)
    await store.store.change(product.handle, { title: 'Ash Peg' })
    await store.sync()
    expect(await product.conflicts()).toEqual([])
  })

  test('is a conflict for a stock set by an admin, but not for one changed by orders', async () => {
    await product.edit({ stockQuantity: 3 })
    await store.store.change(product.handle, { inventoryQuantity: 8 })
    await store.sync()
    expect(await product.conflicts()).toMatchObject([{ field: 'stockQuantity', here: 3, platform: 8 }])
    await product.choose('stockQuantity', 'platform')
    expect((await product.product()).stockQuantity).toBe(8)
  })

  test('does not combine the platform’s old price with a higher price of ours', async () => {
    await product.edit({ price: '12.00' })
    await store.store.change(product.handle, { compareAtPrice: '11.00' })
    await store.sync()
    expect(await product.product()).toMatchObject({ price: '12.00', oldPrice: null, isOnSale: false })
    const waiting = (await product.conflicts()).map(({ field }) => field)
    expect(waiting.toSorted()).toEqual(['isOnSale', 'oldPrice', 'price'])
    for (const field of waiting) await product.choose(field, 'platform')
    expect(await product.product()).toMatchObject({ price: '10.00', oldPrice: '11.00', isOnSale: true })
  })

  test('is noticed also when it was changed between a conflict and its choice', async () => {
    await product.edit({ price: '12.00' })
    await store.sync()
    await product.edit({ name: 'Our Peg' })
    await product.choose('price', 'platform')
    await store.sync()
    expect(await product.conflicts()).toMatchObject([{ field: 'name', here: 'Our Peg' }])
  })

  test('is also reported for a product erased in the shop, which can be restored', async () => {
    await store.admin.call('DELETE /api/admin/products/:id', { id: product.id })
    await store.sync()
    expect(await product.conflicts()).toMatchObject([{ field: 'onSale', here: false, platform: true }])
    await store.sync()
    expect((await shop.visitor().send({ url: `/api/products/${product.handle}` })).status).toBe(404)
    await product.choose('onSale', 'platform')
    expect((await shop.visitor().send({ url: `/api/products/${product.handle}` })).status).toBe(200)
  })

  test('fields that are the shop’s own are neither touched nor a conflict', async () => {
    await store.admin.call('PUT /api/admin/sync-owners', { here: ['description', 'images'] })
    await product.edit({ description: '<p>Our own words.</p>' })
    await store.store.change(product.handle, { descriptionHtml: '<p>Theirs.</p>', price: '8.00' })
    await store.sync()
    expect(await product.product()).toMatchObject({ description: '<p>Our own words.</p>', price: '8.00' })
    expect(await product.conflicts()).toEqual([])
    await store.admin.call('PUT /api/admin/sync-owners', { here: [] })
  })

  test('lists the fields of a product that follow the platform', async () => {
    const fields = (id = product.id) => store.admin.call('GET /api/admin/products/:id/synced-fields', { id })
    expect(await fields()).toEqual({ isSynced: true, platform: [...SYNC_FIELDS] })
    await store.admin.call('PUT /api/admin/sync-owners', { here: ['description'] })
    await product.edit({ price: '12.00' })
    await store.sync()
    await product.choose('price', 'here')
    const followed = SYNC_FIELDS.filter((field) => field !== 'description' && field !== 'price')
    expect(await fields()).toEqual({ isSynced: true, platform: followed })
    await store.admin.call('PUT /api/admin/sync-owners', { here: [] })
    expect(await fields(1)).toEqual({ isSynced: false, platform: [] })
  })
})
