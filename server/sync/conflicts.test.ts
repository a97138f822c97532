import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SYNC_FIELDS } from '#contract/sync/rules.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { openPegs, type Peg } from '../../tests/support/sync-test-store.ts'

let shop: TestShop
let pegs: Awaited<ReturnType<typeof openPegs>>
let peg: Peg
beforeAll(async () => {
  shop = await openTestShop()
  pegs = await openPegs(shop)
})
/** Each test has its own product, which both sides list. */
beforeEach(async () => {
  peg = await pegs.aPeg()
})

describe('a field owned by the platform and edited in the shop', () => {
  test('is a conflict with both values, and stays as it is', async () => {
    await peg.edit({ price: '12.00' })
    await pegs.sync()
    expect(await peg.conflicts()).toMatchObject([
      { field: 'price', here: '12.00', platform: '10.00', state: 'open' },
    ])
    expect((await pegs.sync()).message).toMatch(/compared: 1 conflict to resolve\.$/)
    await pegs.store.change(peg.handle, { price: '11.00', title: peg.name })
    await pegs.sync()
    expect(await peg.conflicts()).toMatchObject([{ field: 'price', here: '12.00', platform: '11.00' }])
    expect((await peg.product()).price).toBe('12.00')
  })

  test('is one after a bulk edit, too', async () => {
    const { id, version } = await peg.product()
    await pegs.admin.call('POST /api/admin/products/bulk-edit', {
      products: [{ id, version }],
      changes: { pricePercent: 20 },
    })
    await pegs.sync()
    expect(await peg.conflicts()).toMatchObject([{ field: 'price', here: '12.00', platform: '10.00' }])
    expect((await peg.product()).price).toBe('12.00')
  })

  test('keeps nothing else of the product from following the platform', async () => {
    await peg.edit({ price: '12.00' })
    await pegs.store.change(peg.handle, { descriptionHtml: '<p>Turned from ash.</p>' })
    await pegs.sync()
    expect(await peg.product()).toMatchObject({ price: '12.00', description: '<p>Turned from ash.</p>' })
  })

  test("the platform's value is applied when the admin chooses it, and the field follows again", async () => {
    await peg.edit({ price: '12.00' })
    await pegs.sync()
    await peg.choose('price', 'platform')
    expect((await peg.product()).price).toBe('10.00')
    await pegs.store.change(peg.handle, { price: '9.00' })
    await pegs.sync()
    expect((await peg.product()).price).toBe('9.00')
    expect(await peg.conflicts()).toEqual([])
  })

  test("the shop's value is kept when the admin chooses it, until they change their mind", async () => {
    await peg.edit({ price: '12.00' })
    await pegs.sync()
    await peg.choose('price', 'here')
    await pegs.store.change(peg.handle, { price: '9.00' })
    await pegs.sync()
    expect((await peg.product()).price).toBe('12.00')
    expect(await peg.conflicts()).toEqual([])
    expect(await peg.conflicts('kept')).toMatchObject([{ field: 'price' }])
    await peg.choose('price', 'platform')
    expect((await peg.product()).price).toBe('9.00')
  })

  test('is no longer a conflict when both sides agree', async () => {
    await peg.edit({ name: 'Ash Peg' })
    await pegs.sync()
    expect(await peg.conflicts()).toHaveLength(1)
    await pegs.store.change(peg.handle, { title: 'Ash Peg' })
    await pegs.sync()
    expect(await peg.conflicts()).toEqual([])
  })

  test('is a conflict for a stock set by an admin, but not for one changed by orders', async () => {
    await peg.edit({ stockQuantity: 3 })
    await pegs.store.change(peg.handle, { inventoryQuantity: 8 })
    await pegs.sync()
    expect(await peg.conflicts()).toMatchObject([{ field: 'stockQuantity', here: 3, platform: 8 }])
    await peg.choose('stockQuantity', 'platform')
    expect((await peg.product()).stockQuantity).toBe(8)
  })

  test('does not combine the platform’s old price with a higher price of ours', async () => {
    await peg.edit({ price: '12.00' })
    await pegs.store.change(peg.handle, { compareAtPrice: '11.00' })
    await pegs.sync()
    expect(await peg.product()).toMatchObject({ price: '12.00', oldPrice: null, isOnSale: false })
    const waiting = (await peg.conflicts()).map(({ field }) => field)
    expect(waiting.toSorted()).toEqual(['isOnSale', 'oldPrice', 'price'])
    for (const field of waiting) await peg.choose(field, 'platform')
    expect(await peg.product()).toMatchObject({ price: '10.00', oldPrice: '11.00', isOnSale: true })
  })

  test('is noticed also when it was changed between a conflict and its choice', async () => {
    await peg.edit({ price: '12.00' })
    await pegs.sync()
    await peg.edit({ name: 'Our Peg' })
    await peg.choose('price', 'platform')
    await pegs.sync()
    expect(await peg.conflicts()).toMatchObject([{ field: 'name', here: 'Our Peg' }])
  })

  test('is also reported for a product erased in the shop, which can be restored', async () => {
    await pegs.admin.call('DELETE /api/admin/products/:id', { id: peg.id })
    await pegs.sync()
    expect(await peg.conflicts()).toMatchObject([{ field: 'onSale', here: false, platform: true }])
    await pegs.sync()
    expect((await shop.visitor().send({ url: `/api/products/${peg.handle}` })).status).toBe(404)
    await peg.choose('onSale', 'platform')
    expect((await shop.visitor().send({ url: `/api/products/${peg.handle}` })).status).toBe(200)
  })

  test('fields that are the shop’s own are neither touched nor a conflict', async () => {
    await pegs.admin.call('PUT /api/admin/sync-owners', { here: ['description', 'images'] })
    await peg.edit({ description: '<p>Our own words.</p>' })
    await pegs.store.change(peg.handle, { descriptionHtml: '<p>Theirs.</p>', price: '8.00' })
    await pegs.sync()
    expect(await peg.product()).toMatchObject({ description: '<p>Our own words.</p>', price: '8.00' })
    expect(await peg.conflicts()).toEqual([])
    await pegs.admin.call('PUT /api/admin/sync-owners', { here: [] })
  })

  test('lists the fields of a product that follow the platform', async () => {
    const fields = (id = peg.id) => pegs.admin.call('GET /api/admin/products/:id/synced-fields', { id })
    expect(await fields()).toEqual({ isSynced: true, platform: [...SYNC_FIELDS] })
    await pegs.admin.call('PUT /api/admin/sync-owners', { here: ['description'] })
    await peg.edit({ price: '12.00' })
    await pegs.sync()
    await peg.choose('price', 'here')
    const followed = SYNC_FIELDS.filter((field) => field !== 'description' && field !== 'price')
    expect(await fields()).toEqual({ isSynced: true, platform: followed })
    await pegs.admin.call('PUT /api/admin/sync-owners', { here: [] })
    expect(await fields(1)).toEqual({ isSynced: false, platform: [] })
  })
})
