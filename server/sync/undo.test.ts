import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { variant } from '../../tests/support/platform.ts'
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

async function undo(runId: number) {
  await pegs.admin.call('POST /api/admin/sync-runs/:id/undo', { id: runId })
  await shop.runJobs()
  return pegs.lastRun()
}

describe('an undo', () => {
  test('reverts a whole run: added, changed, and archived products', async () => {
    const other = await pegs.aPeg()
    await pegs.store.change(peg.handle, { price: '6.00', title: 'Changed Peg' })
    await pegs.store.add({ title: 'Added Peg', handle: `added-${peg.id}`, variants: [variant('3.00')] })
    await pegs.store.remove(other.handle)
    await pegs.sync()
    const run = await pegs.lastRun()
    const undone = await undo(run?.id ?? 0)
    expect(undone).toMatchObject({ kind: 'undo', state: 'done', failed: 0 })
    expect(await peg.product()).toMatchObject({ price: '10.00', name: peg.name })
    expect((await shop.visitor().send({ url: `/api/products/added-${peg.id}` })).status).toBe(404)
    expect((await shop.visitor().send({ url: `/api/products/${other.handle}` })).status).toBe(200)
  })

  test('is not undone by the next sync: it waits for a choice', async () => {
    await pegs.store.change(peg.handle, { price: '6.00' })
    await pegs.sync()
    await undo((await pegs.lastRun())?.id ?? 0)
    await pegs.sync()
    expect((await peg.product()).price).toBe('10.00')
    expect(await peg.conflicts()).toMatchObject([{ field: 'price', here: '10.00', platform: '6.00' }])
    await peg.choose('price', 'platform')
    expect((await peg.product()).price).toBe('6.00')
  })

  test('leaves fields changed since alone, and says so', async () => {
    await pegs.store.change(peg.handle, { price: '6.00' })
    await pegs.sync()
    const run = await pegs.lastRun()
    await peg.edit({ price: '6.50' })
    expect(await undo(run?.id ?? 0)).toMatchObject({ failed: 1, changed: 0 })
    expect((await peg.product()).price).toBe('6.50')
  })

  test('leaves a stock alone that an admin has set since, even to the same number', async () => {
    await pegs.store.change(peg.handle, { inventoryQuantity: 8 })
    await pegs.sync()
    const run = await pegs.lastRun()
    await peg.edit({ stockQuantity: 3 })
    await peg.edit({ stockQuantity: 8 })
    expect(await undo(run?.id ?? 0)).toMatchObject({ failed: 1, changed: 0 })
    expect((await peg.product()).stockQuantity).toBe(8)
  })

  test('can be done once, and not while a sync runs', async () => {
    const run = await pegs.lastRun()
    const again = pegs.admin.call('POST /api/admin/sync-runs/:id/undo', { id: run?.id ?? 0 })
    await again.catch(() => undefined)
    await shop.runJobs()
    const second = pegs.admin.call('POST /api/admin/sync-runs/:id/undo', { id: run?.id ?? 0 })
    await expect(second).rejects.toMatchObject({ status: 409 })
    await pegs.admin.call('POST /api/admin/sync-runs', { kind: 'full' })
    const third = pegs.admin.call('POST /api/admin/sync-runs/:id/undo', { id: run?.id ?? 0 })
    await expect(third).rejects.toMatchObject({ status: 409 })
    await shop.runJobs()
  })
})
