import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { aProduct, emailsTo } from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, stripeOf, type TestShop } from '../../tests/support/shop.ts'
import { cancelOrder } from '../orders/fulfillment.ts'
import { turnClock } from '../platform/clock.ts'
import { findShopId } from '../settings/queries.ts'
import { ProviderError } from './provider.ts'
import { findPayment } from './queries.ts'
import { findRefund } from './refund-queries.ts'
import { applyRefundStatus, requestRefund, sendRefund } from './refunds.ts'

const MINUTE_MS = 60_000
const ADMIN = { id: 1, isProven: true }
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
})
beforeEach(() => async () => {
  turnClock(0)
  await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
})

async function aPaidOrder(email = 'ada@example.com') {
  const product = await aProduct(shop, { priceCents: 4500, stockQuantity: 5 })
  return { product, ...(await buying.aPaidOrder(shop, shop.visitor(), [product], { email })) }
}

const refundsOf = ({ orderId }: { orderId: string }) =>
  shop.shop.db
    .selectFrom('refunds')
    .select(['amount_cents', 'status', 'problem'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()

/** Returns the amounts in cents of the refunds at the provider that haven't failed. */
async function refundedAt({ clientSecret }: { clientSecret: string }): Promise<number[]> {
  const intent = clientSecret.split('_secret_')[0]
  const { data } = await stripeOf(shop).refunds.list({ payment_intent: intent, limit: 100 })
  return data.filter(({ status }) => status !== 'failed').map(({ amount }) => amount)
}

async function becomes(order: { orderId: string }, ...statuses: string[]) {
  await vi.waitFor(
    async () => {
      await shop.runJobs()
      expect((await refundsOf(order)).map(({ status }) => status)).toEqual(statuses)
    },
    { timeout: 20_000 },
  )
}

describe('polling, if others wait longer', () => {
  /** Copies a refund, as if its provider never reported on it. */
  async function olderRefunds(orderId: string, id: number, status: string, refundId: string | null) {
    const { db } = shop.shop
    const copy = await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const { id: _, ...rest } = copy
    for (let number = 0; number < 50; number++)
      await db
        .insertInto('refunds')
        .values({
          ...rest,
          order_id: orderId,
          shipping_taxes: JSON.stringify(rest.shipping_taxes),
          status,
          refund_id: refundId && `${refundId}_${number}`,
          updated_at: new Date(Date.now() - 60 * MINUTE_MS),
        })
        .execute()
  }

  async function aRefundWithoutEvents() {
    const [order, before] = [await aPaidOrder(), await aPaidOrder()]
    await buying.switchOn(shop, 'webhook-lost', {})
    await buying.switchOn(shop, 'refund-pending', { count: 1, delayMs: 500 })
    const id = await requestRefund(shop.shop.db, order.orderId, 500, 'Damaged')
    await shop.runJobs()
    const { refundId } = (await findRefund(shop.shop.db, id)) ?? {}
    await vi.waitFor(
      async () => expect((await stripeOf(shop).refunds.retrieve(refundId ?? '')).status).toBe('succeeded'),
      20_000,
    )
    return { before, id }
  }

  const isSettled = async (id: number) => (await findRefund(shop.shop.db, id))?.status === 'succeeded'

  test.each([
    ['requested', null],
    ['pending', 're_of_the_other_mode'],
  ])('is not blocked by %s refunds of the other mode', async (status, refundId) => {
    const { before, id } = await aRefundWithoutEvents()
    await olderRefunds(before.orderId, id, status, refundId)
    const { db } = shop.shop
    await db.updateTable('payments').set({ is_live: true }).where('order_id', '=', before.orderId).execute()
    turnClock(11 * MINUTE_MS)
    await vi.waitFor(async () => {
      await buying.watch(shop)
      expect(await isSettled(id)).toBe(true)
    }, 20_000)
    await db.deleteFrom('refunds').where('order_id', '=', before.orderId).execute()
  })

  test('is not blocked by refunds that the provider can’t find', async () => {
    const { before, id } = await aRefundWithoutEvents()
    await olderRefunds(before.orderId, id, 'pending', 're_lost')
    turnClock(11 * MINUTE_MS)
    await vi.waitFor(async () => {
      await buying.watch(shop).catch(() => undefined)
      expect(await isSettled(id)).toBe(true)
    }, 20_000)
    await shop.shop.db.deleteFrom('refunds').where('order_id', '=', before.orderId).execute()
  })
})

describe('cancelling a paid order', () => {
  test('refunds it in full, restocks its products, and notifies the customer', async () => {
    const order = await aPaidOrder('cancelled@example.com')
    await cancelOrder(shop.shop.db, shop.shop.config, order.orderId, ADMIN, {
      restock: true,
      reason: 'Damaged in stock',
    })
    await becomes(order, 'succeeded')
    expect(await refundedAt(order)).toEqual([4999])
    expect(await buying.statusOf(shop, order.orderId)).toBe('cancelled')
    const stock = await shop.shop.db
      .selectFrom('stock')
      .select('quantity')
      .where('variant_id', '=', order.product.id)
      .executeTakeFirst()
    expect(stock?.quantity).toBe(5)
    const emails = await emailsTo(shop, 'cancelled@example.com')
    const cancelled = emails.find(({ subject }) => subject === `Your order ${order.orderId} was cancelled`)
    expect(cancelled?.text).toContain("We're refunding the full $49.99 to your original card")
  })

  test('happens once, even if it is requested repeatedly', async () => {
    const order = await aPaidOrder()
    const cancel = () =>
      cancelOrder(shop.shop.db, shop.shop.config, order.orderId, ADMIN, { restock: true, reason: 'Twice' })
    await cancel()
    await expect(cancel()).rejects.toMatchObject({ status: 409, code: 'illegal_move' })
    await becomes(order, 'succeeded')
    expect(await refundedAt(order)).toEqual([4999])
  })
})

describe('a refund', () => {
  test('never exceeds the amount paid, together with all other refunds', async () => {
    const order = await aPaidOrder()
    await requestRefund(shop.shop.db, order.orderId, 3000, 'A scratch')
    await expect(requestRefund(shop.shop.db, order.orderId, 2000, 'Too much')).rejects.toMatchObject({
      status: 409,
      message: 'At most $19.99 of this order can be refunded.',
    })
    await requestRefund(shop.shop.db, order.orderId, 1999, 'The rest')
    await becomes(order, 'succeeded', 'succeeded')
    expect((await refundedAt(order)).sort()).toEqual([1999, 3000])
  })

  const emailsSentTo = async (email: string) =>
    (await emailsTo(shop, email)).filter(({ subject }) => subject.includes('refunded'))

  test('causes no email until the bank has confirmed it', async () => {
    const order = await aPaidOrder('waiting@example.com')
    await buying.switchOn(shop, 'refund-pending', { count: 1, delayMs: 600_000 })
    await requestRefund(shop.shop.db, order.orderId, 1000, 'A scratch')
    await becomes(order, 'pending')
    await shop.runJobs()
    expect(await emailsSentTo('waiting@example.com')).toEqual([])
  })

  test('causes one email once it has succeeded', async () => {
    const order = await aPaidOrder('refunded@example.com')
    await buying.switchOn(shop, 'refund-pending', { count: 1, delayMs: 300 })
    await requestRefund(shop.shop.db, order.orderId, 1000, 'A scratch')
    await becomes(order, 'succeeded')
    await shop.runJobs()
    const emails = await emailsSentTo('refunded@example.com')
    expect(emails.map(({ subject }) => subject)).toEqual([
      `We refunded $10.00 for your order ${order.orderId}`,
    ])
    expect(emails[0]?.text).toContain(`/order-tracking?orderId=${order.orderId}&email=refunded%40example.com`)
  })

  test.each([
    ['breaks', 'error', {}],
    ['has reached its rate limit', 'rate-limited', {}],
    ['processes it but does not respond', 'timeout-after', { delayMs: 50 }],
  ])('is retried if the provider %s, and is made once', async (_what, kind, more) => {
    const order = await aPaidOrder()
    await buying.switchOn(shop, kind, { count: 1, ...more })
    await requestRefund(shop.shop.db, order.orderId, 1000, 'A scratch')
    await becomes(order, 'succeeded')
    expect(await refundedAt(order)).toEqual([1000])
  })

  // 'Errors' in Stripe's API reference: 401 if there is no valid key, 403 if the key lacks a permission.
  test.each([
    ['is invalid', 'key-invalid'],
    ['lacks a permission', 'key-restricted'],
  ])(
    'waits while the API key %s, sends the owner one email, and is sent once the key works',
    async (_what, kind) => {
      const order = await aPaidOrder()
      await buying.switchOn(shop, kind, {})
      const id = await requestRefund(shop.shop.db, order.orderId, 1000, 'A scratch')
      await expect(sendRefund(shop.shop.db, shop.shop.gateway, shop.shop.config, id)).rejects.toMatchObject({
        kind: 'unauthorized',
      })
      await shop.runJobs()
      expect(await refundsOf(order)).toMatchObject([
        { status: 'requested', problem: expect.stringMatching(/^The (API )?key sk_test_\*+/) },
      ])
      const alarms = (await emailsTo(shop, 'hello@plinth.example')).filter(
        ({ subject }) => subject === 'Plinth has no working API key of Stripe',
      )
      expect(alarms).toHaveLength(1)
      await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
      await sendRefund(shop.shop.db, shop.shop.gateway, shop.shop.config, id)
      await becomes(order, 'succeeded')
      expect(await refundedAt(order)).toEqual([1000])
    },
  )

  // 'Error codes, balance_insufficient' in Stripe's documentation.
  test('waits while the balance at the provider is too low, and is retried with a new idempotency key', async () => {
    const order = await aPaidOrder()
    await buying.switchOn(shop, 'balance-insufficient', { count: 1 })
    await requestRefund(shop.shop.db, order.orderId, 1000, 'A scratch')
    await becomes(order, 'succeeded')
    expect(await refundedAt(order)).toEqual([1000])
  })

  test('is shown as pending until the bank has confirmed it', async () => {
    const order = await aPaidOrder()
    await buying.switchOn(shop, 'refund-pending', { count: 1, delayMs: 300 })
    await requestRefund(shop.shop.db, order.orderId, 1000, 'A scratch')
    await becomes(order, 'pending')
    await becomes(order, 'succeeded')
  })

  test('is shown as failed with the reason if the bank returns it, and can be retried', async () => {
    const order = await aPaidOrder()
    await buying.switchOn(shop, 'refund-fails', { count: 1, delayMs: 100 })
    await requestRefund(shop.shop.db, order.orderId, 4999, 'Everything')
    await becomes(order, 'failed')
    expect((await refundsOf(order))[0]?.problem).toBeTruthy()
    await requestRefund(shop.shop.db, order.orderId, 4999, 'Everything again')
    await becomes(order, 'failed', 'succeeded')
    expect(await refundedAt(order)).toEqual([4999])
  })

  test('is counted as failed once if the provider rejects it, even if two nodes get the rejection', async () => {
    const order = await aPaidOrder()
    const { db, gateway } = shop.shop
    await requestRefund(db, order.orderId, 1000, 'Sent')
    await becomes(order, 'succeeded')
    const id = await requestRefund(db, order.orderId, 500, 'Will not be made')
    const rejecting = {
      ...gateway,
      createRefund: async () => {
        await new Promise((resolve) => setImmediate(resolve))
        throw new ProviderError('refused', 'This charge is disputed.')
      },
    }
    await Promise.all([
      sendRefund(db, rejecting, shop.shop.config, id),
      sendRefund(db, rejecting, shop.shop.config, id),
    ])
    const payment = await findPayment(db, order.orderId)
    expect(payment?.refundedCents).toBe(1000)
  })

  test('is recorded even if it was made at the provider', async () => {
    const order = await aPaidOrder()
    const intent = order.clientSecret.split('_secret_')[0] ?? ''
    await stripeOf(shop).refunds.create({ payment_intent: intent, amount: 700 })
    await becomes(order, 'succeeded')
    await expect(requestRefund(shop.shop.db, order.orderId, 4300, 'Too much')).rejects.toMatchObject({
      status: 409,
    })
  })

  // 'Metadata' in Stripe's API reference: any program with the account's key may write any of its keys.
  test('is not confirmed by another program’s refund with the same ID', async () => {
    const order = await aPaidOrder()
    await buying.switchOn(shop, 'down', {})
    const id = await requestRefund(shop.shop.db, order.orderId, 1000, 'A scratch')
    await shop.runJobs()
    await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
    const stripe = stripeOf(shop)
    const foreign = await stripe.paymentIntents.create({
      amount: 1000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
      return_url: 'http://localhost:3000/',
    })
    const made = await stripe.refunds.create({
      payment_intent: foreign.id,
      amount: 1000,
      metadata: { plinth_shop: await findShopId(shop.shop.db), plinth_refund: id },
    })
    await applyRefundStatus(shop.shop.db, shop.shop.config, await shop.shop.gateway.findRefund(made.id))
    expect((await refundsOf(order)).map(({ status }) => status)).toEqual(['requested'])
    expect(await refundedAt(order)).toEqual([])
    await sendRefund(shop.shop.db, shop.shop.gateway, shop.shop.config, id)
    await becomes(order, 'succeeded')
    expect(await refundedAt(order)).toEqual([1000])
  })

  // 'Idempotent requests' in Stripe's API reference: the same key with other parameters is an error.
  test('is found by payment and ID if its key was used with other parameters, and the response was lost', async () => {
    const order = await aPaidOrder()
    await buying.switchOn(shop, 'down', {})
    const id = await requestRefund(shop.shop.db, order.orderId, 1000, 'A scratch')
    await shop.runJobs()
    await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
    await stripeOf(shop).refunds.create(
      {
        payment_intent: order.clientSecret.split('_secret_')[0] ?? '',
        amount: 1000,
        metadata: { plinth_shop: await findShopId(shop.shop.db), plinth_refund: id },
      },
      { idempotencyKey: `refund-${order.orderId}-${id}-1` },
    )
    await becomes(order, 'succeeded')
    const { db, gateway } = shop.shop
    await sendRefund(db, gateway, shop.shop.config, id)
    expect(await refundedAt(order)).toEqual([1000])
  })
})
