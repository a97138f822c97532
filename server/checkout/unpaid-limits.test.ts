import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anAdmin, aProduct } from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { turnClock } from '../platform/clock.ts'
import { readStock } from '../stock/fixtures.ts'

const MINUTE_MS = 60_000

let shop: TestShop
let [home, phone] = ['', '']
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
})
beforeEach(() => {
  ;[home, phone] = [shop.visitor().address, shop.visitor().address]
})
afterEach(() => turnClock(0))

/** Returns a browser with an unpaid order of some units that was placed from an address. */
async function ordered(address: string, product: { id: number }, quantity = 1) {
  const browser = Object.assign(shop.visitor(), { address })
  await browser.call('POST /api/cart', { productId: product.id, quantity })
  const { orderId } = await buying.checkOut(browser)
  return { browser, orderId }
}

/** Changes the units of a browser's order from an address. @returns the status of the checkout */
async function change(browser: Visitor, address: string, quantity: number): Promise<number> {
  browser.address = address
  const [item] = await browser.call('GET /api/cart')
  await browser.call('PATCH /api/cart/:itemId', { itemId: item?.id ?? 0, quantity })
  const body = await buying.checkoutInput(browser)
  return (await browser.send({ method: 'POST', url: '/api/create-payment-intent', body })).status
}

const release = async (orderId: string) =>
  (await anAdmin(shop)).call('POST /api/admin/orders/:orderId/release', { orderId })
const heldOf = async ({ id }: { id: number }) => (await readStock(shop.shop.db, id))?.held

test('the versions of an address’s orders are limited, even if they reserve nothing', async () => {
  const lamp = await aProduct(shop, { stockQuantity: null })
  const { browser, orderId } = await ordered(home, lamp)
  expect(await change(browser, home, 2)).toBe(200)
  // Many more changes, which take too long for a test.
  await shop.shop.db
    .updateTable('order_origins')
    .set(({ eb }) => ({ versions: eb('versions', '+', 297) }))
    .where('order_id', '=', orderId)
    .execute()
  await ordered(home, lamp)
  const visitor = Object.assign(shop.visitor(), { address: home })
  await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
  const body = await buying.checkoutInput(visitor)
  const order = () => visitor.send({ method: 'POST', url: '/api/create-payment-intent', body })
  const { status, headers } = await order()
  expect(status).toBe(429)
  expect(headers['retry-after']).toBe('3600')
  await release(orderId)
  expect((await order()).status).toBe(429)
  visitor.address = phone
  expect((await order()).status).toBe(200)
})

describe('unpaid orders that were placed at one IP address and changed at another', () => {
  test('leave half of a product to others', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 100 })
    const orders = []
    for (let order = 0; order < 4; order++) orders.push(await ordered(home, lamp))
    const statuses = []
    for (const { browser } of orders) statuses.push(await change(browser, phone, 30))
    expect(statuses).toEqual([200, 429, 429, 429])
    expect(await heldOf(lamp)).toBe(33)
  })

  test('leave half of a product to others, even if they are changed at the same time', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 100 })
    const orders = [await ordered(home, lamp), await ordered(phone, lamp)]
    const [first, second] = orders as [(typeof orders)[0], (typeof orders)[0]]
    const statuses = await Promise.all([change(first.browser, phone, 40), change(second.browser, home, 40)])
    expect(statuses.sort()).toEqual([200, 429])
    expect(await heldOf(lamp)).toBe(41)
  })

  test('delay the next order of both addresses if they end unpaid', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 10 })
    const { browser, orderId } = await ordered(home, lamp)
    expect(await change(browser, phone, 10)).toBe(200)
    await release(orderId)
    for (const address of [home, phone])
      await expect(ordered(address, lamp)).rejects.toMatchObject({ status: 429 })
  })

  test('of more than 50 units reserve stock once a day for both addresses', async () => {
    const [lamp, mat] = [
      await aProduct(shop, { stockQuantity: 500 }),
      await aProduct(shop, { stockQuantity: 500 }),
    ]
    await ordered(home, lamp, 60)
    expect(await heldOf(lamp)).toBe(60)
    turnClock(11 * MINUTE_MS)
    await buying.watch(shop)
    turnClock(5 * MINUTE_MS)
    const { browser } = await ordered(home, mat)
    expect(await change(browser, phone, 60)).toBe(200)
    expect(await heldOf(mat)).toBe(0)
  })

  test('can be paid', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 5 })
    const { browser, orderId } = await ordered(home, lamp)
    expect(await change(browser, phone, 2)).toBe(200)
    await buying.payByCard(shop, await buying.checkOut(browser))
    await buying.becomes(shop, orderId, 'processing')
  })
})

describe('repeated checkouts of a network', () => {
  test('beyond their limit change neither the order nor its stock', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 100 })
    const { browser, orderId } = await ordered(home, lamp)
    expect(await change(browser, home, 2)).toBe(200)
    const { db } = shop.shop
    const counts = db.updateTable('rate_limits').where('key', 'like', 'repeated-checkouts:%')
    await counts.set({ points: 239 }).execute()
    expect(await change(browser, home, 3)).toBe(200)
    expect(await change(browser, home, 4)).toBe(429)
    const order = db.selectFrom('orders').select('version').where('id', '=', orderId)
    const versions = db.selectFrom('order_versions').select('version').where('order_id', '=', orderId)
    expect(Math.max(...(await versions.execute()).map(({ version }) => version))).toBe(
      (await order.executeTakeFirstOrThrow()).version,
    )
    expect(await heldOf(lamp)).toBe(3)
  })
})
