import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  askFromBrowser,
  type CardWorld,
  intentThatIs,
  lamp,
  listenAsShop,
  openCardWorld,
  paidIntent,
  rejectionOf,
  returnUrl,
  stripeAt,
} from './fixtures.ts'
import { liveKeys } from './provider.ts'

let world: CardWorld
let live: Stripe

beforeEach(async () => {
  world = await openCardWorld()
  live = stripeAt(world.url, {}, liveKeys.secretKey)
})

afterEach(() => world.stop())

/** Every `livemode` in objects, however deep. */
const modesIn = (objects: unknown): boolean[] =>
  [...JSON.stringify(objects).matchAll(/"livemode":(true|false)/g)].map(([, mode]) => mode === 'true')

const taxes: Stripe.Tax.CalculationCreateParams = {
  currency: 'usd',
  line_items: [{ amount: 1000, reference: 'lamp' }],
  customer_details: {
    address: { country: 'US', state: 'TX', postal_code: '78701' },
    address_source: 'shipping',
  },
  expand: ['line_items'],
}

/** Uses every call that returns the mode. @returns the objects */
async function useAll(stripe: Stripe) {
  const paid = await paidIntent(stripe)
  const disputed = await paidIntent(stripe, 'pm_card_createDispute')
  const refund = await stripe.refunds.create({ payment_intent: paid.id, amount: 100 })
  const calculation = await stripe.tax.calculations.create(taxes)
  const transaction = await stripe.tax.transactions.createFromCalculation({
    calculation: calculation.id ?? '',
    reference: 'PL-1',
    expand: ['line_items'],
  })
  return [
    paid,
    disputed,
    refund,
    calculation,
    transaction,
    await stripe.tax.settings.retrieve(),
    await stripe.webhookEndpoints.retrieve('we_plinth_sandbox'),
    await stripe.charges.retrieve(String(paid.latest_charge)),
    await stripe.disputes.list(),
    await stripe.radar.earlyFraudWarnings.list(),
    await stripe.events.list({ limit: 100 }),
  ]
}

describe('the mode', () => {
  it('is that of the request’s key, in all objects and their events', async () => {
    const [ofLive, ofTest] = [await useAll(live), await useAll(world.stripe)]
    expect(modesIn(ofLive).length).toBeGreaterThan(20)
    expect(new Set(modesIn(ofLive))).toEqual(new Set([true]))
    expect(modesIn(ofTest)).toEqual(modesIn(ofLive).map(() => false))
  })

  it('separates the objects: the keys of one mode don’t find those of the other', async () => {
    const test = await paidIntent(world.stripe)
    const real = await paidIntent(live)
    await world.stripe.refunds.create({ payment_intent: test.id })
    for (const [stripe, own, other] of [
      [live, real, test],
      [world.stripe, test, real],
    ] as const) {
      const missing = { statusCode: 404, code: 'resource_missing' }
      expect(await rejectionOf(stripe.paymentIntents.retrieve(other.id))).toMatchObject(missing)
      const refund = stripe.refunds.create({ payment_intent: other.id })
      expect(await rejectionOf(refund)).toMatchObject({ ...missing, param: 'payment_intent' })
      expect((await stripe.paymentIntents.list()).data.map(({ id }) => id)).toEqual([own.id])
      expect(new Set(modesIn(await stripe.events.list({ limit: 100 })))).toEqual(new Set([own.livemode]))
    }
    expect((await live.refunds.list()).data).toEqual([])
    expect((await world.stripe.refunds.list()).data).toHaveLength(1)
  })

  it('is kept by what happens later: a challenge, a slow payment, a refund that fails, and a dispute', async () => {
    const shop = await listenAsShop(world.stripe, ['*'])
    const asLive = { ...world, stripe: live }
    const { next_action } = await intentThatIs(asLive, 'requires_action')
    const answer = new URLSearchParams({ answer: 'complete' })
    await fetch(next_action?.redirect_to_url?.url ?? '', { method: 'POST', body: answer, redirect: 'manual' })
    await world.switchOn('processing', { count: 1, delayMs: 1 })
    await paidIntent(live)
    await world.switchOn('refund-fails', { count: 1, delayMs: 1 })
    const paid = await paidIntent(live)
    await live.refunds.create({ payment_intent: paid.id, amount: 100 })
    await vi.waitFor(() => expect(shop.types()).toContain('refund.failed'))
    await world.api('POST', `/payments/charges/${paid.latest_charge}/dispute`)
    await vi.waitFor(() => {
      expect(shop.types().filter((type) => type === 'payment_intent.succeeded')).toHaveLength(3)
      expect(shop.types()).toContain('charge.dispute.created')
    })
    expect(new Set(shop.received.map(({ event }) => event.livemode))).toEqual(new Set([true]))
  })

  it('is that of the publishable key in a browser, too', async () => {
    const { id, client_secret } = await live.paymentIntents.create(lamp)
    const secret = { client_secret: client_secret ?? '' }
    const confirmation = { ...secret, payment_method: 'pm_card_visa', return_url: returnUrl }
    const path = `/payment_intents/${id}`
    expect((await askFromBrowser(world.url, 'GET', path, secret)).status).toBe(404)
    const response = await askFromBrowser(
      world.url,
      'POST',
      `${path}/confirm`,
      confirmation,
      liveKeys.publishableKey,
    )
    expect(await response.json()).toMatchObject({ status: 'succeeded', livemode: true })
  })
})
