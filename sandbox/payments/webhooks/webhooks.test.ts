import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type CardWorld,
  lamp,
  openCardWorld,
  openWebhookShop,
  paidIntent,
  type Received,
  refusalOf,
  returnUrl,
} from '../given.ts'

let world: CardWorld

beforeEach(async () => {
  world = await openCardWorld()
})

afterEach(() => world.stop())

describe('webhooks.constructEvent', () => {
  it('accepts what comes, and finds the object as it was at that moment', async () => {
    const shop = await listen(['payment_intent.succeeded'])
    const { id } = await paidIntent(world.stripe)
    const { body, signature } = await shop.first()
    const event = world.stripe.webhooks.constructEvent(body, signature, shop.secret)
    expect(event).toMatchObject({
      object: 'event',
      type: 'payment_intent.succeeded',
      api_version: '2026-10-28.endive',
      livemode: false,
      pending_webhooks: 2,
      request: { id: expect.stringMatching(/^req_/), idempotency_key: expect.any(String) },
      data: { object: { object: 'payment_intent', id, status: 'succeeded', amount_received: 4999 } },
    })
  })

  it('refuses what was altered, signed with another secret, or not signed', async () => {
    const shop = await listen(['payment_intent.succeeded'])
    await paidIntent(world.stripe)
    const { body, signature } = await shop.first()
    const construct = (text: string, header: string, secret: string) => () =>
      world.stripe.webhooks.constructEvent(text, header, secret)
    const { StripeSignatureVerificationError } = Stripe.errors
    expect(construct(body.replace('4999', '1'), signature, shop.secret)).toThrow(
      StripeSignatureVerificationError,
    )
    expect(construct(body, signature, 'whsec_other')).toThrow(StripeSignatureVerificationError)
    expect(construct(body, signature.replace(/v1=\w+,/, ''), shop.secret)).toThrow(/No signatures found/)
    expect(construct(body, '', shop.secret)).toThrow(StripeSignatureVerificationError)
  })

  it('refuses what is older than five minutes', async () => {
    const shop = await listen(['payment_intent.succeeded'])
    await paidIntent(world.stripe)
    const { body, signature } = await shop.first()
    const construct = (inMinutes: number) =>
      world.stripe.webhooks.constructEvent(
        body,
        signature,
        shop.secret,
        undefined,
        undefined,
        Date.now() + inMinutes * 60_000,
      )
    expect(construct(4)).toMatchObject({ type: 'payment_intent.succeeded' })
    expect(() => construct(6)).toThrow('Timestamp outside the tolerance zone')
  })
})

describe('an event', () => {
  it('is told for each step of a payment', async () => {
    const shop = await listen(['*'])
    const { id: payment_intent } = await world.stripe.paymentIntents.create(lamp)
    const pay = (payment_method: string) =>
      world.stripe.paymentIntents.confirm(payment_intent, { payment_method, return_url: returnUrl })
    await refusalOf(pay('pm_card_chargeDeclined'))
    await pay('pm_card_threeDSecure2Required')
    await pay('pm_card_visa')
    await world.stripe.refunds.create({ payment_intent, amount: 100 })
    const { id: canceled } = await world.stripe.paymentIntents.create(lamp)
    await world.stripe.paymentIntents.cancel(canceled)
    await world.switchOn('processing', { count: 1, delayMs: 600_000 })
    await paidIntent(world.stripe)
    const expected = [
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
      'payment_intent.requires_action',
      'charge.succeeded',
      'payment_intent.succeeded',
      'charge.refunded',
      'refund.created',
      'payment_intent.created',
      'payment_intent.canceled',
      'payment_intent.created',
      'payment_intent.processing',
    ]
    await vi.waitFor(() => expect(shop.types().toSorted()).toEqual(expected.toSorted()))
    const listed = await world.stripe.events.list({ limit: 100 })
    expect(listed.data.map(({ type }) => type).toReversed()).toEqual(expected)
    const refunded = shop.received.find(({ event }) => event.type === 'charge.refunded')
    expect(refunded?.event.data.previous_attributes).toEqual({ amount_refunded: 0 })
  })

  it('counts the endpoints that still have to hear of it', async () => {
    const shop = await listen(['payment_intent.created'], [500])
    await world.stripe.paymentIntents.create(lamp)
    const { event } = await shop.first()
    const shown = () => world.stripe.events.retrieve(event.id)
    expect((await shown()).pending_webhooks).toBe(1)
    await deliverNow(event)
    expect((await shown()).pending_webhooks).toBe(0)
  })

  it('has the version of the endpoint, if that asks for one', async () => {
    const shop = await listen(['payment_intent.created'], [], { api_version: '2024-06-20' })
    await world.stripe.paymentIntents.create(lamp)
    expect((await shop.first()).event.api_version).toBe('2024-06-20')
  })
})

describe('a delivery that is not taken', () => {
  it('is tried again, ever later, signed anew each time', async () => {
    await world.api('PUT', '/payments/settings', { webhookSpeed: 60_000 })
    const shop = await listen(['payment_intent.created'], [500, 302, 404])
    await world.stripe.paymentIntents.create(lamp)
    // 1 ms, 5 ms and 30 ms of the compressed schedule.
    await vi.waitFor(() => expect(shop.received).toHaveLength(4))
    expect(new Set(shop.received.map(({ event }) => event.id)).size).toBe(1)
    for (const { body, signature } of shop.received) {
      expect(world.stripe.webhooks.constructEvent(body, signature, shop.secret)).toBeTruthy()
    }
  })

  it('is given up after three days', async () => {
    await world.api('PUT', '/payments/settings', { webhookSpeed: 1_000_000 })
    const shop = await listen(['payment_intent.created'], Array(100).fill(500))
    await world.stripe.paymentIntents.create(lamp)
    await vi.waitFor(async () => expect(await dashboard()).toContain('Given up'), { timeout: 5000 })
    expect(shop.received).toHaveLength(11)
  })

  it('comes sooner when the schedule is compressed afterwards', async () => {
    const shop = await listen(['payment_intent.created'], [500])
    await world.stripe.paymentIntents.create(lamp)
    await shop.first()
    await vi.waitFor(async () => expect(await dashboard()).toContain('Next try'))
    await world.api('PUT', '/payments/settings', { webhookSpeed: 10_000 })
    await vi.waitFor(() => expect(shop.received).toHaveLength(2))
  })

  it('is dropped when the endpoint is gone', async () => {
    await world.api('PUT', '/payments/settings', { webhookSpeed: 300 })
    const shop = await listen(['payment_intent.created'], [500])
    await world.stripe.paymentIntents.create(lamp)
    const { event } = await shop.first()
    await world.stripe.webhookEndpoints.del(shop.id)
    await vi.waitFor(async () =>
      expect((await world.stripe.events.retrieve(event.id)).pending_webhooks).toBe(0),
    )
    expect(shop.received).toHaveLength(1)
  })
})

describe('the switch', () => {
  it("'webhook-lost' keeps an event from the shop, until it is delivered by hand", async () => {
    const shop = await listen(['payment_intent.created', 'payment_intent.canceled'])
    await world.switchOn('webhook-lost')
    const { id } = await world.stripe.paymentIntents.create(lamp)
    await world.stripe.paymentIntents.cancel(id)
    expect((await shop.first()).event.type).toBe('payment_intent.canceled')
    const { data } = await world.stripe.events.list({ type: 'payment_intent.created' })
    const [created] = data as [Stripe.Event]
    expect(await deliverNow(created)).toEqual([{ endpoint: shop.url, delivered: true }])
    expect(shop.types()).toEqual(['payment_intent.canceled', 'payment_intent.created'])
  })

  it("'webhook-late' delivers after a while", async () => {
    const shop = await listen(['payment_intent.created'])
    await world.switchOn('webhook-late', { count: 1, delayMs: 200 })
    const began = performance.now()
    await world.stripe.paymentIntents.create(lamp)
    await shop.first()
    expect(performance.now() - began).toBeGreaterThan(190)
  })

  it("'webhook-doubled' delivers the same event twice", async () => {
    const shop = await listen(['payment_intent.created'])
    await world.switchOn('webhook-doubled')
    await world.stripe.paymentIntents.create(lamp)
    await vi.waitFor(() => expect(shop.received).toHaveLength(2))
    const [one, two] = shop.received
    expect(one?.event.id).toBe(two?.event.id)
  })

  it("'webhook-reordered' lets the next event overtake", async () => {
    const shop = await listen(['payment_intent.created', 'payment_intent.canceled'])
    await world.switchOn('webhook-reordered', { count: 1, delayMs: 60_000 })
    const { id } = await world.stripe.paymentIntents.create(lamp)
    await world.stripe.paymentIntents.cancel(id)
    await vi.waitFor(() =>
      expect(shop.types()).toEqual(['payment_intent.canceled', 'payment_intent.created']),
    )
  })
})

describe('the settings', () => {
  it('tell how fast failed webhooks are tried again, and refuse nonsense', async () => {
    expect(await world.api('GET', '/payments/settings')).toEqual({ webhookSpeed: 1 })
    expect(await world.api('PUT', '/payments/settings', { webhookSpeed: 1000 })).toEqual({
      webhookSpeed: 1000,
    })
    expect(await world.api('GET', '/payments/settings')).toEqual({ webhookSpeed: 1000 })
    for (const wrong of [{ webhookSpeed: 0 }, { webhookSpeed: 'fast' }, {}, { speed: 1 }]) {
      await expect(world.api('PUT', '/payments/settings', wrong)).rejects.toThrow(/^400/)
    }
  })
})

/** A shop that hears of these events, registered as a shop would. */
async function listen(
  enabled_events: string[],
  statuses: number[] = [],
  more: { api_version?: Stripe.WebhookEndpointCreateParams.ApiVersion } = {},
) {
  const shop = await openWebhookShop(statuses)
  const endpoint = await world.stripe.webhookEndpoints.create({
    url: shop.url,
    enabled_events: enabled_events as Stripe.WebhookEndpointCreateParams.EnabledEvent[],
    ...more,
  })
  const first = () =>
    vi.waitFor(() => {
      expect(shop.received).not.toHaveLength(0)
      return shop.received[0] as Received
    })
  return { ...shop, id: endpoint.id, secret: endpoint.secret ?? '', first }
}

function deliverNow({ id }: Pick<Stripe.Event, 'id'>) {
  return world.api('POST', `/payments/events/${id}/deliver`)
}

async function dashboard(): Promise<string> {
  return (await fetch(`${world.url}/payments`)).text()
}
