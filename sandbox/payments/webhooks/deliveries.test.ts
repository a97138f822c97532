import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CardWorld, lamp, listenAsShop, openCardWorld } from '../fixtures.ts'

let world: CardWorld

beforeEach(async () => {
  world = await openCardWorld()
})

afterEach(() => world.stop())

describe('a failed delivery', () => {
  it('is retried at increasing intervals, with a new signature each time', async () => {
    await world.api('PUT', '/payments/settings', { webhookSpeed: 60_000 })
    const shop = await listenAsShop(world.stripe, ['payment_intent.created'], [500, 302, 404])
    await world.stripe.paymentIntents.create(lamp)
    // The compressed schedule has intervals of 1 ms, 5 ms and 30 ms.
    await vi.waitFor(() => expect(shop.received).toHaveLength(4))
    expect(new Set(shop.received.map(({ event }) => event.id)).size).toBe(1)
    for (const { body, signature } of shop.received) {
      expect(world.stripe.webhooks.constructEvent(body, signature, shop.secret)).toBeTruthy()
    }
  })

  it('is no longer retried after three days', async () => {
    await world.api('PUT', '/payments/settings', { webhookSpeed: 1_000_000 })
    const shop = await listenAsShop(world.stripe, ['payment_intent.created'], Array(100).fill(500))
    await world.stripe.paymentIntents.create(lamp)
    await vi.waitFor(async () => expect(await dashboard()).toContain('Failed permanently'), { timeout: 5000 })
    expect(shop.received).toHaveLength(11)
  })

  it('is retried sooner when the schedule is shortened afterward', async () => {
    const shop = await listenAsShop(world.stripe, ['payment_intent.created'], [500])
    await world.stripe.paymentIntents.create(lamp)
    await shop.first()
    await vi.waitFor(async () => expect(await dashboard()).toContain('attempt 1: 500'))
    await world.api('PUT', '/payments/settings', { webhookSpeed: 10_000 })
    await vi.waitFor(() => expect(shop.received).toHaveLength(2))
  })
})

describe('the fault switch', () => {
  it("'webhook-lost' drops an event until it is resent manually", async () => {
    const shop = await listenAsShop(world.stripe, ['payment_intent.created', 'payment_intent.canceled'])
    await world.switchOn('webhook-lost')
    const { id } = await world.stripe.paymentIntents.create(lamp)
    await world.stripe.paymentIntents.cancel(id)
    expect((await shop.first()).event.type).toBe('payment_intent.canceled')
    const { data } = await world.stripe.events.list({ type: 'payment_intent.created' })
    const [created] = data as [Stripe.Event]
    expect(await deliverNow(created)).toEqual({ delivered: true })
    expect(shop.types()).toEqual(['payment_intent.canceled', 'payment_intent.created'])
  })

  it("'webhook-late' delays an event", async () => {
    const shop = await listenAsShop(world.stripe, ['payment_intent.created'])
    await world.switchOn('webhook-late', { count: 1, delayMs: 200 })
    const began = performance.now()
    await world.stripe.paymentIntents.create(lamp)
    await shop.first()
    expect(performance.now() - began).toBeGreaterThan(190)
  })

  it("'webhook-doubled' delivers the same event twice", async () => {
    const shop = await listenAsShop(world.stripe, ['payment_intent.created'])
    await world.switchOn('webhook-doubled')
    await world.stripe.paymentIntents.create(lamp)
    await vi.waitFor(() => expect(shop.received).toHaveLength(2))
    const [one, two] = shop.received
    expect(one?.event.id).toBe(two?.event.id)
  })

  it("'webhook-reordered' delivers the next event first", async () => {
    const shop = await listenAsShop(world.stripe, ['payment_intent.created', 'payment_intent.canceled'])
    await world.switchOn('webhook-reordered', { count: 1, delayMs: 60_000 })
    const { id } = await world.stripe.paymentIntents.create(lamp)
    await world.stripe.paymentIntents.cancel(id)
    await vi.waitFor(() =>
      expect(shop.types()).toEqual(['payment_intent.canceled', 'payment_intent.created']),
    )
  })
})

describe('the webhook settings', () => {
  it('set how fast failed webhooks are retried, and reject invalid values', async () => {
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

function deliverNow({ id }: Pick<Stripe.Event, 'id'>) {
  return world.api('POST', `/payments/events/${id}/deliver`)
}

async function dashboard(): Promise<string> {
  return (await fetch(`${world.url}/payments`)).text()
}
