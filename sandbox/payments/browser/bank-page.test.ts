import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askFromBrowser, type CardWorld, lamp, openCardWorld, paidIntent, returnUrl } from '../fixtures.ts'

let world: CardWorld

beforeEach(async () => {
  world = await openCardWorld()
})

afterEach(() => world.stop())

describe('the bank’s page', () => {
  it('lets the payment succeed or not', async () => {
    for (const [choice, status] of [
      ['complete', 'succeeded'],
      ['fail', 'requires_payment_method'],
    ]) {
      const intent = await paidIntent(world.stripe, 'pm_card_threeDSecure2Required')
      const answered = await answerBank(intent, choice ?? '')
      expect(answered.status).toBe(303)
      const to = new URL(answered.headers.get('location') ?? '')
      expect(`${to.origin}${to.pathname}`).toBe(returnUrl)
      expect(Object.fromEntries(to.searchParams)).toEqual({
        payment_intent: intent.id,
        payment_intent_client_secret: intent.client_secret,
        redirect_status: status === 'succeeded' ? 'succeeded' : 'failed',
      })
      expect((await world.stripe.paymentIntents.retrieve(intent.id)).status).toBe(status)
    }
  })

  it('shows the amount, and its form can be sent only to the bank and then to the shop', async () => {
    const intent = await paidIntent(world.stripe, 'pm_card_threeDSecure2Required')
    const page = await fetch(bankPageOf(intent))
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://shop.test;")
    expect(await page.text()).toContain('$49.99')
  })

  it('records why authentication failed, without a charge', async () => {
    const intent = await paidIntent(world.stripe, 'pm_card_threeDSecure2Required')
    await answerBank(intent, 'fail')
    expect(await world.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      latest_charge: null,
      next_action: null,
      last_payment_error: { code: 'payment_intent_authentication_failure', type: 'invalid_request_error' },
    })
    const events = await world.stripe.events.list({ limit: 2 })
    expect(events.data[0]?.type).toBe('payment_intent.payment_failed')
  })

  it('declines after the challenge if the card has insufficient funds', async () => {
    const { id, client_secret } = await world.stripe.paymentIntents.create(lamp)
    const confirmed = await askFromBrowser(world.url, 'POST', `/payment_intents/${id}/confirm`, {
      client_secret: client_secret ?? '',
      return_url: returnUrl,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4000008260003178',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '34',
    })
    const intent = (await confirmed.json()) as Stripe.PaymentIntent
    expect(intent.status).toBe('requires_action')
    await answerBank(intent, 'complete')
    expect((await world.stripe.paymentIntents.retrieve(intent.id)).last_payment_error?.decline_code).toBe(
      'insufficient_funds',
    )
  })

  it('is closed once the intent is canceled, the challenge is completed, or another payment is attempted', async () => {
    const open = () => paidIntent(world.stripe, 'pm_card_threeDSecure2Required')
    const canceled = await open()
    await world.stripe.paymentIntents.cancel(canceled.id)
    const paid = await open()
    await world.stripe.paymentIntents.confirm(paid.id, {
      payment_method: 'pm_card_visa',
      return_url: returnUrl,
    })
    for (const intent of [canceled, paid]) {
      const before = await world.stripe.paymentIntents.retrieve(intent.id)
      expect((await answerBank(intent, 'complete')).status).toBe(404)
      expect(await world.stripe.paymentIntents.retrieve(intent.id)).toEqual(before)
    }
  })
})

function bankPageOf({ next_action: action }: Stripe.PaymentIntent): string {
  return String(action?.redirect_to_url?.url ?? action?.use_stripe_sdk?.stripe_js)
}

function answerBank(intent: Stripe.PaymentIntent, choice: string) {
  const body = new URLSearchParams({ answer: choice })
  return fetch(bankPageOf(intent), { method: 'POST', body, redirect: 'manual' })
}
