import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import type { SyncPreview } from '#contract/sync/conflicts.ts'
import { variant } from '../../tests/support/platform.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { openSyncTestStore } from '../../tests/support/sync-test-store.ts'
import { SALES_TAX } from '../../tests/support/taxes.ts'
import { callForStream } from '../../web/platform/api-stream.ts'

let shop: TestShop
let store: Awaited<ReturnType<typeof openSyncTestStore>>
let made = 0
let handle: string
beforeAll(async () => {
  shop = await openTestShop()
  store = await openSyncTestStore(shop)
})
beforeEach(async () => {
  made += 1
  handle = `board-${made}`
  await store.store.stockWith(0)
})

const add = (more: object = {}) =>
  store.store.add({ title: handle, handle, variants: [variant('20.00')], ...more })
async function preview() {
  const lines: SyncPreview[] = []
  await callForStream(store.admin, 'POST /api/admin/sync-preview', {}, (line) => lines.push(line))
  return lines.at(-1) as Extract<SyncPreview, { kind: 'report' }>
}
const changeOf = ({ changes }: Pick<Awaited<ReturnType<typeof preview>>, 'changes'>) =>
  changes.find(({ name }) => name === handle)
async function lastChange() {
  const { id = 0 } = (await store.lastRun()) ?? {}
  const changes = await store.admin.call('GET /api/admin/sync-runs/:id/changes', { id, pageSize: 100 })
  return changes.find(({ name }) => name === handle)
}
const see = () => shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: handle })
const isThere = async (slug = handle) =>
  (await shop.visitor().send({ url: `/api/products/${slug}` })).status === 200

const SOON = new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+Z/, 'Z')
const LEFT_OUT = [
  ['inactive', { status: 'DRAFT' }, 'It isn’t active on the platform.'],
  ['unpublished', { publishedAt: null }, 'It isn’t published to the platform’s online store.'],
  ['unpublished', { publishedAt: SOON }, 'It isn’t published to the platform’s online store.'],
  ['giftCard', { isGiftCard: true }, 'It is a gift card of the platform.'],
  ['subscription', { requiresSellingPlan: true }, 'The platform sells it only by subscription.'],
  ['noShipping', { requiresShipping: false }, 'It needs no shipping.'],
] as const

describe('a platform product that the shop can’t sell', () => {
  test('is left out, and the preview and the run name the reason', async () => {
    for (const [index, [, change]] of LEFT_OUT.entries()) {
      await store.store.add({
        title: `Left ${index}`,
        handle: `left-${made}-${index}`,
        variants: [variant('5.00')],
      })
      await store.store.change(`left-${made}-${index}`, change)
    }
    await add()
    const report = await preview()
    expect(report).toMatchObject({ seen: 7, created: 1 })
    expect(report.exceptions).toEqual([
      { reason: 'inactive', count: 1, products: ['Left 0'] },
      { reason: 'unpublished', count: 2, products: ['Left 1', 'Left 2'] },
      { reason: 'giftCard', count: 1, products: ['Left 3'] },
      { reason: 'subscription', count: 1, products: ['Left 4'] },
      { reason: 'noShipping', count: 1, products: ['Left 5'] },
    ])
    const { message } = await store.sync()
    expect(message).toContain(
      '1 added. Left out: 1 isn’t active on the platform, 2 aren’t published to the platform’s online store, 1 is a gift card, 1 sells only by subscription, 1 needs no shipping.',
    )
    expect((await store.lastRun())?.exceptions).toEqual(
      report.exceptions.map(({ reason, count }) => ({ reason, count })),
    )
    for (const index of LEFT_OUT.keys()) expect(await isThere(`left-${made}-${index}`)).toBe(false)
  })

  test.each(LEFT_OUT)(
    'is archived with the reason if it becomes %s later, and returns',
    async (reason, change, note) => {
      await add()
      await store.sync()
      const { id } = await see()
      await store.store.change(handle, change)
      const report = await preview()
      expect(changeOf(report)).toMatchObject({ productId: id, action: 'archived', note })
      expect(report.exceptions).toMatchObject([{ reason, count: 1 }])
      await store.sync()
      expect(await isThere()).toBe(false)
      expect(await lastChange()).toMatchObject({ action: 'archived', note })
      await store.store.change(handle, {
        status: 'ACTIVE',
        publishedAt: '2026-01-01T00:00:00Z',
        isGiftCard: false,
        requiresSellingPlan: false,
        requiresShipping: true,
      })
      await store.sync()
      expect(await see()).toMatchObject({ id, stockQuantity: 5 })
    },
  )

  test('is left out even if the shop could not store it', async () => {
    await add({ isGiftCard: true, variants: [variant('99999999.00')] })
    expect((await store.sync()).message).not.toContain('skipped')
    expect(await store.lastRun()).toMatchObject({ failed: 0, exceptions: [{ reason: 'giftCard', count: 1 }] })
  })
})

describe('a variant that needs no shipping', () => {
  const FORMATS = [{ name: 'Format', values: ['Print', 'File'] }]
  const formats = (more: object) => [
    variant('20.00', { values: ['Print'] }),
    variant('2.00', { values: ['File'], ...more }),
  ]

  test('is left out with a note, and the product shows the price of the others', async () => {
    await add({ options: FORMATS, variants: formats({ requiresShipping: false }) })
    const note = 'File needs no shipping, so it was left out.'
    expect(changeOf(await preview())).toMatchObject({ action: 'created', note, after: { price: '20.00' } })
    const { message } = await store.sync()
    expect(message).toContain('1 has variants that need no shipping, which were left out.')
    expect(await see()).toMatchObject({
      price: '20.00',
      priceFrom: false,
      options: [{ name: 'Format', values: ['Print'] }],
      variants: [{ optionValues: ['Print'] }],
    })
    expect(await lastChange()).toMatchObject({ action: 'created', note })
  })

  test('is archived if it needed shipping before, and returns with its ID', async () => {
    await add({ options: FORMATS, variants: formats({}) })
    await store.sync()
    const before = (await see()).variants
    await store.store.change(handle, { options: FORMATS, variants: formats({ requiresShipping: false }) })
    await store.sync()
    expect((await see()).variants).toEqual(before.slice(0, 1))
    await store.store.change(handle, { options: FORMATS, variants: formats({}) })
    await store.sync()
    expect((await see()).variants).toEqual(before)
  })
})

describe('a product that the platform sells when it is out of stock', () => {
  const NOTE = 'The platform sells it when it is out of stock, so its stock isn’t counted here.'

  test('can be bought at any count, and the preview and the run name it', async () => {
    await add({ variants: [variant('20.00', { inventoryQuantity: 0, inventoryPolicy: 'CONTINUE' })] })
    const report = await preview()
    expect(changeOf(report)).toMatchObject({ action: 'created', note: NOTE })
    expect(report.exceptions).toEqual([{ reason: 'continues', count: 1, products: [handle] }])
    const { message } = await store.sync()
    expect(message).toContain('1 sells when it is out of stock, so its stock isn’t counted.')
    const { id, stockQuantity, inStock } = await see()
    expect([stockQuantity, inStock]).toEqual([null, true])
    const lines = await shop.visitor().call('POST /api/cart', { productId: id, quantity: 9 })
    expect(lines).toMatchObject([{ productId: id, quantity: 9 }])
  })

  test('is counted again with the platform’s count when it no longer does', async () => {
    await add()
    await store.sync()
    await store.store.change(handle, { inventoryPolicy: 'CONTINUE' })
    expect(changeOf(await preview())).toMatchObject({ after: { stockQuantity: null }, note: NOTE })
    await store.sync()
    expect((await see()).stockQuantity).toBeNull()
    await store.store.change(handle, { inventoryPolicy: 'DENY', inventoryQuantity: 3 })
    await store.sync()
    expect((await see()).stockQuantity).toBe(3)
    expect((await lastChange())?.note).toBeNull()
  })

  test('is decided for each variant', async () => {
    const values = ['Gray', 'Blue', 'Red', 'Teal', 'Pink']
    await add({
      options: [{ name: 'Color', values }],
      variants: values.map((value, index) =>
        variant('20.00', { values: [value], inventoryPolicy: index > 0 ? 'CONTINUE' : 'DENY' }),
      ),
    })
    await store.sync()
    expect((await see()).variants?.map((one) => one.stockQuantity)).toEqual([5, null, null, null, null])
    expect((await lastChange())?.note).toBe(
      'The platform sells Blue, Red, Teal, and 1 more when they are out of stock, so their stock isn’t counted here.',
    )
  })
})

test('a product whose inventory the platform doesn’t track isn’t counted, and the run names it', async () => {
  await add({ variants: [variant('20.00', { tracked: false, inventoryPolicy: 'CONTINUE' })] })
  const { message } = await store.sync()
  expect(message).toContain('1 isn’t tracked on the platform, so its stock isn’t counted.')
  expect(await lastChange()).toMatchObject({
    note: 'The platform doesn’t track it, so its stock isn’t counted here.',
  })
  expect((await see()).stockQuantity).toBeNull()
})

describe('a store whose prices include taxes', () => {
  test('is synced only with a shop whose prices do, if the shop charges taxes', async () => {
    await add()
    await store.store.set({ taxesIncluded: true })
    expect(await store.sync()).toMatchObject({ success: true })
    await store.store.change(handle, { price: '25.00' })
    const charge = (pricesIncludeTax: boolean) =>
      store.admin.call('PATCH /api/admin/settings', { taxes: { ...SALES_TAX, pricesIncludeTax } })
    await charge(false)
    const message =
      'This store’s prices include taxes, but the shop’s don’t. Change the tax setting of one of them. Nothing was changed.'
    await expect(preview()).rejects.toMatchObject({ status: 409, serverMessage: message })
    expect(await store.sync()).toEqual({ success: false, message, error: 'taxes included' })
    expect((await see()).price).toBe('20.00')
    await charge(true)
    expect(await store.sync()).toMatchObject({ success: true })
    expect((await see()).price).toBe('25.00')
    await store.store.set({ taxesIncluded: false })
    expect(await store.sync()).toMatchObject({ success: false, error: 'taxes not included' })
    await store.admin.call('PATCH /api/admin/settings', { taxes: NO_TAXES })
    expect(await store.sync()).toMatchObject({ success: true })
  })
})

test('an option named as in any language of the shop holds colors', async () => {
  for (const name of ['Colour', 'Farbe', 'Couleur', 'Color', 'Colore', 'Kleur']) {
    made += 1
    handle = `board-${made}`
    const values = ['Red', 'Blue']
    await add({
      options: [{ name, values }],
      variants: values.map((value) => variant('20.00', { values: [value] })),
    })
    await store.sync()
    expect([name, (await see()).colors]).toEqual([name, ['red', 'blue']])
  }
})

test('a product with the platform’s most variants is synced whole, page by page', async () => {
  const values = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index}`)
  const [widths, depths] = [values('w', 32), values('d', 64)]
  await add({
    options: [
      { name: 'Width', values: widths },
      { name: 'Depth', values: depths },
    ],
    variants: widths.flatMap((width) => depths.map((depth) => variant('20.00', { values: [width, depth] }))),
  })
  expect((await store.sync()).message).toContain('1 added')
  const { total } = await shop
    .visitor()
    .callPaged('GET /api/products/:slugOrId/variants', { slugOrId: handle })
  expect(total).toBe(2048)
})
