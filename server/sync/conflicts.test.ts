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
/** Each test has its own product, which both the shop and the platform list. */
beforeEach(async () => {
  product = await store.aPeg()
})

describe('a field that the platform owns and an admin edited', () => {
  test('is a conflict with both values, and keeps the shop’s value', async () => {
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

  test('is also a conflict after a bulk edit', async () => {
    const { id, version } = await product.product()
    await store.admin.call('POST /api/admin/products/bulk-edit', {
      products: [{ id, version }],
      changes: { pricePercent: 20 },
    })
    await store.sync()
    expect(await product.conflicts()).toMatchObject([{ field: 'price', here: '12.00', platform: '10.00' }])
    expect((await product.product()).price).toBe('12.00')
  })

  test('stays a conflict, with the reason, if an admin chooses a value that the shop’s rules forbid', async () => {
    await product.edit({ description: '<p>Turned from oak.</p>' })
    const endless = `<p>${'long '.repeat(11_000)}</p>`
    await store.store.change(product.handle, { descriptionHtml: endless })
    await store.sync()
    await expect(product.choose('description', 'platform')).rejects.toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'description: Description must be at most 50000 characters' },
    })
    expect((await product.product()).description).toBe('<p>Turned from oak.</p>')
    expect(await product.conflicts()).toMatchObject([{ field: 'description', state: 'open' }])
    await product.choose('description', 'here')
  })

  test('does not prevent updates of the product’s other fields', async () => {
    await product.edit({ price: '12.00' })
    await store.store.change(product.handle, { descriptionHtml: '<p>Turned from ash.</p>' })
    await store.sync()
    expect(await product.product()).toMatchObject({ price: '12.00', description: '<p>Turned from ash.</p>' })
  })

  test('gets the platform’s value if an admin chooses it, and is synced again', async () => {
    await product.edit({ price: '12.00' })
    await store.sync()
    await product.choose('price', 'platform')
    expect((await product.product()).price).toBe('10.00')
    await store.store.change(product.handle, { price: '9.00' })
    await store.sync()
    expect((await product.product()).price).toBe('9.00')
    expect(await product.conflicts()).toEqual([])
  })

  test('keeps the shop’s value if an admin chooses it, until the choice is changed', async () => {
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

  test('is no longer a conflict if both values are equal', async () => {
    await product.edit({ name: 'Ash Peg' })
    await store.sync()
    expect(await product.conflicts()).toHaveLength(1)
    await store.store.change(product.handle, { title: 'Ash Peg' })
    await store.sync()
    expect(await product.conflicts()).toEqual([])
  })

  test('is a conflict for stock that an admin set, but not for stock that orders changed', async () => {
    await product.edit({ stockQuantity: 3 })
    await store.store.change(product.handle, { inventoryQuantity: 8 })
    await store.sync()
    expect(await product.conflicts()).toMatchObject([{ field: 'stockQuantity', here: 3, platform: 8 }])
    await product.choose('stockQuantity', 'platform')
    expect((await product.product()).stockQuantity).toBe(8)
  })

  test('does not combine the platform’s old price with the shop’s higher price', async () => {
    await product.edit({ price: '12.00' })
    await store.store.change(product.handle, { compareAtPrice: '11.00' })
    await store.sync()
    expect(await product.product()).toMatchObject({ price: '12.00', oldPrice: null, isOnSale: false })
    const waiting = (await product.conflicts()).map(({ field }) => field)
    expect(waiting.toSorted()).toEqual(['isOnSale', 'oldPrice', 'price'])
    for (const field of waiting) await product.choose(field, 'platform')
    expect(await product.product()).toMatchObject({ price: '10.00', oldPrice: '11.00', isOnSale: true })
  })

  test('is a conflict even if it was edited while another conflict was open', async () => {
    await product.edit({ price: '12.00' })
    await store.sync()
    await product.edit({ name: 'Our Peg' })
    await product.choose('price', 'platform')
    await store.sync()
    expect(await product.conflicts()).toMatchObject([{ field: 'name', here: 'Our Peg' }])
  })

  test('is a conflict if the product was erased in the shop, and the product can be restored', async () => {
    await store.admin.call('DELETE /api/admin/products/:id', { id: product.id })
    await store.sync()
    expect(await product.conflicts()).toMatchObject([{ field: 'onSale', here: false, platform: true }])
    await store.sync()
    expect((await shop.visitor().send({ url: `/api/products/${product.handle}` })).status).toBe(404)
    await product.choose('onSale', 'platform')
    expect((await shop.visitor().send({ url: `/api/products/${product.handle}` })).status).toBe(200)
  })

  test('is neither changed nor a conflict if the shop owns it', async () => {
    await store.admin.call('PUT /api/admin/sync-owners', { here: ['description', 'images'] })
    await product.edit({ description: '<p>Our own words.</p>' })
    await store.store.change(product.handle, { descriptionHtml: '<p>Theirs.</p>', price: '8.00' })
    await store.sync()
    expect(await product.product()).toMatchObject({ description: '<p>Our own words.</p>', price: '8.00' })
    expect(await product.conflicts()).toEqual([])
    await store.admin.call('PUT /api/admin/sync-owners', { here: [] })
  })

  test('is no longer listed as synced after an admin keeps the shop’s value', async () => {
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
