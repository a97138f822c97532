import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type CardWorld,
  lamp,
  openCardWorld,
  paidIntent,
  rejectionOf,
  returnUrl,
  stripeAt,
} from './fixtures.ts'

let world: CardWorld

beforeEach(async () => {
  world = await openCardWorld()
})

afterEach(() => world.stop())

describe('the fault switch', () => {
  it("'declined' makes the bank decline a valid card as often as its count", async () => {
    await world.switchOn('declined')
    const { id } = await world.stripe.paymentIntents.create(lamp)
    const pay = () =>
      world.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa', return_url: returnUrl })
    expect(await rejectionOf(pay())).toMatchObject({ decline_code: 'generic_decline' })
    expect((await pay()).status).toBe('succeeded')
  })

  it("'processing' lets a payment succeed later", async () => {
    await world.switchOn('processing', { count: 1, delayMs: 100 })
    const { id, status, latest_charge } = await paidIntent(world.stripe)
    expect([status, latest_charge]).toEqual(['processing', null])
    await vi.waitFor(async () =>
      expect(await world.stripe.paymentIntents.retrieve(id)).toMatchObject({
        status: 'succeeded',
        amount_received: 4999,
      }),
    )
  })

  it("'slow' delays the response", async () => {
    await world.switchOn('slow', { count: 1, delayMs: 150 })
    const began = performance.now()
    await world.stripe.paymentIntents.create(lamp)
    expect(performance.now() - began).toBeGreaterThanOrEqual(140)
  })

  it("'rate-limited' returns 429, and leaves the key unused", async () => {
    await world.switchOn('rate-limited')
    const create = () => world.stripe.paymentIntents.create(lamp, { idempotencyKey: 'order-1' })
    expect(await rejectionOf(create())).toMatchObject({
      type: 'StripeRateLimitError',
      statusCode: 429,
      code: 'rate_limit',
    })
    expect((await create()).status).toBe('requires_payment_method')
  })

  it("'error' returns 500 without effect, and repeats it for the same key", async () => {
    await world.switchOn('error')
    const create = (idempotencyKey: string) => world.stripe.paymentIntents.create(lamp, { idempotencyKey })
    const first = await rejectionOf(create('order-1'))
    expect(first).toMatchObject({ type: 'StripeAPIError', statusCode: 500, rawType: 'api_error' })
    expect(first.headers?.['stripe-should-retry']).toBe('false')
    const second = await rejectionOf(create('order-1'))
    expect(second.headers?.['idempotent-replayed']).toBe('true')
    expect((await world.stripe.paymentIntents.list()).data).toEqual([])
    expect((await create('order-2')).status).toBe('requires_payment_method')
  })

  it("'timeout-before' and 'timeout-after' send no response, without and with the call's effect", async () => {
    const hasty = stripeAt(world.url, { timeout: 80 })
    for (const [kind, effects] of [
      ['timeout-before', 0],
      ['timeout-after', 1],
    ] as const) {
      await world.switchOn(kind, { count: 1, delayMs: 60_000 })
      const error = await rejectionOf(hasty.paymentIntents.create(lamp))
      expect(error).toBeInstanceOf(Stripe.errors.StripeConnectionError)
      expect((await world.stripe.paymentIntents.list()).data).toHaveLength(effects)
    }
  })

  it("'down' stops the API, the script and the card form", async () => {
    await world.switchOn('down', {})
    expect(await rejectionOf(world.stripe.paymentIntents.list())).toMatchObject({ statusCode: 503 })
    for (const address of ['/stripe.js', '/payment-element/frame', '/3ds/x/y']) {
      expect((await fetch(world.url + address)).status).toBe(503)
    }
    await world.api('DELETE', '/faults/payments/down')
    expect((await world.stripe.paymentIntents.list()).data).toEqual([])
    expect((await fetch(`${world.url}/stripe.js`)).status).toBe(200)
  })

  it('takes effect at random, in the same order for the same seed', async () => {
    const tries = async () => {
      await world.switchOn('rate-limited', { probability: 0.5, seed: 11 })
      const outcomes = []
      for (let count = 0; count < 12; count++) {
        outcomes.push(
          await world.stripe.charges.list().then(
            () => 'ok',
            () => 'refused',
          ),
        )
      }
      return outcomes
    }
    const first = await tries()
    expect(new Set(first).size).toBe(2)
    expect(await tries()).toEqual(first)
  })
})
