import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CardWorld, lamp, openCardWorld, rejectionOf, returnUrl, stripeAt } from '../fixtures.ts'

let world: CardWorld

beforeEach(async () => {
  world = await openCardWorld()
})

afterEach(() => world.stop())

describe('an idempotency key', () => {
  it('repeats the response, even if the object has changed since', async () => {
    const first = await create('order-1')
    await world.stripe.paymentIntents.cancel(first.id)
    const second = await create('order-1')
    expect(second).toEqual(first)
    expect(second.status).toBe('requires_payment_method')
    expect(second.lastResponse.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'idempotency-key': 'order-1',
      'original-request': first.lastResponse.requestId,
    })
    expect(second.lastResponse.requestId).not.toBe(first.lastResponse.requestId)
    expect(await countIntents()).toBe(1)
  })

  it('repeats a decline, without another charge', async () => {
    const { id } = await create('order-1')
    const pay = () => {
      const card = { payment_method: 'pm_card_chargeDeclined', return_url: returnUrl }
      return rejectionOf(world.stripe.paymentIntents.confirm(id, card, { idempotencyKey: 'pay-1' }))
    }
    const [first, second] = [await pay(), await pay()]
    expect(second.charge).toBe(first.charge)
    expect((await world.stripe.charges.list()).data).toHaveLength(1)
  })

  it('is rejected with different parameters or for a different call', async () => {
    const { id } = await create('order-1')
    const other = { amount: 5000, currency: 'usd' }
    const { paymentIntents } = world.stripe
    const rejection = { type: 'StripeIdempotencyError', rawType: 'idempotency_error', statusCode: 400 }
    expect(await rejectionOf(paymentIntents.create(other, { idempotencyKey: 'order-1' }))).toMatchObject(
      rejection,
    )
    expect(await rejectionOf(paymentIntents.cancel(id, {}, { idempotencyKey: 'order-1' }))).toMatchObject(
      rejection,
    )
    expect(await countIntents()).toBe(1)
    const second = await create('order-2')
    const cancel = (intent: string) => paymentIntents.cancel(intent, {}, { idempotencyKey: 'cancel-1' })
    await cancel(id)
    expect(await rejectionOf(cancel(second.id))).toMatchObject(rejection)
    expect((await paymentIntents.retrieve(second.id)).status).toBe('requires_payment_method')
  })

  it('ignores the order of the parameters', async () => {
    const { id } = await create('order-1')
    const turned = { currency: 'usd', amount: 4999 }
    expect((await world.stripe.paymentIntents.create(turned, { idempotencyKey: 'order-1' })).id).toBe(id)
  })

  it('is rejected with 409 while the first request is still running', async () => {
    await world.switchOn('slow', { count: 1, delayMs: 300 })
    const first = create('order-1')
    await vi.waitFor(async () => expect(await world.api('GET', '/faults')).toEqual([]))
    expect(await rejectionOf(create('order-1'))).toMatchObject({
      statusCode: 409,
      code: 'idempotency_key_in_use',
    })
    const patient = stripeAt(world.url, { maxNetworkRetries: 3 })
    const second = await patient.paymentIntents.create(lamp, { idempotencyKey: 'order-1' })
    expect(second.id).toBe((await first).id)
  })

  it('can be reused after a request with invalid parameters', async () => {
    const wrong = { amount: 1, currency: 'usd' }
    await rejectionOf(world.stripe.paymentIntents.create(wrong, { idempotencyKey: 'order-1' }))
    expect((await create('order-1')).amount).toBe(4999)
  })

  it('can be reused after a day', async () => {
    const { id } = await create('order-1')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60 * 1000 })
    const later = await create('order-1').finally(() => vi.useRealTimers())
    expect(later.id).not.toBe(id)
  })
})

describe('the SDK’s retries', () => {
  it('charge once, even if the response to the first request was lost', async () => {
    await world.switchOn('timeout-after', { count: 1, delayMs: 20 })
    const patient = stripeAt(world.url, { maxNetworkRetries: 2 })
    const intent = await patient.paymentIntents.create({
      ...lamp,
      confirm: true,
      payment_method: 'pm_card_visa',
      return_url: returnUrl,
    })
    expect(intent.status).toBe('succeeded')
    expect(intent.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(await countIntents()).toBe(1)
    expect((await world.stripe.charges.list()).data).toHaveLength(1)
  })

  it('continue after a request that was never received, and after a short outage', async () => {
    const patient = stripeAt(world.url, { maxNetworkRetries: 2 })
    await world.switchOn('timeout-before', { count: 1, delayMs: 20 })
    const first = await patient.paymentIntents.create(lamp)
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
    await world.switchOn('down', { count: 2 })
    await patient.paymentIntents.create(lamp)
    expect(await countIntents()).toBe(2)
  })
})

function create(idempotencyKey: string) {
  return world.stripe.paymentIntents.create(lamp, { idempotencyKey })
}

async function countIntents(): Promise<number> {
  return (await world.stripe.paymentIntents.list({ limit: 100 })).data.length
}
