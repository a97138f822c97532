import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { variant } from '../../tests/support/platform.ts'
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

  test('skips stock that an admin has set since, even to the same number', async () => {
    await store.store.change(product.handle, { inventoryQuantity: 8 })
    await store.sync()
    const run = await store.lastRun()
    await product.edit({ stockQuantity: 3 })
    await product.edit({ stockQuantity: 8 })
    expect(await undo(run?.id ?? 0)).toMatchObject({ failed: 1, changed: 0 })
    expect((await product.product()).stockQuantity).toBe(8)
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
