import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CardWorld, lamp, openCardWorld, paidIntent, rejectionOf } from '../fixtures.ts'

let world: CardWorld

beforeEach(async () => {
  world = await openCardWorld()
})

afterEach(() => world.stop())

describe('refunds.create', () => {
  it('refunds the full amount', async () => {
    const intent = await paidIntent(world.stripe)
    const refund = await world.stripe.refunds.create({
      payment_intent: intent.id,
      reason: 'requested_by_customer',
      metadata: { order: 'PL-1' },
    })
    expect(refund).toMatchObject({
      object: 'refund',
      status: 'succeeded',
      amount: 4999,
      currency: 'usd',
      payment_intent: intent.id,
      charge: intent.latest_charge,
      reason: 'requested_by_customer',
      metadata: { order: 'PL-1' },
    })
    const charge = await world.stripe.charges.retrieve(String(intent.latest_charge))
    expect(charge).toMatchObject({
      refunded: true,
      amount_refunded: 4999,
    })
    expect((await world.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
  })

  it('refunds part of the amount repeatedly, but never more than was paid', async () => {
    const { id: payment_intent, latest_charge: charge } = await paidIntent(world.stripe)
    await world.stripe.refunds.create({ payment_intent, amount: 1000 })
    await world.stripe.refunds.create({ payment_intent, amount: 3000 })
    expect(await world.stripe.charges.retrieve(String(charge))).toMatchObject({
      refunded: false,
      amount_refunded: 4000,
    })
    const tooMuch = await rejectionOf(world.stripe.refunds.create({ payment_intent, amount: 1000 }))
    expect(tooMuch).toMatchObject({ type: 'StripeInvalidRequestError', param: 'amount' })
    expect(tooMuch.message).toBe('$10.00 is more than the $9.99 that can still be refunded.')

    expect((await world.stripe.refunds.create({ payment_intent })).amount).toBe(999)
    expect(await rejectionOf(world.stripe.refunds.create({ payment_intent }))).toMatchObject({
      code: 'charge_already_refunded',
    })
  })

  it('rejects unpaid, unknown, and missing payments', async () => {
    const { refunds, paymentIntents } = world.stripe
    const { id } = await paymentIntents.create(lamp)
    expect(await rejectionOf(refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    expect(await rejectionOf(refunds.create({ payment_intent: 'pi_nobody' }))).toMatchObject({
      statusCode: 404,
    })
    expect(await rejectionOf(refunds.create({}))).toMatchObject({ code: 'parameter_missing' })
    expect(await rejectionOf(refunds.create({ payment_intent: id, amount: 0 }))).toMatchObject({
      statusCode: 400,
    })
  })

  it.each(['refund-pending', 'pm_card_pendingRefund'])('creates a pending refund for %s', async (cause) => {
    const isCard = cause.startsWith('pm_')
    if (!isCard) await world.switchOn(cause, { count: 1, delayMs: 50 })
    const { id: payment_intent } = await paidIntent(world.stripe, isCard ? cause : 'pm_card_visa')
    const refund = await world.stripe.refunds.create({ payment_intent })
    expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' })
    const settled = async () => (await world.stripe.refunds.retrieve(refund.id)).status
    await vi.waitFor(async () => expect(await settled()).toBe('succeeded'), { timeout: 10_000, interval: 50 })
    expect(await eventTypes(refund.id)).toEqual(['refund.updated', 'refund.created'])
  })

  it.each(['refund-fails', 'pm_card_refundFail'])(
    'creates a refund that fails later for %s, and restores the balance',
    async (cause) => {
      const isCard = cause.startsWith('pm_')
      if (!isCard) await world.switchOn(cause, { count: 1, delayMs: 50 })
      const intent = await paidIntent(world.stripe, isCard ? cause : 'pm_card_visa')
      const refund = await world.stripe.refunds.create({ payment_intent: intent.id })
      expect(refund.status).toBe(isCard ? 'succeeded' : 'pending')
      const settled = () => world.stripe.refunds.retrieve(refund.id)
      await vi.waitFor(async () => expect((await settled()).status).toBe('failed'), {
        timeout: 10_000,
        interval: 50,
      })
      expect((await settled()).failure_reason).toBe('lost_or_stolen_card')
      const charge = await world.stripe.charges.retrieve(String(intent.latest_charge))
      expect(charge).toMatchObject({ refunded: false, amount_refunded: 0 })
      expect(await eventTypes(refund.id)).toEqual(['refund.failed', 'refund.updated', 'refund.created'])
      expect((await world.stripe.refunds.create({ payment_intent: intent.id })).status).toMatch(/succeeded/)
    },
  )
})

describe('refunds.list', () => {
  it('filters by intent and by charge', async () => {
    const first = await paidIntent(world.stripe)
    const second = await paidIntent(world.stripe)
    const { refunds } = world.stripe
    const one = await refunds.create({ payment_intent: first.id, amount: 100 })
    const two = await refunds.create({ payment_intent: first.id, amount: 200 })
    await refunds.create({ payment_intent: second.id })
    const found = await refunds.list({ payment_intent: first.id })
    expect(found.data.map(({ id }) => id)).toEqual([two.id, one.id])
    expect((await refunds.list({ charge: String(second.latest_charge) })).data).toHaveLength(1)
    expect((await refunds.list()).data).toHaveLength(3)
  })
})

async function eventTypes(about: string) {
  const { data } = await world.stripe.events.list({ limit: 100 })
  return data.filter(({ data: { object } }) => 'id' in object && object.id === about).map(({ type }) => type)
}
