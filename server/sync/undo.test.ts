import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { variant } from '../../tests/support/platform.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { pushAll } from '../../tests/support/stock-channels.ts'
import { openSyncTestStore, type Peg } from '../../tests/support/sync-test-store.ts'
import { commitReservation } from '../stock/stock.ts'

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

const STOCK = 'Its stock was left as it is, because units may have been sold or delivered.'

/** Returns the notes of the last run. */
async function notes() {
  const { id } = (await store.lastRun()) ?? { id: 0 }
  return (await store.admin.call('GET /api/admin/sync-runs/:id/changes', { id })).map(({ note }) => note)
}

async function undo(runId: number) {
  await store.admin.call('POST /api/admin/sync-runs/:id/undo', { id: runId })
  await shop.runJobs()
  return store.lastRun()
}

describe('undoing a sync', () => {
  test('reverts the whole run: added, changed, and archived products', async () => {
    const other = await store.aPeg()
    await store.store.change(product.handle, { price: '6.00', title: 'Changed Peg' })
    await store.store.add({ title: 'Added Peg', handle: `added-${product.id}`, variants: [variant('3.00')] })
    await store.store.remove(other.handle)
    await store.sync()
    const run = await store.lastRun()
    const undone = await undo(run?.id ?? 0)
    expect(undone).toMatchObject({ kind: 'undo', state: 'done', failed: 0 })
    expect(await product.product()).toMatchObject({ price: '10.00', name: product.name })
    expect((await shop.visitor().send({ url: `/api/products/added-${product.id}` })).status).toBe(404)
    expect((await shop.visitor().send({ url: `/api/products/${other.handle}` })).status).toBe(200)
  })

  test('creates conflicts, so the next sync doesn’t repeat the changes', async () => {
    await store.store.change(product.handle, { price: '6.00' })
    await store.sync()
    await undo((await store.lastRun())?.id ?? 0)
    await store.sync()
    expect((await product.product()).price).toBe('10.00')
    expect(await product.conflicts()).toMatchObject([{ field: 'price', here: '10.00', platform: '6.00' }])
    await product.choose('price', 'platform')
    expect((await product.product()).price).toBe('6.00')
  })

  test('skips fields that changed since, and reports them', async () => {
    await store.store.change(product.handle, { price: '6.00' })
    await store.sync()
    const run = await store.lastRun()
    await product.edit({ price: '6.50' })
    expect(await undo(run?.id ?? 0)).toMatchObject({ failed: 1, changed: 0 })
    expect((await product.product()).price).toBe('6.50')
  })

  test('never restocks units that were sold on the platform, here or there', async () => {
    await store.admin.call('PATCH /api/admin/settings', { pushStock: true })
    await store.store.change(product.handle, { inventoryChange: -3, title: 'Wrong' })
    await store.sync()
    const undone = await undo((await store.lastRun())?.id ?? 0)
    await pushAll(shop)
    expect(await product.product()).toMatchObject({ name: product.name, stockQuantity: 2 })
    expect((await store.store.get(product.handle)).variants[0]?.inventoryQuantity).toBe(2)
    expect(undone).toMatchObject({ changed: 1, failed: 0 })
    expect(await notes()).toEqual([STOCK])
    await store.admin.call('PATCH /api/admin/settings', { pushStock: false })
  })

  test('never changes stock, even if it is as the run left it, and says so', async () => {
    await store.store.change(product.handle, { inventoryChange: -1 })
    await store.sync()
    const run = await store.lastRun()
    await commitReservation(shop.shop.db, `PL-${product.id}`, [{ variantId: product.id, quantity: 1 }])
    await store.store.change(product.handle, { inventoryChange: 1 })
    await store.sync()
    const undone = await undo(run?.id ?? 0)
    expect(undone).toMatchObject({ changed: 0, failed: 1, message: '0 changes undone. 1 left as it is.' })
    expect(await notes()).toEqual([STOCK])
    expect((await product.product()).stockQuantity).toBe(4)
    await store.sync()
    expect(await product.conflicts()).toEqual([])
  })

  test('in the audit log doesn’t change stock either', async () => {
    await store.store.change(product.handle, { inventoryChange: -3, price: '6.00' })
    await store.sync()
    const kind = { kind: 'product', subjectId: String(product.id) }
    const entries = await store.admin.call('GET /api/admin/audit', kind)
    const entry = entries.find(({ action }) => action === 'product.variants-changed')
    await store.admin.call('POST /api/admin/audit/:id/undo', { id: entry?.id ?? 0 })
    expect(await product.product()).toMatchObject({ price: '10.00', stockQuantity: 2 })
  })

  test('is possible only once, and not while a sync runs', async () => {
    const run = await store.lastRun()
    const again = store.admin.call('POST /api/admin/sync-runs/:id/undo', { id: run?.id ?? 0 })
    await again.catch(() => undefined)
    await shop.runJobs()
    const second = store.admin.call('POST /api/admin/sync-runs/:id/undo', { id: run?.id ?? 0 })
    await expect(second).rejects.toMatchObject({ status: 409 })
    await store.admin.call('POST /api/admin/sync-runs', { kind: 'full' })
    const third = store.admin.call('POST /api/admin/sync-runs/:id/undo', { id: run?.id ?? 0 })
    await expect(third).rejects.toMatchObject({ status: 409 })
    await shop.runJobs()
  })
})
