import { sql } from 'kysely'
import type Stripe from 'stripe'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { anAdmin, aProduct, emailsTo } from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, stripeOf, type TestShop } from '../../tests/support/shop.ts'
import { CARD } from '../../tests/support/shopper-details.ts'
import { findShopId } from '../settings/queries.ts'
import { processPaymentEvent } from './events.ts'
import { paymentTransitionsOf } from './fixtures.ts'

const WEBHOOK = '/api/webhooks/stripe'
const SECRET = 'whsec_plinth_sandbox'

let shop: TestShop
let stripe: Stripe
// This shop receives no webhooks automatically. Each test delivers events in the order it needs.
beforeAll(async () => {
  shop = await openTestShop()
  stripe = stripeOf(shop)
})

const now = () => Math.floor(Date.now() / 1000)

function signed(body: string, { secret = SECRET, timestamp = now() } = {}) {
  return stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
}

/** Delivers an event as the provider would. @returns the HTTP status */
async function deliver(event: object, options: { signature?: string; handle?: boolean } = {}) {
  const { statusCode } = await send(JSON.stringify(event), options.signature)
  if (options.handle !== false) await shop.runJobs()
  return statusCode
}

function send(body: string, signature = signed(body)) {
  return shop.app.inject({
    method: 'POST',
    url: WEBHOOK,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    payload: body,
  })
}

async function checkOut(email = 'ada@example.com') {
  const product = await aProduct(shop, { stockQuantity: 5 })
  return { product, ...(await buying.checkOutWith(shop.visitor(), [product], { email })) }
}

async function eventsOf({ clientSecret }: { clientSecret: string }, type: string): Promise<Stripe.Event[]> {
  const id = clientSecret.split('_secret_')[0]
  const { data } = await stripe.events.list({ type, limit: 100 })
  return data.filter((event) => (event.data.object as { id: string }).id === id)
}

test('a fraud warning that arrives before the payment still holds the order for review', async () => {
  const checkout = await checkOut()
  // 'Test card numbers' in Stripe's documentation: the issuer warns right after the payment.
  await buying.payByCard(shop, checkout, '4000000000005423')
  const { data } = await stripe.events.list({ type: 'radar.early_fraud_warning.created', limit: 1 })
  expect(await deliver(data[0] ?? {})).toBe(200)
  const admin = await anAdmin(shop)
  expect(await admin.call('GET /api/admin/orders/:orderId', { orderId: checkout.orderId })).toMatchObject({
    status: 'processing',
    reviewReason: 'The card issuer suspects fraud.',
  })
})

async function paidEvent(checkout: { clientSecret: string }): Promise<Stripe.Event> {
  await buying.payByCard(shop, checkout)
  const [event] = await eventsOf(checkout, 'payment_intent.succeeded')
  if (!event) throw new Error('The provider noted no payment')
  return event
}

describe('a webhook is trusted only', () => {
  test('with a valid signature over its exact bytes, at most 300 seconds old', async () => {
    const checkout = await checkOut()
    const event = await paidEvent(checkout)
    const body = JSON.stringify(event)
    const tampered = { ...event, data: { object: { ...event.data.object, amount_received: 1 } } }
    expect(await deliver(event, { signature: '' })).toBe(400)
    expect(await deliver(event, { signature: signed(body, { secret: 'whsec_another' }) })).toBe(400)
    expect(await deliver(event, { signature: signed(body, { timestamp: now() - 301 }) })).toBe(400)
    expect(await deliver(tampered, { signature: signed(body) })).toBe(400)
    expect(await buying.statusOf(shop, checkout.orderId)).toBe('pending')
    expect(await deliver(event)).toBe(200)
    expect(await buying.statusOf(shop, checkout.orderId)).toBe('processing')
  })

  test('if its mode matches the shop’s: test payments change nothing in a live shop, and vice versa', async () => {
    const checkout = await checkOut()
    expect(await deliver({ ...(await paidEvent(checkout)), livemode: true })).toBe(200)
    expect(await buying.statusOf(shop, checkout.orderId)).toBe('pending')
  })

  test('only if the provider confirms it: a forged event with a valid signature changes no payment', async () => {
    const email = 'forged@example.com'
    const checkout = await checkOut(email)
    const { product, orderId } = checkout
    await buying.payByCard(shop, checkout, CARD.declined)
    const intent = await buying.intentOf(shop, checkout)
    const forge = (type: string, facts: object) => ({
      id: `evt_forged_${type}`,
      object: 'event',
      type: `payment_intent.${type}`,
      livemode: false,
      created: now(),
      data: { object: { ...intent, ...facts } },
    })
    expect(await deliver(forge('succeeded', { status: 'succeeded', amount_received: 1499 }))).toBe(200)
    expect(await deliver(forge('canceled', { status: 'canceled' }))).toBe(200)
    expect(await deliver(forge('processing', { status: 'processing' }))).toBe(200)
    const errors = [
      { message: 'Declined' },
      { message: 'Declined', charge: 'ch_forged' },
      intent.last_payment_error,
    ]
    for (let card = 0; card < 24; card++) {
      const event = forge('payment_failed', { last_payment_error: errors[card % 3] })
      expect(await deliver({ ...event, id: `evt_forged_${card}` })).toBe(200)
    }
    expect(await emailsTo(shop, email)).toEqual([])
    expect(await paymentTransitionsOf(shop, orderId)).toEqual(['opened', 'declined'])
    expect(await buying.statusOf(shop, orderId)).toBe('pending')
    const { quantity, held } = await shop.shop.db
      .selectFrom('stock')
      .select(['quantity', 'held'])
      .where('variant_id', '=', product.id)
      .executeTakeFirstOrThrow()
    expect([quantity, held]).toEqual([5, 1])
    expect((await buying.intentOf(shop, checkout)).status).toBe('requires_payment_method')
  })

  test('for the order’s exact total: any other amount is refunded', async () => {
    const checkout = await checkOut()
    const event = await paidEvent(checkout)
    await shop.shop.db
      .updateTable('order_versions')
      .set({
        subtotal_cents: 1001,
        quote: sql`quote || jsonb_build_object('subtotalCents', 1001, 'totalCents', 1001 + shipping_cents)`,
      })
      .where('order_id', '=', checkout.orderId)
      .execute()
    expect(await deliver(event)).toBe(200)
    expect(await buying.statusOf(shop, checkout.orderId)).toBe('cancelled')
    const refunds = await shop.shop.db
      .selectFrom('refunds')
      .select('amount_cents')
      .where('order_id', '=', checkout.orderId)
      .execute()
    expect(refunds).toEqual([{ amount_cents: 1499 }])
  })
})

// 'Thin events' in Stripe's documentation of event destinations.
describe('a thin event', () => {
  const thin = JSON.stringify({
    id: 'evt_test_thin',
    object: 'v2.core.event',
    type: 'v1.payment_intent.succeeded',
    livemode: false,
    created: '2026-11-26T10:00:00.000Z',
    context: null,
    related_object: {
      id: 'pi_thin',
      type: 'payment_intent',
      url: '/v1/payment_intents/pi_thin',
    },
  })

  test('is rejected with a message that says which payload style to choose', async () => {
    const response = await send(thin)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      message:
        'This is a thin event. The shop needs snapshot events: in Stripe’s dashboard, add the endpoint again with the payload style “Snapshot”.',
    })
  })

  test('is rejected for its signature first', async () => {
    const response = await send(thin, signed(thin, { secret: 'whsec_another' }))
    expect(response.json()).toMatchObject({ message: "The signature isn't valid." })
  })

  test('is not confused with a signed body that is not an event', async () => {
    expect((await send('{"half": ')).json()).toMatchObject({ message: 'The webhook is not an event.' })
  })
})

describe('each webhook event is handled exactly once', () => {
  test('even if it is delivered repeatedly, late, or concurrently', async () => {
    const checkout = await checkOut('once@example.com')
    const event = await paidEvent(checkout)
    for (let times = 0; times < 3; times++) expect(await deliver(event)).toBe(200)
    await Promise.all([1, 2, 3].map(() => deliver(event)))
    const transitions = await shop.shop.db
      .selectFrom('order_transitions')
      .select('id')
      .where('order_id', '=', checkout.orderId)
      .execute()
    expect(transitions).toHaveLength(2)
    expect(await emailsTo(shop, 'once@example.com')).toHaveLength(1)
  })

  test('in any order: an older event after a newer one changes nothing', async () => {
    const checkout = await checkOut()
    for (let card = 0; card < 2; card++) await buying.payByCard(shop, checkout, CARD.declined)
    const paid = await paidEvent(checkout)
    await deliver(paid)
    for (const declined of await eventsOf(checkout, 'payment_intent.payment_failed')) await deliver(declined)
    expect(await buying.statusOf(shop, checkout.orderId)).toBe('processing')
    // Declines before the successful payment still count.
    expect(await paymentTransitionsOf(shop, checkout.orderId)).toEqual([
      'opened',
      'paid',
      'declined',
      'declined',
    ])
  })

  test('because it is stored before the response, so a crash afterward loses nothing', async () => {
    const checkout = await checkOut()
    const event = await paidEvent(checkout)
    await deliver(event, { handle: false })
    expect(await buying.statusOf(shop, checkout.orderId)).toBe('pending')
    await shop.runJobs()
    expect(await buying.statusOf(shop, checkout.orderId)).toBe('processing')
  })

  test('nor does a crash before its job is enqueued, because the provider sends it again', async () => {
    const checkout = await checkOut()
    const event = await paidEvent(checkout)
    await deliver(event, { handle: false })
    await sql`delete from jobs.job where data ->> 'eventId' = ${event.id}`.execute(shop.shop.db)
    await shop.runJobs()
    expect(await buying.statusOf(shop, checkout.orderId)).toBe('pending')
    expect(await deliver(event)).toBe(200)
    expect(await buying.statusOf(shop, checkout.orderId)).toBe('processing')
  })
})

describe('the emails about a payment', () => {
  const subjectsAbout = async ({ orderId }: { orderId: string }) => {
    const rows = await shop.shop.db
      .selectFrom('emails')
      .select('subject')
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute()
    return rows.map(({ subject }) => subject)
  }

  test('are queued by the job that processes its event, in the same transaction', async () => {
    const checkout = await checkOut('one-job@example.com')
    const event = await paidEvent(checkout)
    await deliver(event, { handle: false })
    const { db, gateway, config } = shop.shop
    await processPaymentEvent(db, gateway, config, event.id)
    expect(await buying.statusOf(shop, checkout.orderId)).toBe('processing')
    expect(await subjectsAbout(checkout)).toEqual([
      `Your order ${checkout.orderId} at Plinth`,
      `New order ${checkout.orderId}: $14.99`,
    ])
    await shop.runJobs()
    expect(await emailsTo(shop, 'one-job@example.com')).toHaveLength(1)
  })
})

describe('an event about an unknown record', () => {
  test('is stored and retried, because its order may not be stored yet', async () => {
    const event = await paidEvent(await checkOut())
    const object = {
      ...event.data.object,
      id: 'pi_unknown',
      metadata: {
        plinth_shop: await findShopId(shop.shop.db),
        plinth_order: 'PL-0000-0000',
        plinth_version: '1',
      },
    }
    expect(await deliver({ ...event, id: 'evt_unknown', data: { object } })).toBe(200)
    const stored = await shop.shop.db
      .selectFrom('webhook_events')
      .select(['handled_at'])
      .where('id', '=', 'evt_unknown')
      .executeTakeFirst()
    expect(stored).toEqual({ handled_at: null })
    const { rows } = await sql<{ state: string }>`select state from jobs.job
      where name = 'process-payment-event' and data ->> 'eventId' = 'evt_unknown'`.execute(shop.shop.db)
    expect(rows).toEqual([{ state: 'retry' }])
  })

  test.each<[string, string, unknown]>([
    ['null in place of an object', 'payment_intent.succeeded', { object: null }],
    ['no data', 'payment_intent.succeeded', undefined],
    [
      'an intent without metadata',
      'payment_intent.payment_failed',
      { object: { id: 'pi_odd', amount: 1499 } },
    ],
    [
      'metadata that is not text',
      'payment_intent.canceled',
      { object: { id: 'pi_odd', amount: 1499, metadata: { version: { toString: 1 } } } },
    ],
    ['a refund without an ID', 'refund.updated', { object: {} }],
    ['a dispute that is a string', 'charge.dispute.created', { object: 'du_odd' }],
  ])('is stored and ignored if its shape is unexpected: %s', async (what, type, data) => {
    const id = `evt_odd ${what}`
    expect(await deliver({ id, object: 'event', type, livemode: false, created: now(), data })).toBe(200)
    const stored = shop.shop.db.selectFrom('webhook_events').select('outcome').where('id', '=', id)
    expect(await stored.executeTakeFirst()).toEqual({ outcome: 'not of interest' })
  })

  test.each([{ data: { object: {} } }, { id: 'evt_odd', type: { toString: 1 }, livemode: false }, []])(
    'is rejected if it is not an event: %j',
    async (event) => {
      expect(await deliver(event)).toBe(400)
    },
  )

  // 'Metadata' in Stripe's API reference: any program with the account's key may write any of its keys.
  test('is ignored if it belongs to another program, even if its metadata has an order_id', async () => {
    await stripe.paymentIntents.create({
      amount: 1000,
      currency: 'usd',
      confirm: true,
      metadata: { order_id: (await checkOut()).orderId, version: 1, plinth_shop: 'another one' },
      payment_method: 'pm_card_visa',
      return_url: 'http://localhost:3000/',
    })
    const { data } = await stripe.events.list({ type: 'payment_intent.succeeded', limit: 1 })
    expect(await deliver(data[0] ?? {})).toBe(200)
    const outcome = await shop.shop.db
      .selectFrom('webhook_events')
      .select('outcome')
      .where('id', '=', data[0]?.id ?? '')
      .executeTakeFirst()
    expect(outcome).toEqual({ outcome: 'not of this shop' })
  })
})

// 'Event delivery behaviors' in Stripe's documentation of webhooks: events come late, and in any order.
test('a processing payment that fails causes one email, even if its event arrives late', async () => {
  await buying.switchOn(shop, 'processing-fails', { count: 1, delayMs: 50 })
  const checkout = await checkOut('late-event@example.com')
  await buying.payByCard(shop, checkout)
  const failed = await vi.waitFor(async () => {
    const [event] = await eventsOf(checkout, 'payment_intent.payment_failed')
    expect(event).toBeDefined()
    return event
  }, 10_000)
  const [processing] = await eventsOf(checkout, 'payment_intent.processing')
  await deliver(processing ?? {})
  await deliver(failed ?? {})
  expect((await emailsTo(shop, 'late-event@example.com')).map(({ subject }) => subject)).toEqual([
    `Your payment for order ${checkout.orderId} didn't go through`,
  ])
})

test('a dispute is saved with its order', async () => {
  const checkout = await checkOut()
  await buying.payByCard(shop, checkout, '4000000000000259')
  await deliver((await eventsOf(checkout, 'payment_intent.succeeded'))[0] ?? {})
  const { data } = await stripe.events.list({ type: 'charge.dispute.created', limit: 1 })
  await deliver(data[0] ?? {})
  const disputes = await shop.shop.db
    .selectFrom('disputes')
    .select(['order_id', 'amount_cents', 'reason', 'status'])
    .execute()
  expect(disputes).toEqual([
    { order_id: checkout.orderId, amount_cents: 1499, reason: 'fraudulent', status: 'needs_response' },
  ])
})

describe('the eighth declined card of an order', () => {
  const decline = async (checkout: buying.Checkout, cards: number) => {
    for (let card = 0; card < cards; card++) await buying.payByCard(shop, checkout, CARD.declined)
    return eventsOf(checkout, 'payment_intent.payment_failed')
  }

  test('cancels the intent in the request of its webhook, even if no earlier one arrived and no job runs', async () => {
    const checkout = await checkOut()
    const [seventh] = await decline(checkout, 7)
    expect(await deliver(seventh as object, { handle: false })).toBe(200)
    expect((await buying.intentOf(shop, checkout)).status).toBe('requires_payment_method')
    const [eighth] = await decline(checkout, 1)
    for (let times = 0; times < 2; times++)
      expect(await deliver(eighth as object, { handle: false })).toBe(200)
    expect((await buying.intentOf(shop, checkout)).status).toBe('canceled')
    expect(await buying.statusOf(shop, checkout.orderId)).toBe('cancelled')
  })

  test('is left to the job if the provider is down during its webhook', async () => {
    const checkout = await checkOut()
    const [eighth] = await decline(checkout, 8)
    await buying.switchOn(shop, 'down', {})
    expect(await deliver(eighth as object, { handle: false })).toBe(200)
    await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
    expect((await buying.intentOf(shop, checkout)).status).toBe('requires_payment_method')
    for (const declined of await eventsOf(checkout, 'payment_intent.payment_failed')) await deliver(declined)
    await buying.becomes(shop, checkout.orderId, 'cancelled')
  })

  test('ends the order at the next request for its payment intent, even if no webhook arrived', async () => {
    const visitor = shop.visitor()
    const checkout = await buying.checkOutWith(visitor, [await aProduct(shop)])
    await decline(checkout, 7)
    expect(await buying.checkOut(visitor)).toEqual(checkout)
    await decline(checkout, 1)
    expect((await buying.checkOut(visitor)).orderId).not.toBe(checkout.orderId)
    expect((await buying.intentOf(shop, checkout)).status).toBe('canceled')
  })
})
