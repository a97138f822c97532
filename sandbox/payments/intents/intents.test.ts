import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CardWorld, lamp, openCardWorld, paidIntent, refusalOf, returnUrl } from '../given.ts'

let world: CardWorld

beforeEach(async () => {
  world = await openCardWorld()
})

afterEach(() => world.stop())

describe('paymentIntents.create', () => {
  it('gives an intent that awaits a payment method, with a secret for the browser', async () => {
    const intent = await world.stripe.paymentIntents.create({
      ...lamp,
      description: 'Order PL-7K3F-92QX',
      metadata: { order: 'PL-7K3F-92QX', 0: 'zero' },
      receipt_email: 'ada@example.com',
      shipping: { name: 'Ada', address: { line1: 'Main St 1', city: 'Austin', country: 'US' } },
    })
    expect(intent).toMatchObject({
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount: 4999,
      amount_received: 0,
      currency: 'usd',
      description: 'Order PL-7K3F-92QX',
      metadata: { order: 'PL-7K3F-92QX', 0: 'zero' },
      receipt_email: 'ada@example.com',
      shipping: { name: 'Ada', phone: null, address: { line1: 'Main St 1', postal_code: null } },
      automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
      livemode: false,
    })
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w{25}$`))
    expect(intent.created * 1000).toBeCloseTo(Date.now(), -4)
    expect(intent.lastResponse.requestId).toMatch(/^req_\w{14}$/)
    expect(intent.lastResponse.apiVersion).toBe('2026-10-28.endive')
  })

  it('awaits a confirmation when it has a payment method, and pays at once when it is to confirm', async () => {
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
    [
      { amount: 49.99, currency: 'usd' },
      { code: 'parameter_invalid_integer', param: 'amount' },
    ],
    [{ currency: 'usd' }, { code: 'parameter_missing', param: 'amount' }],
    [{ amount: 4999, currency: 'xyz' }, { param: 'currency' }],
    [
      { ...lamp, colour: 'red' },
      { code: 'parameter_unknown', param: 'colour' },
    ],
    [
      { ...lamp, shipping: { name: 'Ada', address: { line1: 'X' }, adress: 'X' } },
      { code: 'parameter_unknown', param: 'shipping[adress]' },
    ],
    [{ ...lamp, shipping: { name: 'Ada', address: { town: 'X' } } }, { param: 'shipping[address][town]' }],
    [
      { ...lamp, description: null, metadata: { ['x'.repeat(41)]: '1' } },
      { param: `metadata[${'x'.repeat(41)}]` },
    ],
    [{ ...lamp, return_url: 'http://x.test' }, { param: 'return_url' }],
    [{ ...lamp, capture_method: 'manual' }, { param: 'capture_method' }],
    [
      { ...lamp, payment_method: 'pm_nobody' },
      { code: 'resource_missing', param: 'payment_method' },
    ],
  ])('refuses %j', async (wish, details) => {
    const error = await refusalOf(world.stripe.paymentIntents.create(wish as typeof lamp))
    expect(error).toMatchObject({
      type: 'StripeInvalidRequestError',
      rawType: 'invalid_request_error',
      ...details,
    })
    expect(error.message).toMatch(/^[A-Z'‘$].*\.$/)
  })
})

describe('paymentIntents.retrieve', () => {
  it('gives the intent as it is now', async () => {
    const { id } = await world.stripe.paymentIntents.create(lamp)
    expect(await world.stripe.paymentIntents.retrieve(id)).toMatchObject({ id, amount: 4999 })
  })

  it('refuses an id that is not there with 404', async () => {
    expect(await refusalOf(world.stripe.paymentIntents.retrieve('pi_nobody'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'intent',
    })
  })
})

describe('paymentIntents.update', () => {
  it('changes amount and words while nobody has begun to pay', async () => {
    const { id } = await world.stripe.paymentIntents.create({ ...lamp, metadata: { order: '1', note: 'x' } })
    const changed = await world.stripe.paymentIntents.update(id, {
      amount: 5999,
      description: 'Two lamps',
      metadata: { note: '', version: '2' },
    })
    expect(changed).toMatchObject({
      amount: 5999,
      description: 'Two lamps',
      status: 'requires_payment_method',
    })
    expect(changed.metadata).toEqual({ order: '1', version: '2' })
    expect(
      (await world.stripe.paymentIntents.update(id, { metadata: '', description: '' })).metadata,
    ).toEqual({})
    expect((await world.stripe.paymentIntents.retrieve(id)).description).toBeNull()
  })

  it.each(['requires_action', 'processing', 'succeeded', 'canceled'])(
    'refuses another amount when the intent is %s, but takes words',
    async (status) => {
      const intent = await intentThatIs(status)
      expect(intent.status).toBe(status)
      const error = await refusalOf(world.stripe.paymentIntents.update(intent.id, { amount: 100 }))
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

describe('paymentIntents.confirm', () => {
  it('pays, and notes a charge with the card', async () => {
    const { id } = await world.stripe.paymentIntents.create(lamp)
    const paid = await world.stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_mastercard',
      return_url: returnUrl,
      expand: ['latest_charge'],
    })
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 4999,
      latest_charge: {
        status: 'succeeded',
        paid: true,
        amount: 4999,
        payment_method_details: { card: { brand: 'mastercard', last4: '4444' } },
      },
    })
  })

  it.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', ''],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', ''],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', ''],
  ])('declines %s, and awaits another card', async (card, code, declineCode) => {
    const { id } = await world.stripe.paymentIntents.create(lamp)
    const confirming = world.stripe.paymentIntents.confirm(id, {
      payment_method: card,
      return_url: returnUrl,
    })
    const error = await refusalOf(confirming)
    expect(error).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code,
      decline_code: declineCode,
      doc_url: expect.stringContaining('https://'),
      charge: expect.stringMatching(/^ch_/),
      payment_method: { id: expect.stringMatching(/^pm_/) },
      payment_intent: { id, status: 'requires_payment_method' },
    })
    const intent = await world.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { type: 'card_error', code, charge: error.charge, message: error.message },
      latest_charge: { id: error.charge, status: 'failed', paid: false, failure_code: code },
    })
    const second = { payment_method: 'pm_card_visa', return_url: returnUrl }
    expect(await world.stripe.paymentIntents.confirm(id, second)).toMatchObject({
      status: 'succeeded',
      last_payment_error: null,
    })
  })

  it('asks for a challenge, on a page of the bank that leads back', async () => {
    const { id } = await world.stripe.paymentIntents.create(lamp)
    const waiting = await world.stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_threeDSecure2Required',
      return_url: returnUrl,
    })
    expect(waiting).toMatchObject({
      status: 'requires_action',
      next_action: {
        type: 'redirect_to_url',
        redirect_to_url: { return_url: returnUrl, url: expect.stringContaining(`${world.url}/3ds/`) },
      },
    })
  })

  it('refuses an intent that is paid, canceled or in process', async () => {
    for (const status of ['succeeded', 'canceled', 'processing']) {
      const { id } = await intentThatIs(status)
      const again = { payment_method: 'pm_card_visa', return_url: returnUrl }
      expect(await refusalOf(world.stripe.paymentIntents.confirm(id, again))).toMatchObject({
        code: 'payment_intent_unexpected_state',
        payment_intent: { status },
      })
    }
  })

  it('refuses to begin without a payment method, a way back, or the amount that was expected', async () => {
    const { id } = await world.stripe.paymentIntents.create(lamp)
    const { paymentIntents } = world.stripe
    const card = { payment_method: 'pm_card_visa' }
    expect(await refusalOf(paymentIntents.confirm(id, { return_url: returnUrl }))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    expect(await refusalOf(paymentIntents.confirm(id, card))).toMatchObject({ param: 'return_url' })
    const other = { ...card, return_url: returnUrl, amount_to_confirm: 4998 }
    expect(await refusalOf(paymentIntents.confirm(id, other))).toMatchObject({ param: 'amount_to_confirm' })
    expect((await paymentIntents.retrieve(id)).status).toBe('requires_payment_method')
  })

  it('takes no card number from a server', async () => {
    const { id } = await world.stripe.paymentIntents.create(lamp)
    const typed = {
      type: 'card',
      card: { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' },
    }
    const confirming = world.stripe.rawRequest('POST', `/v1/payment_intents/${id}/confirm`, {
      payment_method_data: typed,
      return_url: returnUrl,
    })
    expect((await refusalOf(confirming)).statusCode).toBe(402)
  })
})

describe('paymentIntents.cancel', () => {
  it.each(['requires_payment_method', 'requires_confirmation', 'requires_action'])(
    'ends an intent that is %s, with the reason',
    async (status) => {
      const { id } = await intentThatIs(status)
      const canceled = await world.stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })
      expect(canceled).toMatchObject({
        status: 'canceled',
        cancellation_reason: 'abandoned',
        next_action: null,
      })
      expect(canceled.canceled_at).toBeGreaterThanOrEqual(canceled.created)
    },
  )

  it.each(['succeeded', 'processing', 'canceled'])('refuses an intent that is %s', async (status) => {
    const { id } = await intentThatIs(status)
    expect(await refusalOf(world.stripe.paymentIntents.cancel(id))).toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
    })
  })
})

describe('paymentIntents.list', () => {
  it('goes through all of them, newest first, page by page', async () => {
    const made = []
    for (let amount = 101; amount <= 105; amount++) {
      made.unshift((await world.stripe.paymentIntents.create({ ...lamp, amount })).id)
    }
    const { paymentIntents } = world.stripe
    const first = await paymentIntents.list({ limit: 2 })
    expect(first).toMatchObject({ object: 'list', url: '/v1/payment_intents', has_more: true })
    const seen = []
    for await (const { id } of paymentIntents.list({ limit: 2 })) seen.push(id)
    expect(seen).toEqual(made)

    const before = await paymentIntents.list({ limit: 2, ending_before: made[4] ?? '' })
    expect(before.data.map(({ id }) => id)).toEqual([made[2], made[3]])
    expect(before.has_more).toBe(true)
    expect((await paymentIntents.list({ limit: 2, starting_after: made[3] ?? '' })).has_more).toBe(false)
  })

  it('selects by the time of creation', async () => {
    const { created } = await world.stripe.paymentIntents.create(lamp)
    const { paymentIntents } = world.stripe
    expect((await paymentIntents.list({ created: { gte: created } })).data).toHaveLength(1)
    expect((await paymentIntents.list({ created: { gt: created + 60 } })).data).toHaveLength(0)
    expect((await paymentIntents.list({ created: { lt: created } })).data).toHaveLength(0)
    expect((await paymentIntents.list({ created })).data).toHaveLength(1)
  })

  it('refuses a limit beyond 100, and a cursor that is not there', async () => {
    const { paymentIntents } = world.stripe
    expect(await refusalOf(paymentIntents.list({ limit: 101 }))).toMatchObject({ param: 'limit' })
    expect(await refusalOf(paymentIntents.list({ starting_after: 'pi_nobody' }))).toMatchObject({
      code: 'resource_missing',
      param: 'starting_after',
    })
  })
})

async function intentThatIs(status: string) {
  const { paymentIntents } = world.stripe
  if (status === 'succeeded') return paidIntent(world.stripe)
  if (status === 'requires_action') return paidIntent(world.stripe, 'pm_card_authenticationRequired')
  if (status === 'processing') {
    await world.switchOn('processing', { count: 1, delayMs: 600_000 })
    return paidIntent(world.stripe)
  }
  if (status === 'requires_confirmation') {
    return paymentIntents.create({ ...lamp, payment_method: 'pm_card_visa' })
  }
  const intent = await paymentIntents.create(lamp)
  return status === 'canceled' ? paymentIntents.cancel(intent.id) : intent
}
