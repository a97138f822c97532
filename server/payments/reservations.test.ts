import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CHECKOUT_MESSAGES } from '#contract/checkout/rules.ts'
import { aProduct, emailsTo } from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { CARD } from '../../tests/support/shopper-details.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { turnClock } from '../platform/clock.ts'
import { emailOf, resolveDiscrepancies, stockOf, transitionsOf } from './fixtures.ts'
import { expireUnpaidOrder } from './payments.ts'

const MINUTE_MS = 60_000
let shop: TestShop
let visitor: Visitor
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
})
beforeEach(() => {
  visitor = shop.visitor()
  return () => resolveDiscrepancies(shop)
})

const refundsOf = (orderId: string) =>
  shop.shop.db
    .selectFrom('refunds')
    .select(['amount_cents', 'status', 'problem'])
    .where('order_id', '=', orderId)
    .execute()

describe('a payment in progress', () => {
  test('returns 409 payment_in_progress for a changed cart, and keeps the order the same', async () => {
    const lamp = await aProduct(shop)
    const checkout = await buying.checkOutWith(visitor, [lamp])
    await buying.payByCard(shop, checkout, CARD.asksBank)
    expect(await buying.checkOut(visitor)).toEqual(checkout)
    await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
    await expect(buying.checkOut(visitor)).rejects.toMatchObject({
      status: 409,
      code: 'payment_in_progress',
    })
    expect((await buying.intentOf(shop, checkout)).amount).toBe(1499)
  })

  test('makes the shopper wait at most 30 minutes before paying for the changed cart', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 9 })
    const checkout = await buying.checkOutWith(visitor, [lamp])
    await buying.payByCard(shop, checkout, CARD.asksBank)
    await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
    turnClock(20 * MINUTE_MS)
    await expect(buying.checkOut(visitor)).rejects.toMatchObject({ code: 'payment_in_progress' })
    turnClock(11 * MINUTE_MS)
    await buying.watch(shop)
    expect(await buying.statusOf(shop, checkout.orderId)).toBe('cancelled')
    expect((await buying.checkOut(visitor)).orderId).not.toBe(checkout.orderId)
  })

  test('ends the changes of its order at the fiftieth, so that no request reads ever more versions', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 9 })
    const checkout = await buying.checkOutWith(visitor, [lamp])
    await buying.payByCard(shop, checkout, CARD.asksBank)
    const [{ id: itemId } = { id: 0 }] = await visitor.call('GET /api/cart')
    const inputs: Awaited<ReturnType<typeof buying.checkoutInput>>[] = []
    const checkOutUnits = async (quantity: number) => {
      await visitor.call('PATCH /api/cart/:itemId', { itemId, quantity })
      const input = inputs[quantity] ?? (await buying.checkoutInput(visitor))
      inputs[quantity] = input
      return visitor.call('POST /api/create-payment-intent', input)
    }
    for (let version = 2; version <= 50; version++)
      await expect(checkOutUnits(2 + (version % 2))).rejects.toMatchObject({ code: 'payment_in_progress' })
    await expect(checkOutUnits(4)).rejects.toMatchObject({
      status: 429,
      serverMessage: CHECKOUT_MESSAGES.tooManyVersions,
    })
    expect(await stockOf(shop, lamp)).toEqual({ quantity: 9, held: 3 })
    turnClock(31 * MINUTE_MS)
    await buying.watch(shop)
    expect((await checkOutUnits(4)).orderId).not.toBe(checkout.orderId)
  })

  test('is not affected by a change to the shipping address', async () => {
    await buying.switchOn(shop, 'webhook-lost', { count: 9 })
    const checkout = await buying.checkOutWith(visitor, [await aProduct(shop)], emailOf('here'))
    await buying.payByCard(shop, checkout)
    await expect(buying.checkOut(visitor, { ...emailOf('there'), city: 'Dallas' })).rejects.toMatchObject({
      code: 'already_paid',
    })
    const order = await visitor.call('GET /api/orders/track', {
      orderId: checkout.orderId,
      ...emailOf('here'),
    })
    expect(order.shipsTo.city).toBe('Austin')
  })

  test('returns 409 already_paid with the order ID once it has succeeded, even before the webhook arrives', async () => {
    await buying.switchOn(shop, 'webhook-lost', { count: 9 })
    const checkout = await buying.checkOutWith(visitor, [await aProduct(shop)])
    const seen = await buying.checkoutInput(visitor)
    await buying.payByCard(shop, checkout)
    for (let tab = 0; tab < 2; tab++) {
      const response = await visitor.send({
        method: 'POST',
        url: '/api/create-payment-intent',
        body: seen,
      })
      expect([response.status, response.json()]).toMatchObject([
        409,
        { code: 'already_paid', orderId: checkout.orderId },
      ])
    }
    expect(await buying.statusOf(shop, checkout.orderId)).toBe('processing')
  })

  test('covers the items of its order, even if the cart changes in the meantime', async () => {
    const [lamp, mat] = [
      await aProduct(shop, { stockQuantity: 9 }),
      await aProduct(shop, { stockQuantity: 9 }),
    ]
    const checkout = await buying.checkOutWith(visitor, [lamp])
    // The shop saves the new cart but can't reach the provider, and the shopper pays in the other tab.
    await visitor.call('POST /api/cart', { productId: mat.id, quantity: 1 })
    await buying.switchOn(shop, 'down', { count: 5 })
    await expect(buying.checkOut(visitor)).rejects.toMatchObject({ status: 503 })
    await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
    await buying.payByCard(shop, checkout)
    await buying.becomes(shop, checkout.orderId, 'processing')
    const order = await visitor.call('GET /api/orders/track', {
      orderId: checkout.orderId,
      email: 'ada@example.com',
    })
    expect(order.items.map(({ productId }) => productId)).toEqual([lamp.id])
    expect(order.totalAmount).toBe('14.99')
    expect([await stockOf(shop, lamp), await stockOf(shop, mat)]).toEqual([
      { quantity: 8, held: 0 },
      { quantity: 9, held: 0 },
    ])
    expect((await visitor.call('GET /api/cart')).map(({ productId }) => productId)).toEqual([mat.id])
  })
})

describe('a reservation that expires (after 30 minutes)', () => {
  test('lasts at most two hours, even if the shopper returns repeatedly', async () => {
    const checkout = await buying.checkOutWith(visitor, [await aProduct(shop, { stockQuantity: 1 })])
    for (let minutes = 20; minutes < 120; minutes += 20) {
      turnClock(20 * MINUTE_MS)
      await buying.watch(shop)
      expect(await buying.checkOut(visitor)).toEqual(checkout)
    }
    turnClock(21 * MINUTE_MS)
    await buying.watch(shop)
    expect(await buying.statusOf(shop, checkout.orderId)).toBe('cancelled')
  })

  test('expires after its intent is canceled, and its units are available again', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 1 })
    const checkout = await buying.checkOutWith(visitor, [lamp])
    turnClock(29 * MINUTE_MS)
    await buying.watch(shop)
    expect(await buying.statusOf(shop, checkout.orderId)).toBe('pending')
    turnClock(2 * MINUTE_MS)
    await buying.watch(shop)
    expect((await buying.intentOf(shop, checkout)).status).toBe('canceled')
    expect(await transitionsOf(shop, checkout.orderId)).toEqual(['pending by customer', 'cancelled by shop'])
    expect(await stockOf(shop, lamp)).toEqual({ quantity: 1, held: 0 })
    const next = await buying.checkOut(visitor)
    expect(next.orderId).not.toBe(checkout.orderId)
  })

  test('is kept if the shopper returned while others expired', async () => {
    const checkout = await buying.checkOutWith(visitor, [await aProduct(shop)])
    await expireUnpaidOrder(shop.shop.db, shop.shop.gateway, shop.shop.config, checkout.orderId)
    expect((await buying.intentOf(shop, checkout)).status).toBe('requires_payment_method')
  })

  test('for a test payment is released without a request to the provider once the shop has gone live', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 1 })
    const checkout = await buying.checkOutWith(visitor, [lamp])
    turnClock(31 * MINUTE_MS)
    await expireUnpaidOrder(
      shop.shop.db,
      { ...shop.shop.gateway, isLive: true },
      shop.shop.config,
      checkout.orderId,
    )
    expect(await buying.statusOf(shop, checkout.orderId)).toBe('cancelled')
    expect(await stockOf(shop, lamp)).toEqual({ quantity: 1, held: 0 })
  })

  test('is kept while the provider is unavailable', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 1 })
    const checkout = await buying.checkOutWith(visitor, [lamp])
    turnClock(31 * MINUTE_MS)
    await buying.switchOn(shop, 'down', {})
    await buying.watch(shop)
    expect(await stockOf(shop, lamp)).toEqual({ quantity: 1, held: 1 })
    await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
    turnClock(3 * MINUTE_MS)
    await buying.watch(shop)
    expect(await buying.statusOf(shop, checkout.orderId)).toBe('cancelled')
  })

  // 'Payment Intents API, status processing' in Stripe's documentation: a bank debit can take days.
  test('for a processing payment is kept, and neither blocks other reservations nor is canceled', async () => {
    await buying.switchOn(shop, 'processing', { count: 1, delayMs: 600_000 })
    const slow = await buying.checkOutWith(visitor, [await aProduct(shop)])
    await buying.payByCard(shop, slow)
    await othersProcessing(slow.orderId, 60)
    const lamp = await aProduct(shop, { stockQuantity: 1 })
    const abandoned = await buying.checkOutWith(shop.visitor(), [lamp])
    turnClock(31 * MINUTE_MS)
    await buying.watch(shop)
    expect(await buying.statusOf(shop, abandoned.orderId)).toBe('cancelled')
    expect(await stockOf(shop, lamp)).toEqual({ quantity: 1, held: 0 })
    expect(await buying.statusOf(shop, slow.orderId)).toBe('pending')
    expect((await buying.intentOf(shop, slow)).status).toBe('processing')
  })

  test('for a live payment is kept while the shop has test keys, and doesn’t block others', async () => {
    const kept = await buying.checkOutWith(visitor, [await aProduct(shop)])
    await othersProcessing(kept.orderId, 60, 'PL-0001')
    const { db } = shop.shop
    const copies = db.updateTable('payments').where('intent_id', 'like', 'pi_PL-0001_%')
    await copies.set({ is_live: true, status: 'open' }).execute()
    const lamp = await aProduct(shop, { stockQuantity: 1 })
    const abandoned = await buying.checkOutWith(shop.visitor(), [lamp])
    turnClock(31 * MINUTE_MS)
    await buying.watch(shop)
    expect(await buying.statusOf(shop, abandoned.orderId)).toBe('cancelled')
    expect(await buying.statusOf(shop, 'PL-0001-0000')).toBe('pending')
  })

  test('for an order that was paid in the last second makes the order processing', async () => {
    await buying.switchOn(shop, 'webhook-lost', { count: 9 })
    const checkout = await buying.checkOutWith(visitor, [await aProduct(shop)])
    await buying.payByCard(shop, checkout)
    turnClock(31 * MINUTE_MS)
    await buying.watch(shop)
    expect(await buying.statusOf(shop, checkout.orderId)).toBe('processing')
  })
})

/** Copies an order whose payment is processing. The copies' reservations expired long ago. */
async function othersProcessing(orderId: string, count: number, prefix = 'PL-0000') {
  const { db } = shop.shop
  for (let number = 0; number < count; number++) {
    const id = `${prefix}-${String(number).padStart(4, '0')}`
    const order = await db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('orders')
      .values({ ...order, id, cart_id: null })
      .execute()
    await db
      .insertInto('payments')
      .values({
        order_id: id,
        is_live: false,
        intent_id: `pi_${prefix}_${number}`,
        opened_version: 1,
        status: 'processing',
        last_status_at: new Date(Date.now() + 60 * MINUTE_MS),
      })
      .execute()
    await db
      .insertInto('reservations')
      .values({ order_key: id, expires_at: new Date(Date.now() - MINUTE_MS) })
      .execute()
  }
}

describe('a payment for an order that can’t be fulfilled', () => {
  test('is refunded if the order has already expired', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 1 })
    const checkout = await buying.checkOutWith(visitor, [lamp])
    turnClock(31 * MINUTE_MS)
    // In the other mode, the shop expires the order without canceling the intent at the provider.
    await expireUnpaidOrder(
      shop.shop.db,
      { ...shop.shop.gateway, isLive: true },
      shop.shop.config,
      checkout.orderId,
    )
    await buying.payByCard(shop, checkout)
    await expect
      .poll(async () => (await shop.runJobs()) && refundsOf(checkout.orderId), { timeout: 20_000 })
      .toEqual([{ amount_cents: 1499, status: 'succeeded', problem: null }])
    expect(await buying.statusOf(shop, checkout.orderId)).toBe('cancelled')
    expect(await stockOf(shop, lamp)).toEqual({ quantity: 1, held: 0 })
  })

  test('is refunded in full, and an email says that the order was cancelled', async () => {
    const last = await aProduct(shop, { stockQuantity: 1 })
    const checkout = await buying.checkOutWith(visitor, [last], emailOf('unlucky'))
    // Deletes the reservation, to simulate a state that must never occur.
    await shop.shop.db.deleteFrom('reservations').where('order_key', '=', checkout.orderId).execute()
    await shop.shop.db.updateTable('stock').set({ held: 0 }).where('variant_id', '=', last.id).execute()
    await buying.aPaidOrder(shop, shop.visitor(), [last])
    await buying.payByCard(shop, checkout)
    await buying.becomes(shop, checkout.orderId, 'cancelled')
    await shop.runJobs()
    expect(await refundsOf(checkout.orderId)).toEqual([
      { amount_cents: 1499, status: 'succeeded', problem: null },
    ])
    const subjects = (await emailsTo(shop, 'unlucky@example.com')).map(({ subject }) => subject)
    expect(subjects).toContain(`We couldn't fulfill your order ${checkout.orderId}`)
    const outcome = await visitor.call('POST /api/payment-outcome', checkout)
    expect(outcome.outcome).toBe('refunded')
  })
})
