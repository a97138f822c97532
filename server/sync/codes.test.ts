import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SyncPreview } from '#contract/sync/conflicts.ts'
import { variant } from '../../tests/support/platform.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { openSyncTestStore } from '../../tests/support/sync-test-store.ts'
import { callForStream } from '../../web/platform/api-stream.ts'

let shop: TestShop
let store: Awaited<ReturnType<typeof openSyncTestStore>>
let made = 0
let handle: string
let id: number
const [GTIN, OTHER_GTIN] = ['4006381333931', '96385074']
beforeAll(async () => {
  shop = await openTestShop()
  store = await openSyncTestStore(shop)
})
/** Each test has its own product without options, which both the shop and the platform list. */
beforeEach(async () => {
  made += 1
  handle = `hook-${made}`
  await store.store.add({ title: handle, handle, variants: [coded()] })
  await store.sync()
  id = (await shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: handle })).id
})

const coded = (more: object = {}) => variant('10.00', { sku: `HK-${made}`, barcode: GTIN, ...more })
/** Changes the product's only variant on the platform. */
async function changeThere(more: object) {
  const [only] = (await store.store.get(handle)).variants
  await store.store.change(handle, { variants: [{ ...only, ...more }] })
}
const edit = (codes: { sku?: string; barcode?: string }) =>
  store.admin.call('PATCH /api/admin/products/:id', { id, ...codes })
async function codes() {
  const { sku, barcode } = await store.admin.call('GET /api/admin/products/:id', { id })
  return { sku, barcode }
}
const conflicts = async (state: 'open' | 'kept' = 'open') =>
  (await store.admin.call('GET /api/admin/sync-conflicts', { state, pageSize: 100 })).filter(
    ({ name }) => name === handle,
  )
async function choose(field: string, side: 'here' | 'platform') {
  const found = [...(await conflicts()), ...(await conflicts('kept'))].find((one) => one.field === field)
  await store.admin.call('POST /api/admin/sync-conflicts/:id', { id: found?.id ?? 0, choose: side })
}
async function lastChange() {
  const { id = 0 } = (await store.lastRun()) ?? {}
  const changes = await store.admin.call('GET /api/admin/sync-runs/:id/changes', { id, pageSize: 100 })
  return changes.find(({ name }) => name === handle)
}

describe('SKU and barcode of a product without options', () => {
  test('come with a new product, and follow the platform', async () => {
    expect(await codes()).toEqual({ sku: `HK-${made}`, barcode: GTIN })
    expect((await lastChange())?.after).toMatchObject({ price: '10.00', sku: `HK-${made}`, barcode: GTIN })
    await changeThere({ sku: `HK-${made}-B`, barcode: OTHER_GTIN })
    await store.sync()
    expect(await codes()).toEqual({ sku: `HK-${made}-B`, barcode: OTHER_GTIN })
    expect(await lastChange()).toMatchObject({
      before: { sku: `HK-${made}`, barcode: GTIN },
      after: { sku: `HK-${made}-B`, barcode: OTHER_GTIN },
    })
    await store.sync()
    expect((await store.lastRun())?.changed).toBe(0)
  })

  test('are shown by a preview, which writes nothing', async () => {
    await changeThere({ sku: `HK-${made}-B` })
    const lines: SyncPreview[] = []
    await callForStream(store.admin, 'POST /api/admin/sync-preview', {}, (line) => lines.push(line))
    const report = lines.at(-1) as Extract<SyncPreview, { kind: 'report' }>
    expect(report.changes).toMatchObject([
      { productId: id, action: 'changed', before: { sku: `HK-${made}` }, after: { sku: `HK-${made}-B` } },
    ])
    expect((await codes()).sku).toBe(`HK-${made}`)
  })

  test('are left out with a note if another product has the SKU or the barcode isn’t a GTIN', async () => {
    const taken = `HK-${made}`
    made += 1
    const copy = `hook-${made}`
    await store.store.add({ title: copy, handle: copy, variants: [coded({ sku: taken, barcode: '123' })] })
    await store.sync()
    const first = id
    handle = copy
    id = (await shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: copy })).id
    expect(await codes()).toEqual({ sku: null, barcode: null })
    expect((await lastChange())?.note).toBe(
      `Another variant in the shop has the SKU ${taken}, so this product doesn’t get it. The barcode 123 of the product isn’t a valid GTIN, so it was left out.`,
    )
    await store.sync()
    expect(await store.lastRun()).toMatchObject({ changed: 0, failed: 0 })
    await store.admin.call('PATCH /api/admin/products/:id', { id: first, sku: '' })
    await store.sync()
    expect((await codes()).sku).toBe(taken)
  })

  test('are free once the platform no longer has the product, and kept from it when it returns', async () => {
    const sku = `HK-${made}`
    await store.store.change(handle, { status: 'ARCHIVED' })
    await store.sync()
    const again = `again-${made}`
    await store.store.add({ title: again, handle: again, variants: [coded()] })
    await store.sync()
    expect(await shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: again })).toMatchObject({
      sku,
    })
    await store.store.change(handle, { status: 'ACTIVE' })
    await store.sync()
    expect(await store.admin.call('GET /api/admin/products/:id', { id })).toMatchObject({
      isArchived: false,
      sku: null,
    })
    await store.store.remove(again)
    await store.sync()
    await store.sync()
    expect((await codes()).sku).toBe(sku)
    expect(await conflicts()).toEqual([])
  })

  test('are conflicts of the product if an admin edited them, resolved either way', async () => {
    await edit({ sku: 'OURS', barcode: OTHER_GTIN })
    await store.sync()
    expect(await conflicts()).toMatchObject([
      { productId: id, variant: null, field: 'sku', here: 'OURS', platform: `HK-${made}` },
      { productId: id, variant: null, field: 'barcode', here: OTHER_GTIN, platform: GTIN },
    ])
    await choose('sku', 'platform')
    await choose('barcode', 'here')
    expect(await codes()).toEqual({ sku: `HK-${made}`, barcode: OTHER_GTIN })
    await changeThere({ sku: `HK-${made}-B`, barcode: '' })
    await store.sync()
    expect(await codes()).toEqual({ sku: `HK-${made}-B`, barcode: OTHER_GTIN })
    expect(await conflicts()).toEqual([])
    const { platform } = await store.admin.call('GET /api/admin/products/:id/synced-fields', { id })
    expect([platform.includes('sku'), platform.includes('barcode')]).toEqual([true, false])
  })

  test('are neither changed nor conflicts if the shop owns them', async () => {
    await store.admin.call('PUT /api/admin/sync-owners', { here: ['sku'] })
    await edit({ sku: 'OWNED' })
    await changeThere({ sku: 'THEIRS', barcode: OTHER_GTIN })
    await store.sync()
    expect(await codes()).toEqual({ sku: 'OWNED', barcode: OTHER_GTIN })
    expect(await conflicts()).toEqual([])
    await store.admin.call('PUT /api/admin/sync-owners', { here: [] })
  })

  test('are reverted by an undo, and then conflicts', async () => {
    await changeThere({ sku: `HK-${made}-B` })
    await store.sync()
    const run = await store.lastRun()
    await store.admin.call('POST /api/admin/sync-runs/:id/undo', { id: run?.id ?? 0 })
    await shop.runJobs()
    expect(await codes()).toEqual({ sku: `HK-${made}`, barcode: GTIN })
    expect(await conflicts()).toMatchObject([
      { variant: null, field: 'sku', here: `HK-${made}`, platform: `HK-${made}-B` },
    ])
  })

  test('stay with the variant that the product becomes when the platform adds options', async () => {
    await edit({ sku: 'OURS', barcode: GTIN })
    await store.sync()
    await choose('sku', 'here')
    await store.store.change(handle, {
      options: [{ name: 'Color', values: ['Gray', 'Blue'] }],
      variants: [coded({ values: ['Gray'] }), variant('12.00', { values: ['Blue'] })],
    })
    await store.sync()
    const { variants } = await store.admin.call('GET /api/admin/products/:id', { id })
    expect(variants.map(({ id, sku }) => [id, sku])).toEqual([
      [id, 'OURS'],
      [expect.any(Number), null],
    ])
    expect(await conflicts('kept')).toMatchObject([{ variant: 'Gray', field: 'sku' }])
  })
})
