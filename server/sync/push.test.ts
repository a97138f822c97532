import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { askStore, variant } from '../../tests/support/platform.ts'
import { checkOut } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { checkBothChannels, pushAll } from '../../tests/support/stock-channels.ts'
import { openSyncTestStore, type Peg } from '../../tests/support/sync-test-store.ts'
import { shortenPauses, turnClock } from '../platform/clock.ts'
import { journal, readStock } from '../stock/fixtures.ts'
import { commitReservation, restockItems } from '../stock/stock.ts'

let shop: TestShop
let store: Awaited<ReturnType<typeof openSyncTestStore>>
let product: Peg
beforeAll(async () => {
  shortenPauses(100)
  shop = await openTestShop()
  store = await openSyncTestStore(shop)
})
afterAll(() => shortenPauses(1))
/** Each test has its own product with 5 units, which both the shop and the platform list. */
beforeEach(async () => {
  await pushing(true)
  product = await store.aPeg()
})
afterEach(async () => {
  turnClock(0)
  await store.store.heal()
  await shop.shop.db.deleteFrom('stock_pushes').execute()
})

const pushing = (pushStock: boolean) => store.admin.call('PATCH /api/admin/settings', { pushStock })
const sell = (units: number, order = `PL-${product.handle}`) =>
  commitReservation(shop.shop.db, order, [{ variantId: product.id, quantity: units }])
const entries = () => store.admin.call('GET /api/admin/stock-journal', { show: 'open' })
const decide = (id: number, decision: 'retry' | 'applied' | 'dismissed') =>
  store.admin.call('POST /api/admin/stock-journal/:id', { id, decision })

/** Returns the ID of a shopper's unpaid order. */
async function order(quantity: number): Promise<string> {
  const shopper = shop.visitor()
  await shopper.call('POST /api/cart', { productId: product.id, quantity })
  return (await checkOut(shopper)).orderId
}
const release = (orderId: string) => store.admin.call('POST /api/admin/orders/:orderId/release', { orderId })

/** Returns the stock in the shop and on the platform. */
async function counts(handle = product.handle) {
  const { variants } = await store.store.get(handle)
  const platform = variants.reduce((sum, { inventoryQuantity }) => sum + inventoryQuantity, 0)
  return { shop: (await product.product()).stockQuantity, platform }
}

describe('stock that is sold on both channels', () => {
  test('is not changed on the platform unless the owner enables it', async () => {
    await pushing(false)
    await sell(2)
    await pushAll(shop)
    await store.sync()
    expect(await counts()).toEqual({ shop: 3, platform: 5 })
    expect(await entries()).toEqual([])
  })

  test('is changed on the platform once by a sale, a return, and a correction, and a sync adds no further change', async () => {
    await sell(2)
    await pushAll(shop)
    expect(await counts()).toEqual({ shop: 3, platform: 3 })
    await restockItems(shop.shop.db, `PL-${product.handle}`, [{ variantId: product.id, quantity: 1 }])
    await product.edit({ stockQuantity: 9 })
    await store.store.change(product.handle, { inventoryChange: -2 })
    await pushAll(shop)
    await store.sync()
    expect(await counts()).toEqual({ shop: 7, platform: 7 })
    expect(await product.conflicts()).toEqual([])
    expect(await journal(shop.shop.db, product.id)).toEqual(
      expect.arrayContaining(['taken -2', 'put back 1', 'set 5', 'platform -2']),
    )
    const all = await store.admin.call('GET /api/admin/stock-journal', {})
    const states = all
      .filter((one) => one.productId === product.id)
      .map(({ change, push }) => [change, push?.state])
    expect(states).toEqual(
      expect.arrayContaining([
        [-2, 'applied'],
        [1, 'applied'],
        [5, 'applied'],
        [-2, undefined],
      ]),
    )
  })

  test('is deducted from the variant that was sold, even below zero', async () => {
    const handle = `${product.handle}-sizes`
    await store.store.add({
      title: handle,
      handle,
      options: [{ name: 'Size', values: ['S', 'L'] }],
      variants: [
        variant('9.00', { values: ['S'], inventoryQuantity: 1 }),
        variant('9.00', { values: ['L'], inventoryQuantity: 3 }),
      ],
    })
    await store.sync()
    const sizes = () => shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: handle })
    const [small, large] = (await sizes()).variants.map(({ id }) => id)
    await commitReservation(shop.shop.db, `PL-${handle}`, [
      { variantId: small ?? 0, quantity: 1 },
      { variantId: large ?? 0, quantity: 1 },
    ])
    // The last small one is sold on the platform at the same time.
    await store.store.change(handle, { inventoryChange: -1 })
    await pushAll(shop)
    const { variants } = await store.store.get(handle)
    expect(variants.map(({ inventoryQuantity }) => inventoryQuantity)).toEqual([-1, 2])
    await store.sync()
    expect((await sizes()).variants.map(({ stockQuantity }) => stockQuantity)).toEqual([0, 2])
    const [entry] = await store.admin.call('GET /api/admin/stock-journal', {})
    expect(entry).toMatchObject({ name: handle, variant: 'L', push: { state: 'applied' } })
  })

  test('is deducted once if the response to a push is lost, because the push is repeated with the same key', async () => {
    await sell(2)
    await pushAll(shop)
    await sell(1, `PL-${product.handle}-lost`)
    await store.store.fail('lost-adjustment', { count: 50 })
    await pushAll(shop)
    expect(await counts()).toEqual({ shop: 2, platform: 2 })
    await store.store.heal()
    // Until the push is repeated, the shop can't distinguish it from a sale on the platform.
    await store.store.change(product.handle, { title: 'Renamed' })
    await store.sync()
    expect((await product.product()).stockQuantity).toBe(2)
    await pushAll(shop)
    await store.sync()
    expect(await counts()).toEqual({ shop: 2, platform: 2 })
  })

  test('needs an admin’s decision after a day without a response, because the platform deletes the key', async () => {
    await sell(2)
    await store.store.fail('inventory-busy', { count: 50 })
    await pushAll(shop)
    expect(await entries()).toMatchObject([
      {
        productId: product.id,
        change: -2,
        push: { state: 'sending', error: expect.stringContaining('unavailable') },
      },
    ])
    await store.store.heal()
    turnClock(23.5 * 3_600_000)
    await pushAll(shop)
    const [entry] = await entries()
    expect(entry).toMatchObject({ push: { state: 'unknown', error: expect.stringContaining('Compare') } })
    expect((await counts()).platform).toBe(5)
    await decide(entry?.id ?? 0, 'retry')
    await pushAll(shop)
    expect(await counts()).toEqual({ shop: 3, platform: 3 })
    await expect(decide(entry?.id ?? 0, 'retry')).rejects.toMatchObject({ status: 404 })
  })

  test.each([
    ['no location has it', "The platform doesn't stock this product at any active location."],
    ['it is not tracked', 'The platform doesn’t track the inventory of this product.'],
    ['it is gone', 'The platform no longer has this product.'],
  ])(
    'is not changed if the platform rejects the push, which admins see and can dismiss: %s',
    async (problem, message) => {
      if (problem === 'no location has it') await store.store.fail('no-location', { count: 50 })
      if (problem === 'it is not tracked') await store.store.change(product.handle, { tracked: false })
      if (problem === 'it is gone') await store.store.remove(product.handle)
      await sell(2)
      await pushAll(shop)
      const [entry] = await entries()
      expect(entry).toMatchObject({ productId: product.id, push: { state: 'refused', error: message } })
      await decide(entry?.id ?? 0, 'dismissed')
      expect(await entries()).toEqual([])
    },
  )

  test('is pushed again after an admin has fixed the cause of a rejection', async () => {
    await store.store.fail('no-location', { count: 50 })
    await sell(2)
    await pushAll(shop)
    await store.store.heal()
    const [entry] = await entries()
    await decide(entry?.id ?? 0, 'retry')
    await pushAll(shop)
    await store.sync()
    expect(await counts()).toEqual({ shop: 3, platform: 3 })
    await expect(decide(entry?.id ?? 0, 'retry')).rejects.toMatchObject({ status: 404 })
  })

  test('is not deducted again after an admin adjusted it on the platform', async () => {
    await store.store.fail('no-location', { count: 50 })
    await sell(2)
    await pushAll(shop)
    await store.store.heal()
    await store.store.change(product.handle, { inventoryChange: -2 })
    const [entry] = await entries()
    await decide(entry?.id ?? 0, 'applied')
    await pushAll(shop)
    await store.sync()
    expect(await counts()).toEqual({ shop: 3, platform: 3 })
  })

  test('is pushed later if the shop lacks write access, with the reason shown to admins and without blocking other changes', async () => {
    await store.store.fail('no-write-access', { count: 50 })
    await sell(2)
    await pushAll(shop)
    expect(await entries()).toMatchObject([
      { push: { state: 'waiting', error: expect.stringContaining('write_inventory') } },
    ])
    await store.store.change(product.handle, { inventoryChange: -1 })
    await store.sync()
    expect(await counts()).toEqual({ shop: 2, platform: 4 })
    await store.store.heal()
    await pushAll(shop)
    expect(await counts()).toEqual({ shop: 2, platform: 2 })
  })

  test('keeps pending pushes if the shop adopts the platform’s count', async () => {
    await pushing(false)
    await product.edit({ stockQuantity: 8 })
    await store.sync()
    await pushing(true)
    await sell(2)
    await product.choose('stockQuantity', 'platform')
    expect((await product.product()).stockQuantity).toBe(3)
    await pushAll(shop)
    await store.sync()
    expect(await counts()).toEqual({ shop: 3, platform: 3 })
  })

  test('is the platform’s count again after an unpaid order of more units ends', async () => {
    await pushing(false)
    await product.edit({ stockQuantity: 50 })
    await store.store.change(product.handle, { inventoryQuantity: 4 })
    await store.sync()
    const orderId = await order(30)
    await product.choose('stockQuantity', 'platform')
    expect((await product.product()).stockQuantity).toBe(30)
    await release(orderId)
    await store.sync()
    expect(await counts()).toEqual({ shop: 4, platform: 4 })
    expect(await product.conflicts()).toEqual([])
  })

  test('is the platform’s count once it is counted there, even if unpaid orders have more units', async () => {
    await store.store.change(product.handle, { tracked: false })
    await store.sync()
    expect((await product.product()).stockQuantity).toBeNull()
    const orderId = await order(999)
    expect(await readStock(shop.shop.db, product.id)).toMatchObject({ held: 0 })
    await store.store.change(product.handle, { tracked: true, inventoryQuantity: 7 })
    await store.sync()
    expect(await readStock(shop.shop.db, product.id)).toEqual({ quantity: 7, held: 0, available: 7 })
    await release(orderId)
    await store.sync()
    expect(await readStock(shop.shop.db, product.id)).toEqual({ quantity: 7, held: 0, available: 7 })
  })

  test.each([
    ['sales on the platform are deducted in the shop', { pushes: false }],
    ['sales in the shop are deducted on the platform, too', { pushes: true }],
    ['each variant, in the shop', { pushes: false, hasVariants: true }],
    ['each variant, on both sides', { pushes: true, hasVariants: true }],
  ])(
    'counts concurrent sales and returns on both sides once each: %s',
    async (_what, how) => {
      await checkBothChannels(shop, store, { ...how, count: 3 })
    },
    120_000,
  )
})

test('the sandbox requires an idempotency key, and an explicit changeFromQuantity', async () => {
  const adjust = (directive: string, more: string) =>
    askStore<unknown>(
      shop,
      `mutation { inventoryAdjustQuantities(input: { name: "available", reason: "other", changes: [{ delta: -1,
        inventoryItemId: "gid://shopify/InventoryItem/1", locationId: "gid://shopify/Location/1" ${more} }] })
        ${directive} { userErrors { code } } }`,
    )
  expect(JSON.stringify(await adjust('', 'changeFromQuantity: null'))).toContain('@idempotent')
  expect(JSON.stringify(await adjust('@idempotent(key: "a")', ''))).toContain('changeFromQuantity')
  expect(JSON.stringify(await adjust('@idempotent(key: "a")', 'changeFromQuantity: null'))).toContain(
    'INVALID_INVENTORY_ITEM',
  )
})
