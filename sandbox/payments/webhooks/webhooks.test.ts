import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type CardWorld,
  lamp,
  listenAsShop,
  openCardWorld,
  paidIntent,
  rejectionOf,
  returnUrl,
} from '../fixtures.ts'

let world: CardWorld

beforeEach(async () => {
  world = await openCardWorld()
})

afterEach(() => world.stop())

describe('webhooks.constructEvent', () => {
  it('accepts a received event, which contains the object’s state at that time', async () => {
    const shop = await listenAsShop(world.stripe, ['payment_intent.succeeded'])
    const { id } = await paidIntent(world.stripe)
    const { body, signature } = await shop.first()
    const event = world.stripe.webhooks.constructEvent(body, signature, shop.secret)
    expect(event).toMatchObject({
      object: 'event',
      type: 'payment_intent.succeeded',
      api_version: '2026-10-28.endive',
      livemode: false,
      pending_webhooks: 1,
      request: { id: expect.stringMatching(/^req_/), idempotency_key: expect.any(String) },
      data: { object: { object: 'payment_intent', id, status: 'succeeded', amount_received: 4999 } },
    })
  })

  it('rejects payloads that are altered, signed with another secret, or unsigned', async () => {
    const shop = await listenAsShop(world.stripe, ['payment_intent.succeeded'])
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

  it('rejects events older than five minutes', async () => {
    const shop = await listenAsShop(world.stripe, ['payment_intent.succeeded'])
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

// 'Migrate from snapshot events to thin events' in Stripe's documentation.
it('is a thin event without data if the endpoint was set up for those, signed in the same way', async () => {
  const shop = await listenAsShop(world.stripe, ['payment_intent.succeeded'])
  await world.switchOn('webhook-thin')
  const { id } = await paidIntent(world.stripe)
  const { body, signature } = await shop.first()
  expect(world.stripe.parseEventNotification(body, signature, shop.secret)).toMatchObject({
    type: 'v1.payment_intent.succeeded',
    related_object: { id, type: 'payment_intent', url: `/v1/payment_intents/${id}` },
  })
  expect(JSON.parse(body)).not.toHaveProperty('data')
})

describe('a payment event', () => {
  it('is sent for each step of a payment', async () => {
    const shop = await listenAsShop(world.stripe, ['*'])
    const { id: payment_intent } = await world.stripe.paymentIntents.create(lamp)
    const pay = (payment_method: string) =>
      world.stripe.paymentIntents.confirm(payment_intent, { payment_method, return_url: returnUrl })
    await rejectionOf(pay('pm_card_chargeDeclined'))
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
  })
})
