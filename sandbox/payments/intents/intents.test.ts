import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CardWorld, intentThatIs, lamp, openCardWorld, paidIntent, rejectionOf } from '../fixtures.ts'

let world: CardWorld

beforeEach(async () => {
  world = await openCardWorld()
})

afterEach(() => world.stop())

describe('paymentIntents.create', () => {
  it('returns an intent that awaits a payment method, with a secret for the browser', async () => {
    const intent = await world.stripe.paymentIntents.create({
      ...lamp,
      description: 'Order PL-7K3F-92QX',
      metadata: { order: 'PL-7K3F-92QX' },
    })
    expect(intent).toMatchObject({
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount: 4999,
      amount_received: 0,
      currency: 'usd',
      description: 'Order PL-7K3F-92QX',
      metadata: { order: 'PL-7K3F-92QX' },
      automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
      livemode: false,
    })
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w{25}$`))
    expect(intent.created * 1000).toBeCloseTo(Date.now(), -4)
    expect(intent.lastResponse.requestId).toMatch(/^req_\w{14}$/)
    expect(intent.lastResponse.apiVersion).toBe('2026-10-28.endive')
  })

  it('awaits confirmation if given a payment method, and charges it immediately if told to confirm', async () => {
    const chosen = await world.stripe.paymentIntents.create({ ...lamp, payment_method: 'pm_card_visa' })
    expect(chosen.status).toBe('requires_confirmation')
    expect(await paidIntent(world.stripe)).toMatchObject({ status: 'succeeded', amount_received: 4999 })
  })

  it.each([
    [
      { amount: 49, currency: 'usd' },
      { code: 'amount_too_small', param: 'amount' },
    ],
    [
      { amount: 100_000_000, currency: 'usd' },
      { code: 'amount_too_large', param: 'amount' },
    ],
    [{ amount: 49.99, currency: 'usd' }, { param: 'amount' }],
    [{ currency: 'usd' }, { code: 'parameter_missing', param: 'amount' }],
    [{ amount: 4999, currency: 'xyz' }, { param: 'currency' }],
    [{ amount: 5124, currency: 'kwd' }, { param: 'amount' }],
    [
      { amount: 49, currency: 'jpy' },
      { code: 'amount_too_small', param: 'amount' },
    ],
    [
      { ...lamp, finish: 'red' },
      { code: 'parameter_unknown', param: 'finish' },
    ],
    [
      { ...lamp, automatic_payment_methods: { enabled: true, allowed: 'X' } },
      { code: 'parameter_unknown', param: 'automatic_payment_methods[allowed]' },
    ],
    [{ ...lamp, metadata: { ['x'.repeat(41)]: '1' } }, { param: `metadata[${'x'.repeat(41)}]` }],
    [{ ...lamp, return_url: 'http://x.test' }, { param: 'return_url' }],
    [{ ...lamp, capture_method: 'manual' }, { param: 'capture_method' }],
    [
      { ...lamp, payment_method: 'pm_nobody' },
      { code: 'resource_missing', param: 'payment_method' },
    ],
  ])('rejects %j', async (wish, details) => {
    const error = await rejectionOf(world.stripe.paymentIntents.create(wish as typeof lamp))
    expect(error).toMatchObject({
      type: 'StripeInvalidRequestError',
      rawType: 'invalid_request_error',
      ...details,
    })
    expect(error.message).toMatch(/^[A-Z'‘$¥].*\.$/)
  })
})

describe('paymentIntents.retrieve', () => {
  it('returns the current state of the intent', async () => {
    const { id } = await world.stripe.paymentIntents.create(lamp)
    expect(await world.stripe.paymentIntents.retrieve(id)).toMatchObject({ id, amount: 4999 })
  })

  it('rejects an unknown ID with 404', async () => {
    expect(await rejectionOf(world.stripe.paymentIntents.retrieve('pi_nobody'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'intent',
    })
  })
})

describe('paymentIntents.update', () => {
  it('changes amount and metadata before the buyer starts to pay', async () => {
    const { id } = await world.stripe.paymentIntents.create({ ...lamp, metadata: { order: '1', note: 'x' } })
    const changed = await world.stripe.paymentIntents.update(id, {
      amount: 5999,
      metadata: { note: 'y', version: '2' },
    })
    expect(changed).toMatchObject({ amount: 5999, status: 'requires_payment_method' })
    expect(changed.metadata).toEqual({ order: '1', note: 'y', version: '2' })
  })

  it.each(['requires_action', 'processing', 'succeeded', 'canceled'])(
    'rejects a new amount if the intent is %s, but accepts metadata',
    async (status) => {
      const intent = await intentThatIs(world, status)
      expect(intent.status).toBe(status)
      const error = await rejectionOf(world.stripe.paymentIntents.update(intent.id, { amount: 100 }))
      expect(error).toMatchObject({
        statusCode: 400,
        code: 'payment_intent_unexpected_state',
        payment_intent: { id: intent.id, status },
      })
      const changed = await world.stripe.paymentIntents.update(intent.id, { metadata: { note: 'late' } })
      expect(changed).toMatchObject({ amount: 4999, metadata: { note: 'late' } })
    },
  )
})

describe('paymentIntents.cancel', () => {
  it.each(['requires_payment_method', 'requires_confirmation', 'requires_action'])(
    'cancels an intent that is %s, and stores the reason',
    async (status) => {
      const { id } = await intentThatIs(world, status)
      const canceled = await world.stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })
      expect(canceled).toMatchObject({
        status: 'canceled',
        cancellation_reason: 'abandoned',
        next_action: null,
      })
      expect(canceled.canceled_at).toBeGreaterThanOrEqual(canceled.created)
    },
  )

  it.each(['succeeded', 'processing', 'canceled'])('rejects an intent that is %s', async (status) => {
    const { id } = await intentThatIs(world, status)
    expect(await rejectionOf(world.stripe.paymentIntents.cancel(id))).toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
    })
  })
})
