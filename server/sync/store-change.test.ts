import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { storeOf } from '../../tests/support/platform.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

const OTHER = 'https://another-store.myshopify.com'
let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await fixtures.anAdmin(shop)
  await storeOf(shop).set({ bucketSize: 100_000, restoreRate: 100_000 })
})
beforeEach(() => admin.call('GET /api/sync-all'))

const runs = () => admin.call('GET /api/admin/sync-runs', {})
const productCount = async () => (await admin.callPaged('GET /api/admin/products', {})).total
/** Assigns runs to another store, since demo mode can't connect to one. */
const pretend = (state: 'running' | 'done') =>
  shop.shop.db.updateTable('sync_runs').set({ store_url: OTHER }).where('state', '=', state).execute()

describe('connecting another store', () => {
  test('makes the next sync a full one, because the time of the last sync belongs to the other store', async () => {
    expect(await admin.call('POST /api/admin/sync-runs', {})).toMatchObject({ kind: 'incremental' })
    await shop.runJobs()
    await pretend('done')
    expect(await admin.call('POST /api/admin/sync-runs', {})).toMatchObject({ kind: 'full' })
    await shop.runJobs()
  })

  test('makes a running sync fail without archiving anything', async () => {
    const before = await productCount()
    await admin.call('POST /api/admin/sync-runs', { kind: 'full' })
    await pretend('running')
    await shop.runJobs()
    expect((await runs())[0]).toMatchObject({
      state: 'failed',
      message: 'Another store was connected while this sync ran. Please sync again.',
    })
    expect(await productCount()).toBe(before)
  })
})
