import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { storeOf, variant } from '../../tests/support/platform.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { journal } from '../stock/fixtures.ts'
import { listStockProblems } from '../stock/queries.ts'
import { commitReservation as takeStock } from '../stock/stock.ts'

let shop: TestShop
let admin: fixtures.Customer
let store: ReturnType<typeof storeOf>
beforeAll(async () => {
  shop = await openTestShop()
  admin = await fixtures.anAdmin(shop)
  store = storeOf(shop)
  await store.set({ bucketSize: 100_000, restoreRate: 100_000 })
  await store.stockWith(2)
})

const sync = () => admin.call('GET /api/sync-all')
const lastRun = async () => (await admin.call('GET /api/admin/sync-runs', {}))[0]
const product = (slugOrId: string) => admin.call('GET /api/products/:slugOrId', { slugOrId })

describe('synced products', () => {
  test('are matched by their handle at the first sync', async () => {
    const { id } = await product('walnut-monitor-stand')
    await store.add({
      title: 'Walnut Monitor Stand',
      handle: 'walnut-monitor-stand',
      variants: [variant('99.95')],
    })
    await sync()
    expect(await product('walnut-monitor-stand')).toMatchObject({ id, price: '99.95' })
  })

  test('have transliterated slugs, and existing slugs are kept', async () => {
    await store.add({
      title: 'Löwe',
      handle: 'löwe-bookend',
      variants: [variant('20.00')],
      productType: 'Lamps',
    })
    await store.add({ title: 'Übertopf', handle: 'übertopf', variants: [variant('20.00')] })
    await sync()
    const { id, categoryId } = await product('loewe-bookend')
    const categories = await admin.call('GET /api/categories')
    expect(categories.find((one) => one.id === categoryId)).toMatchObject({ icon: 'fa-lightbulb' })

    const { id: pot } = await product('uebertopf')
    const { db } = shop.shop
    await db.updateTable('products').set({ slug: 'bertopf' }).where('id', '=', pot).execute()
    await sql`update sync_products set facts = jsonb_set(facts, '{slug}', '"bertopf"') where product_id = ${pot}`.execute(
      db,
    )
    await store.change('löwe-bookend', { price: '21.00' })
    await store.change('übertopf', { price: '21.00' })
    await sync()
    expect(await product('bertopf')).toMatchObject({ id: pot, price: '21.00', slug: 'bertopf' })
    expect(await product('loewe-bookend')).toMatchObject({ id, price: '21.00' })
  })

  test('start with the stock of the platform, with a stock movement of the sync', async () => {
    await store.add({ title: 'Counted', handle: 'counted', variants: [variant('12.00')] })
    await sync()
    const { id } = await product('counted')
    const journal = await admin.call('GET /api/admin/stock-journal', {})
    expect(journal.find(({ productId }) => productId === id)).toMatchObject({ change: 5, reason: 'platform' })
  })

  test('have descriptions without scripts', async () => {
    await store.add({
      title: 'Hostile <b>Tray</b>',
      handle: 'hostile-tray',
      descriptionHtml:
        '<p onclick="steal()">Oak.</p><script>steal()</script><img src=x onerror=steal()><a href="javascript:steal()">more</a>',
      variants: [variant('12.00')],
    })
    await sync()
    const { description, name } = await product('hostile-tray')
    expect(description).toContain('<p>Oak.</p>')
    expect(description).not.toMatch(/script|onclick|onerror|steal|javascript/)
    expect(name).toBe('Hostile <b>Tray</b>')
  })

  test('have their stock reduced by the sales of both channels', async () => {
    await store.add({ title: 'Counted Box', handle: 'counted-box', variants: [variant('8.00')] })
    await sync()
    const { id } = await product('counted-box')
    await takeStock(shop.shop.db, 'PL-SOLD-HERE', [{ variantId: id, quantity: 2 }])
    await sync()
    expect((await product('counted-box')).stockQuantity).toBe(3)
    await store.change('counted-box', { price: '9.00' })
    await sync()
    expect(await product('counted-box')).toMatchObject({ price: '9.00', stockQuantity: 3 })
    await store.change('counted-box', { inventoryQuantity: 2 })
    await sync()
    expect((await product('counted-box')).stockQuantity).toBe(0)
    expect(await journal(shop.shop.db, id)).toEqual(['platform 5', 'taken -2', 'platform -3'])
    await store.change('counted-box', { inventoryQuantity: -4 })
    await sync()
    expect(await product('counted-box')).toMatchObject({ stockQuantity: 0, inStock: false })
    await store.change('counted-box', { tracked: false })
    await sync()
    expect(await product('counted-box')).toMatchObject({ stockQuantity: null, inStock: true })
  })

  test('have oversold units of both channels deducted from the next delivery', async () => {
    await store.add({ title: 'Last Box', handle: 'last-box', variants: [variant('8.00')] })
    await sync()
    const { id } = await product('last-box')
    await takeStock(shop.shop.db, 'PL-SOLD-ALL', [{ variantId: id, quantity: 4 }])
    await store.change('last-box', { inventoryQuantity: 2 })
    await sync()
    expect((await product('last-box')).stockQuantity).toBe(0)
    await store.change('last-box', { inventoryQuantity: 12 })
    await sync()
    // 5 + 10 delivered - 4 sold in the shop - 3 sold on the platform.
    expect((await product('last-box')).stockQuantity).toBe(8)
  })

  test('have equal sales on both sides deducted twice, even if both counts are equal', async () => {
    await store.add({ title: 'Twin Box', handle: 'twin-box', variants: [variant('8.00')] })
    await sync()
    const { id } = await product('twin-box')
    await takeStock(shop.shop.db, 'PL-SOLD-TWIN', [{ variantId: id, quantity: 2 }])
    await store.change('twin-box', { inventoryQuantity: 3 })
    await sync()
    expect((await product('twin-box')).stockQuantity).toBe(1)
  })

  test('count all concurrent sales on both sides, in any order', async () => {
    let made = 0
    const sale = fc.record({
      isInShop: fc.boolean(),
      quantity: fc.integer({ min: 1, max: 2 }),
      syncs: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(sale, { minLength: 2, maxLength: 6 }), async (sales) => {
        made += 1
        const handle = `rush-${made}`
        await store.add({ title: 'Rush', handle, variants: [variant('8.00', { inventoryQuantity: 20 })] })
        await sync()
        const { id } = await product(handle)
        let onPlatform = 20
        const at = (index: number) => [{ variantId: id, quantity: sales[index]?.quantity ?? 0 }]
        await Promise.all(
          sales.map(async ({ isInShop, quantity, syncs }, index) => {
            onPlatform -= isInShop ? 0 : quantity
            if (isInShop) await takeStock(shop.shop.db, `PL-${handle}-${index}`, at(index))
            else await store.change(handle, { inventoryQuantity: onPlatform })
            if (syncs) await sync().catch(() => 'another one runs')
          }),
        )
        // Sets the final count on the platform, in case the updates arrived out of order.
        await store.change(handle, { inventoryQuantity: onPlatform })
        await sync()
        const sold = sales.reduce((sum, { quantity }) => sum + quantity, 0)
        expect((await product(handle)).stockQuantity).toBe(20 - sold)
        expect(await listStockProblems(shop.shop.db)).toEqual([])
      }),
      { numRuns: 4, endOnFailure: true },
    )
  })

  test('are skipped if they break the shop’s rules, and the run shows the reason', async () => {
    await store.add({ title: 'Golden Desk', handle: 'golden-desk', variants: [variant('99999999.00')] })
    expect((await sync()).message).toContain('1 skipped')
    const { id = 0 } = (await lastRun()) ?? {}
    const [change] = await admin.call('GET /api/admin/sync-runs/:id/changes', { id, pageSize: 100 })
    expect(change).toMatchObject({
      action: 'failed',
      name: 'Golden Desk',
      note: expect.stringContaining('99999999.00 is too large'),
    })
    await store.remove('golden-desk')
  })
})

describe('an incremental sync', () => {
  test('reads only products that changed since the last one', async () => {
    await sync()
    await store.change('counted-box', { price: '8.50' })
    await admin.call('POST /api/admin/sync-runs', { kind: 'incremental' })
    await shop.runJobs()
    const run = await lastRun()
    expect(run).toMatchObject({ kind: 'incremental', state: 'done', changed: 1, archived: 0 })
    expect(run?.seen).toBeLessThan((await store.list()).length)
    expect((await product('counted-box')).price).toBe('8.50')
  })
})
