import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SyncPreview } from '#contract/sync-trust.ts'
import * as given from '../../tests/support/given.ts'
import { storeOf, variant } from '../../tests/support/platform.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: given.Customer
let store: ReturnType<typeof storeOf>
let made = 0
let handle = ''
let id = 0
beforeAll(async () => {
  shop = await openTestShop()
  admin = await given.anAdmin(shop)
  store = storeOf(shop)
  await store.set({ bucketSize: 100_000, restoreRate: 100_000 })
  await store.stockWith(0)
})
/** Each test has a product of its own, which both sides know. */
beforeEach(async () => {
  made += 1
  handle = `peg-${made}`
  await store.add({ title: `Peg ${made}`, handle, variants: [variant('10.00')] })
  await sync()
  id = (await shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: handle })).id
})

const sync = () => admin.call('GET /api/sync-all')
const product = () => admin.call('GET /api/admin/products/:id', { id })
const edit = (changes: object) => admin.call('PATCH /api/admin/products/:id', { id, ...changes })
const conflicts = async (state: 'open' | 'kept' = 'open') =>
  (await admin.call('GET /api/admin/sync-conflicts', { state, pageSize: 100 })).filter(
    ({ productId, name }) => productId === id || name === `Peg ${made}`,
  )
async function choose(field: string, side: 'here' | 'platform') {
  const found = [...(await conflicts()), ...(await conflicts('kept'))].find((one) => one.field === field)
  await admin.call('POST /api/admin/sync-conflicts/:id', { id: found?.id ?? 0, choose: side })
}
const lastRun = async () => (await admin.call('GET /api/admin/sync-runs', {}))[0]
async function undo(runId: number) {
  await admin.call('POST /api/admin/sync-runs/:id/undo', { id: runId })
  await shop.runJobs()
  return lastRun()
}

describe('a field that the platform leads and somebody changed here', () => {
  test('is a conflict with both values, and stays as it is', async () => {
    await edit({ price: '12.00' })
    await sync()
    expect(await conflicts()).toMatchObject([
      { field: 'price', here: '12.00', platform: '10.00', state: 'open' },
    ])
    await store.change(handle, { price: '11.00', title: `Peg ${made}` })
    await sync()
    expect(await conflicts()).toMatchObject([{ field: 'price', here: '12.00', platform: '11.00' }])
    expect((await product()).price).toBe('12.00')
  })

  test('keeps nothing else of the product from following the platform', async () => {
    await edit({ price: '12.00' })
    await store.change(handle, { descriptionHtml: '<p>Turned from ash.</p>' })
    await sync()
    expect(await product()).toMatchObject({ price: '12.00', description: '<p>Turned from ash.</p>' })
  })

  test("the platform's value is taken when the admin says so, and the field follows again", async () => {
    await edit({ price: '12.00' })
    await sync()
    await choose('price', 'platform')
    expect((await product()).price).toBe('10.00')
    await store.change(handle, { price: '9.00' })
    await sync()
    expect((await product()).price).toBe('9.00')
    expect(await conflicts()).toEqual([])
  })

  test("the shop's value is kept from then on when the admin says so, until he changes his mind", async () => {
    await edit({ price: '12.00' })
    await sync()
    await choose('price', 'here')
    await store.change(handle, { price: '9.00' })
    await sync()
    expect((await product()).price).toBe('12.00')
    expect(await conflicts()).toEqual([])
    expect(await conflicts('kept')).toMatchObject([{ field: 'price' }])
    await choose('price', 'platform')
    expect((await product()).price).toBe('9.00')
  })

  test('is no conflict any more when both sides say the same', async () => {
    await edit({ name: 'Ash Peg' })
    await sync()
    expect(await conflicts()).toHaveLength(1)
    await store.change(handle, { title: 'Ash Peg' })
    await sync()
    expect(await conflicts()).toEqual([])
  })

  test('a stock that an admin set is one; what orders take is none', async () => {
    await edit({ stockQuantity: 3 })
    await store.change(handle, { inventoryQuantity: 8 })
    await sync()
    expect(await conflicts()).toMatchObject([{ field: 'stockQuantity', here: 3, platform: 8 }])
    await choose('stockQuantity', 'platform')
    expect((await product()).stockQuantity).toBe(8)
  })

  test('an old price of the platform is not put beside a price of ours that is above it', async () => {
    await edit({ price: '12.00' })
    await store.change(handle, { compareAtPrice: '11.00' })
    await sync()
    expect(await product()).toMatchObject({ price: '12.00', oldPrice: null, isOnSale: false })
    const waiting = (await conflicts()).map(({ field }) => field)
    expect(waiting.toSorted()).toEqual(['isOnSale', 'oldPrice', 'price'])
    for (const field of waiting) await choose(field, 'platform')
    expect(await product()).toMatchObject({ price: '10.00', oldPrice: '11.00', isOnSale: true })
  })

  test('is noticed also when it was changed between a conflict and its choice', async () => {
    await edit({ price: '12.00' })
    await sync()
    await edit({ name: 'Our Peg' })
    await choose('price', 'platform')
    await sync()
    expect(await conflicts()).toMatchObject([{ field: 'name', here: 'Our Peg' }])
  })

  test('a product that was erased here waits too, and can come back', async () => {
    await admin.call('DELETE /api/admin/products/:id', { id })
    await sync()
    expect(await conflicts()).toMatchObject([{ field: 'onSale', here: false, platform: true }])
    await sync()
    expect((await shop.visitor().send({ url: `/api/products/${handle}` })).status).toBe(404)
    await choose('onSale', 'platform')
    expect((await shop.visitor().send({ url: `/api/products/${handle}` })).status).toBe(200)
  })

  test('fields that are the shop’s own are neither touched nor a conflict', async () => {
    await admin.call('PUT /api/admin/sync-owners', { here: ['description', 'images'] })
    await edit({ description: '<p>Our own words.</p>' })
    await store.change(handle, { descriptionHtml: '<p>Theirs.</p>', price: '8.00' })
    await sync()
    expect(await product()).toMatchObject({ description: '<p>Our own words.</p>', price: '8.00' })
    expect(await conflicts()).toEqual([])
    await admin.call('PUT /api/admin/sync-owners', { here: [] })
  })
})

describe('a preview', () => {
  test('says what a sync would change, and writes nothing', async () => {
    await store.change(handle, { price: '7.00' })
    await store.add({ title: 'New Hook', handle: `new-hook-${made}`, variants: [variant('3.00')] })
    await store.remove('peg-1')
    const before = await everything()
    const lines: SyncPreview[] = []
    await admin.callForLines('POST /api/admin/sync-preview', {}, (line) => lines.push(line))
    const report = lines.at(-1) as Extract<SyncPreview, { kind: 'report' }>
    expect(report).toMatchObject({ kind: 'report', created: 1, changed: 1, archived: 1 })
    expect(report.changes).toContainEqual(
      expect.objectContaining({
        action: 'changed',
        productId: id,
        after: expect.objectContaining({ price: '7.00' }),
      }),
    )
    expect(await everything()).toEqual(before)
    await sync()
    const run = await lastRun()
    expect(run).toMatchObject({ created: report.created, changed: report.changed, archived: report.archived })
  })
})

describe('an undo', () => {
  test('takes back a whole run: what it added, changed and archived', async () => {
    await store.change(handle, { price: '6.00', title: 'Changed Peg' })
    await store.add({ title: 'Added Peg', handle: `added-${made}`, variants: [variant('3.00')] })
    await store.remove('peg-2')
    await sync()
    const run = await lastRun()
    const undone = await undo(run?.id ?? 0)
    expect(undone).toMatchObject({ kind: 'undo', state: 'done', failed: 0 })
    expect(await product()).toMatchObject({ price: '10.00', name: `Peg ${made}` })
    expect((await shop.visitor().send({ url: `/api/products/added-${made}` })).status).toBe(404)
    expect((await shop.visitor().send({ url: '/api/products/peg-2' })).status).toBe(200)
  })

  test('is not undone by the next sync: it waits for a choice', async () => {
    await store.change(handle, { price: '6.00' })
    await sync()
    await undo((await lastRun())?.id ?? 0)
    await sync()
    expect((await product()).price).toBe('10.00')
    expect(await conflicts()).toMatchObject([{ field: 'price', here: '10.00', platform: '6.00' }])
    await choose('price', 'platform')
    expect((await product()).price).toBe('6.00')
  })

  test('leaves alone what was changed since, and says so', async () => {
    await store.change(handle, { price: '6.00' })
    await sync()
    const run = await lastRun()
    await edit({ price: '6.50' })
    expect(await undo(run?.id ?? 0)).toMatchObject({ failed: 1, changed: 0 })
    expect((await product()).price).toBe('6.50')
  })

  test('leaves a stock alone that an admin has set since, also to the same number', async () => {
    await store.change(handle, { inventoryQuantity: 8 })
    await sync()
    const run = await lastRun()
    await edit({ stockQuantity: 3 })
    await edit({ stockQuantity: 8 })
    expect(await undo(run?.id ?? 0)).toMatchObject({ failed: 1, changed: 0 })
    expect((await product()).stockQuantity).toBe(8)
  })

  test('can be done once, and not while a sync runs', async () => {
    const run = await lastRun()
    const again = admin.call('POST /api/admin/sync-runs/:id/undo', { id: run?.id ?? 0 })
    await again.catch(() => undefined)
    await shop.runJobs()
    const second = admin.call('POST /api/admin/sync-runs/:id/undo', { id: run?.id ?? 0 })
    await expect(second).rejects.toMatchObject({ status: 409 })
    await admin.call('POST /api/admin/sync-runs', { kind: 'full' })
    const third = admin.call('POST /api/admin/sync-runs/:id/undo', { id: run?.id ?? 0 })
    await expect(third).rejects.toMatchObject({ status: 409 })
    await shop.runJobs()
  })
})

/** Every row that a sync could write. */
async function everything() {
  const { db } = shop.shop
  const tables = [
    'products',
    'stock',
    'sync_products',
    'sync_runs',
    'sync_changes',
    'sync_conflicts',
    'audit_log',
  ] as const
  return Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
}
