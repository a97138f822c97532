import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SyncRun } from '#contract/sync/api.ts'
import type { SyncPreview } from '#contract/sync/conflicts.ts'
import { variant } from '../../tests/support/platform.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { openSyncTestStore, type Peg } from '../../tests/support/sync-test-store.ts'
import { callForStream } from '../../web/platform/api-stream.ts'

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

describe('a sync preview', () => {
  test('shows what a sync would change, and writes nothing', async () => {
    const other = await store.aPeg()
    await store.store.change(product.handle, { price: '7.00' })
    await store.store.add({ title: 'New Hook', handle: 'new-hook', variants: [variant('3.00')] })
    await store.store.remove(other.handle)
    const before = await everything()
    const report = await preview()
    expect(report).toMatchObject({ kind: 'report', created: 1, changed: 1, archived: 1 })
    expect(report.changes).toContainEqual(
      expect.objectContaining({
        action: 'changed',
        productId: product.id,
        after: expect.objectContaining({ price: '7.00' }),
      }),
    )
    expect(await everything()).toEqual(before)
    await store.sync()
    const run = await store.lastRun()
    expect(run).toMatchObject({ created: report.created, changed: report.changed, archived: report.archived })
  })

  test('counts open conflicts, and products that are not active on the platform', async () => {
    await store.store.add({
      title: 'Draft',
      handle: 'draft-hook',
      status: 'DRAFT',
      variants: [variant('3.00')],
    })
    await product.edit({ price: '12.00' })
    await store.sync()
    const count = (await store.store.list()).filter(({ status }) => status !== 'ACTIVE').length
    const exceptions = [{ reason: 'inactive', count }]
    expect(await preview()).toMatchObject({ changed: 0, conflicts: 1, exceptions })
    expect(await store.lastRun()).toMatchObject({ exceptions })
    await product.choose('price', 'platform')
  })

  test('ignores products that are inactive on both sides', async () => {
    await store.store.change(product.handle, { status: 'ARCHIVED' })
    await store.sync()
    await product.edit({ shippingDays: 3 })
    await store.store.change(product.handle, { price: '7.00' })
    await agrees({ changed: 0, conflicts: 0 })
    expect(await product.product()).toMatchObject({ price: '10.00', isArchived: true })
  })

  test('does not list a product that is oversold on the platform and out of stock in the shop', async () => {
    await store.store.add({ title: 'Oversold Hook', variants: [variant('3.00', { inventoryQuantity: -2 })] })
    await store.sync()
    await agrees({ changed: 0, conflicts: 0 })
  })

  test('has no conflict for a product that was erased in the shop and archived on the platform', async () => {
    await store.admin.call('DELETE /api/admin/products/:id', { id: product.id })
    await store.store.change(product.handle, { status: 'ARCHIVED' })
    await agrees({ created: 0, changed: 0, archived: 0, conflicts: 0 })
  })

  test('keeps the shop’s active state if the shop owns that field', async () => {
    await store.admin.call('PUT /api/admin/sync-owners', { here: ['onSale'] })
    await store.admin.call('DELETE /api/admin/products/:id', { id: product.id })
    await store.store.change(product.handle, { price: '7.00' })
    await agrees({ created: 0, changed: 0, archived: 0, conflicts: 0 })
    await store.admin.call('PUT /api/admin/sync-owners', { here: [] })
  })
})

async function preview() {
  const lines: SyncPreview[] = []
  await callForStream(store.admin, 'POST /api/admin/sync-preview', {}, (line) => lines.push(line))
  return lines.at(-1) as Extract<SyncPreview, { kind: 'report' }>
}

type Counts = Pick<SyncRun, 'created' | 'changed' | 'archived'>

/** Checks that the preview and the following sync find the same changes and conflicts. */
async function agrees({ conflicts, ...changes }: { conflicts: number } & Partial<Counts>) {
  expect(await preview()).toMatchObject({ conflicts, ...changes })
  await store.sync()
  expect(await store.lastRun()).toMatchObject(changes)
  expect(await product.conflicts()).toHaveLength(conflicts)
}

/** Returns every row that a sync could write. */
async function everything() {
  const { db } = shop.shop
  const tables = [
    'products',
    'variants',
    'stock',
    'sync_products',
    'sync_variants',
    'sync_runs',
    'sync_changes',
    'sync_conflicts',
    'audit_log',
  ] as const
  return Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
}
