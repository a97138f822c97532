import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Dashboard } from '#contract/admin/api.ts'
import { deliver, ship } from '../../tests/support/after-purchase.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { archiveProduct } from '../catalog/archive-product.ts'
import { now, turnClock } from '../platform/clock.ts'

const DAY_MS = 86_400_000
const dayOf = (time: Date) => time.toISOString().slice(0, 10)
const daysAgo = (days: number) => dayOf(new Date(now().getTime() - days * DAY_MS))

afterEach(() => turnClock(0))

describe('a shop without sales', () => {
  let shop: TestShop
  let admin: fixtures.Customer
  const look = (days?: number) => admin.call('GET /api/admin/dashboard', days ? { days } : {})
  beforeAll(async () => {
    shop = await openTestShop()
    admin = await fixtures.anAdmin(shop)
  })

  test('shows every day of the period with zeros', async () => {
    const dashboard = await look()
    expect(dashboard).toMatchObject({
      from: daysAgo(29),
      to: daysAgo(0),
      totals: { orders: 0, revenue: '0.00', refunded: '0.00', average: null },
      previous: { orders: 0, revenue: '0.00', refunded: '0.00', average: null },
      statuses: [],
      bestSellers: [],
      missedSearches: [],
      funnel: { carts: 0, checkouts: 0, paid: 0 },
    })
    expect(dashboard.days).toHaveLength(30)
    expect(dashboard.days[0]).toEqual({ day: daysAgo(29), orders: 0, revenue: '0.00', refunded: '0.00' })
  })

  test.each([7, 30, 90])('covers the last %d days on request', async (days) => {
    const dashboard = await look(days)
    expect(dashboard.days.map(({ day }) => day)).toEqual(
      Array.from({ length: days }, (_, index) => daysAgo(days - 1 - index)),
    )
  })

  test.each(['8', 'all', '0'])('rejects a period of %j days', async (days) => {
    const { status } = await admin.send({
      url: `/api/admin/dashboard?days=${days}`,
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(status).toBe(400)
  })

  test('lists the searches with no results, over all days of the period', async () => {
    const search = (day: string, text: string, count: number) =>
      shop.shop.db.insertInto('zero_result_searches').values({ day, text, count }).execute()
    await search(daysAgo(0), 'unicorn', 2)
    await search(daysAgo(6), 'unicorn', 3)
    await search(daysAgo(6), 'genie', 4)
    await search(daysAgo(7), 'too old', 90)
    for (const text of ['a', 'b', 'c', 'd']) await search(daysAgo(1), text, 1)
    expect((await look(7)).missedSearches).toEqual([
      { text: 'unicorn', count: 5 },
      { text: 'genie', count: 4 },
      { text: 'a', count: 1 },
      { text: 'b', count: 1 },
      { text: 'c', count: 1 },
    ])
    expect((await look(30)).missedSearches[0]).toEqual({ text: 'too old', count: 90 })
  })
})

describe('low stock', () => {
  test('lists available units of active products, without reserved ones, lowest first', async () => {
    const shop = await openTestShop()
    const admin = await fixtures.anAdmin(shop)
    const low = async () => (await admin.call('GET /api/admin/dashboard', {})).lowStock
    await shop.shop.db.updateTable('stock').set({ quantity: 50 }).execute()
    const few = await fixtures.aProduct(shop, { name: 'Few', stockQuantity: 5 })
    const none = await fixtures.aProduct(shop, { name: 'None', stockQuantity: 0 })
    await fixtures.aProduct(shop, { name: 'Enough', stockQuantity: 6 })
    await fixtures.aProduct(shop, { name: 'Not counted', stockQuantity: null })
    await archiveProduct(
      shop.shop.db,
      null,
      (await fixtures.aProduct(shop, { name: 'Gone', stockQuantity: 0 })).id,
    )
    expect(await low()).toEqual({
      threshold: 5,
      total: 2,
      products: [
        { productId: none.id, name: 'None', left: 0 },
        { productId: few.id, name: 'Few', left: 5 },
      ],
    })
    await buying.checkOutWith(shop.visitor(), [few])
    expect((await low()).products).toContainEqual({ productId: few.id, name: 'Few', left: 4 })
    await admin.call('PATCH /api/admin/settings', { lowStockThreshold: 0 })
    expect(await low()).toEqual({
      threshold: 0,
      total: 1,
      products: [{ productId: none.id, name: 'None', left: 0 }],
    })
  })
})

describe('a shop with orders', () => {
  let shop: TestShop
  let admin: fixtures.Customer
  let dashboard: Dashboard
  const look = (days = 7) => admin.call('GET /api/admin/dashboard', { days })
  const buy = async (...products: { id: number }[]) => {
    const { orderId } = await buying.aPaidOrder(shop, shop.visitor(), products)
    return { orderId }
  }
  let lamp: { id: number }
  let mat: { id: number }

  /**
   * Eight days ago: a lamp. Three days ago: two lamps in two orders. Today: a lamp and a mat with a refund of 10.00, a
   * mat in a cancelled order, a mat in an unpaid order, and a lamp left in a cart.
   */
  beforeAll(async () => {
    shop = await openTestShop({ webhooks: true })
    lamp = await fixtures.aProduct(shop, { name: 'Lamp', priceCents: 4500, stockQuantity: 50 })
    mat = await fixtures.aProduct(shop, { name: 'Mat', priceCents: 2000, stockQuantity: 50 })
    turnClock(-8 * DAY_MS)
    admin = await fixtures.anAdmin(shop)
    await buy(lamp)
    turnClock(5 * DAY_MS)
    admin = await fixtures.anAdmin(shop)
    await deliverTo(await buy(lamp))
    await ship(admin, await buy(lamp))
    turnClock(0)
    admin = await fixtures.anAdmin(shop)
    const both = await buy(lamp, mat)
    await admin.call('POST /api/admin/orders/:orderId/refunds', {
      ...both,
      amount: '10.00',
      seenRefunded: '0.00',
      reason: 'A scratch',
    })
    const cancelled = await buy(mat)
    await admin.call('POST /api/admin/orders/:orderId/cancel', {
      ...cancelled,
      restock: true,
      reason: 'Damaged',
    })
    await buying.checkOutWith(shop.visitor(), [mat])
    await shop.visitor().call('POST /api/cart', { productId: lamp.id, quantity: 1 })
    await shop.runJobs()
    dashboard = await look()
  })
  async function deliverTo(order: { orderId: string }) {
    await ship(admin, order)
    await deliver(admin, order)
  }

  test('counts revenue on the day of the payment, in UTC, net of refunds and without cancelled orders', () => {
    expect(dashboard.days.filter(({ orders }) => orders > 0)).toEqual([
      { day: daysAgo(3), orders: 2, revenue: '99.98', refunded: '0.00' },
      { day: daysAgo(0), orders: 2, revenue: '59.99', refunded: '10.00' },
    ])
    expect(dashboard.totals).toMatchObject({ orders: 4, revenue: '159.97', refunded: '10.00' })
  })

  test('has the average of orders that aren’t cancelled, and the totals of as many days before', async () => {
    expect(dashboard.totals.average).toBe('53.32')
    expect(dashboard.previous).toEqual({ orders: 1, revenue: '49.99', refunded: '0.00', average: '49.99' })
    const none = { orders: 0, revenue: '0.00', refunded: '0.00', average: null }
    expect((await look(30)).previous).toEqual(none)
  })

  test('includes older orders in a longer period', async () => {
    expect((await look(30)).totals).toMatchObject({ orders: 5, revenue: '209.96', refunded: '10.00' })
  })

  test('ends each day at midnight in UTC', async () => {
    const { db } = shop.shop
    const at = new Date(`${daysAgo(3)}T00:00:00Z`)
    const moved = (time: Date) =>
      db.updateTable('payment_transitions').set({ at: time }).where('kind', '=', 'paid').where('at', '<', at)
    await moved(new Date(at.getTime() - 1)).execute()
    expect((await look()).days.find(({ day }) => day === daysAgo(4))?.orders).toBe(1)
    await moved(new Date(at.getTime() - 5 * DAY_MS)).execute()
  })

  test('counts the same paid orders by day, by status, and on the card', async () => {
    expect(dashboard.statuses).toEqual([
      { status: 'processing', orders: 1 },
      { status: 'shipped', orders: 1 },
      { status: 'delivered', orders: 1 },
      { status: 'cancelled', orders: 1 },
    ])
    const { statuses } = await look(30)
    const { orders } = await admin.call('GET /api/admin/counts')
    expect(statuses.reduce((sum, { orders }) => sum + orders, 0)).toBe(orders)
  })

  test('counts best sellers by units, without cancelled orders', () => {
    expect(dashboard.bestSellers).toEqual([
      { productId: lamp.id, name: 'Lamp', quantity: 3, revenue: '135.00' },
      { productId: mat.id, name: 'Mat', quantity: 1, revenue: '20.00' },
    ])
  })

  test('counts best sellers without refunded units, and leaves out products without any others', async () => {
    const [few, none] = [
      await fixtures.aProduct(shop, { name: 'Kept', priceCents: 3000, stockQuantity: 50 }),
      await fixtures.aProduct(shop, { name: 'Refunded', priceCents: 3000, stockQuantity: 50 }),
    ]
    const shopper = shop.visitor()
    await shopper.call('POST /api/cart', { productId: few.id, quantity: 6 })
    await shopper.call('POST /api/cart', { productId: none.id, quantity: 8 })
    const { orderId } = await buying.aPaidOrder(shop, shopper, [few])
    const { items } = await admin.call('GET /api/admin/orders/:orderId', { orderId })
    const refunded = items.map(({ id, product }) => ({
      itemId: id,
      quantity: product.name === 'Kept' ? 2 : 8,
      restock: true,
    }))
    await admin.call('POST /api/admin/orders/:orderId/refunds', {
      orderId,
      lines: refunded,
      seenRefunded: '0.00',
      reason: 'Returned',
    })
    const { bestSellers } = await look()
    expect(bestSellers[0]).toEqual({ productId: few.id, name: 'Kept', quantity: 5, revenue: '150.00' })
    expect(bestSellers.map(({ name }) => name)).not.toContain('Refunded')
  })

  test('shows how many carts led to a checkout, and how many checkouts to a payment', () => {
    expect(dashboard.funnel).toEqual({ carts: 6, checkouts: 5, paid: 4 })
  })
})
