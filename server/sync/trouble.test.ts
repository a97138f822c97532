import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { storeOf } from '../../tests/support/platform.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: fixtures.Customer
let store: ReturnType<typeof storeOf>
beforeAll(async () => {
  shop = await openTestShop()
  admin = await fixtures.anAdmin(shop)
  store = storeOf(shop)
})
afterEach(() => store.heal())

const sync = () => admin.call('GET /api/sync-all')
const productCount = async () => (await admin.callPaged('GET /api/admin/products', { status: 'all' })).total
const lastRun = async () => (await admin.call('GET /api/admin/sync-runs', {}))[0]

describe('the first sync of a shop', () => {
  test('returns 401 with what to check if the platform rejects it, and leaves the catalog unchanged', async () => {
    const before = await productCount()
    await store.fail('unauthorized')
    expect(await sync()).toEqual({
      success: false,
      message:
        'The platform rejected the shop. Check the store URL, API key, and access token. Nothing was changed.',
      error: expect.stringMatching(/^401: /),
    })
    expect(await productCount()).toBe(before)
    expect(await lastRun()).toMatchObject({ state: 'failed', error: expect.stringMatching(/^401/) })
  })

  test('reports an unavailable platform after several attempts, and leaves the catalog unchanged', async () => {
    const before = await productCount()
    await store.fail('down')
    expect(await sync()).toEqual({
      success: false,
      message: 'The platform is unavailable right now. Please try again later. Nothing was changed.',
      error: expect.stringMatching(/^503: /),
    })
    expect(await productCount()).toBe(before)
  })

  test('does not treat an internal error of the platform as an empty store', async () => {
    await store.fail('internal-error')
    expect(await sync()).toMatchObject({ success: false, error: expect.stringMatching(/^500/) })
  })
})

describe('a sync', () => {
  test('retries after a temporary failure of the platform', async () => {
    await store.fail('down', { count: 1 })
    expect(await sync()).toMatchObject({ success: true })
    await store.fail('lost-page', { count: 1 })
    expect(await sync()).toMatchObject({ success: true })
    await store.fail('internal-error', { count: 1 })
    expect(await sync()).toMatchObject({ success: true })
  })

  test('waits if it is throttled in either of two ways, and loses no product', async () => {
    await store.fail('throttled', { count: 1 })
    expect(await sync()).toMatchObject({ success: true, message: expect.stringMatching(/^38 products/) })
    await store.fail('too-many-requests', { count: 2, delayMs: 100 })
    expect(await sync()).toMatchObject({ success: true, message: expect.stringMatching(/^38 products/) })
  })

  test('stays below a small query-cost limit, and is never throttled', async () => {
    await store.set({ bucketSize: 600, restoreRate: 400 })
    expect(await sync()).toMatchObject({ success: true, message: expect.stringMatching(/^38 products/) })
    await store.set({ bucketSize: 100_000, restoreRate: 100_000 })
  })

  test('that fails halfway saves only complete products, and the next one continues', async () => {
    await store.stockWith(120)
    await store.set({ bucketSize: 700, restoreRate: 100_000 })
    const run = sync()
    await expect.poll(async () => (await lastRun())?.created, { timeout: 30_000 }).toBeGreaterThan(0)
    await store.fail('down')
    const { success, message } = await run
    await store.heal()
    const { success: isDone } = await sync()
    expect(isDone).toBe(true)
    if (!success) expect(message).toMatch(/\d+ products? (was|were) synced before\.$/)
    const { db } = shop.shop
    const links = await db
      .selectFrom('sync_products')
      .select('product_id')
      .where('is_active', '=', true)
      .execute()
    expect(links).toHaveLength(120)
    expect(new Set(links.map(({ product_id }) => product_id)).size).toBe(120)
  })
})

describe('an API version that the platform no longer supports', () => {
  test('is replaced with another one, and the run shows a warning', async () => {
    const old = await openTestShop()
    old.shop.config.shopify.version = '2025-10'
    await storeOf(old).stockWith(1)
    const owner = await fixtures.anAdmin(old)
    expect(await owner.call('GET /api/sync-all')).toMatchObject({ success: true })
    const [run] = await owner.call('GET /api/admin/sync-runs', {})
    expect(run?.warning).toContain('no longer supports version 2025-10')
  })
})
