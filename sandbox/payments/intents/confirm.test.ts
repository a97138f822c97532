import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CardWorld, intentThatIs, lamp, openCardWorld, rejectionOf, returnUrl } from '../fixtures.ts'

let world: CardWorld

beforeEach(async () => {
  world = await openCardWorld()
})

afterEach(() => world.stop())

describe('paymentIntents.confirm', () => {
  it('charges the card, and records the charge', async () => {
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
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', ''],
  ])('declines %s, and then awaits another card', async (card, code, declineCode) => {
    const { id } = await world.stripe.paymentIntents.create(lamp)
    const confirming = world.stripe.paymentIntents.confirm(id, {
      payment_method: card,
      return_url: returnUrl,
    })
    const error = await rejectionOf(confirming)
    expect(error).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code,
      decline_code: declineCode,
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

  it('requires a challenge, on a page of the bank', async () => {
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
    expect(
      await world.stripe.paymentIntents.confirm(id, {
        payment_method: 'pm_card_threeDSecure2Required',
        use_stripe_sdk: true,
      }),
    ).toMatchObject({
      next_action: {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { stripe_js: expect.stringContaining(`${world.url}/3ds/`) },
      },
    })
  })

  it('rejects an intent that is paid, canceled, or processing', async () => {
    for (const status of ['succeeded', 'canceled', 'processing']) {
      const { id } = await intentThatIs(world, status)
      const again = { payment_method: 'pm_card_visa', return_url: returnUrl }
      expect(await rejectionOf(world.stripe.paymentIntents.confirm(id, again))).toMatchObject({
        code: 'payment_intent_unexpected_state',
        payment_intent: { status },
      })
    }
  })

  it('rejects a confirmation without a payment method or a return URL', async () => {
    const { id } = await world.stripe.paymentIntents.create(lamp)
    const { paymentIntents } = world.stripe
    const card = { payment_method: 'pm_card_visa' }
    expect(await rejectionOf(paymentIntents.confirm(id, { return_url: returnUrl }))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    expect(await rejectionOf(paymentIntents.confirm(id, card))).toMatchObject({ param: 'return_url' })
    expect((await paymentIntents.retrieve(id)).status).toBe('requires_payment_method')
  })

  it('rejects card numbers sent by a server', async () => {
    const { id } = await world.stripe.paymentIntents.create(lamp)
    const typed = {
      type: 'card',
      card: { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' },
    }
    const confirming = world.stripe.rawRequest('POST', `/v1/payment_intents/${id}/confirm`, {
      payment_method_data: typed,
      return_url: returnUrl,
    })
    expect((await rejectionOf(confirming)).statusCode).toBe(402)
  })
})
