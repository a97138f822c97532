import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CardWorld, lamp, openCardWorld, paidIntent, rejectionOf, returnUrl } from '../fixtures.ts'

let world: CardWorld

beforeEach(async () => {
  world = await openCardWorld()
})

afterEach(() => world.stop())

describe('charges.retrieve', () => {
  it('shows the amount and the card', async () => {
    const intent = await paidIntent(world.stripe)
    const charge = await world.stripe.charges.retrieve(String(intent.latest_charge))
    expect(charge).toMatchObject({
      amount: 4999,
      captured: true,
      disputed: false,
      payment_intent: intent.id,
      payment_method: intent.payment_method,
      payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
    })
  })
})

describe('charges.update', () => {
  it('changes the receipt’s email address, but no amounts', async () => {
    const { latest_charge } = await paidIntent(world.stripe)
    const changed = await world.stripe.charges.update(String(latest_charge), {
      receipt_email: 'ada@example.com',
    })
    expect(changed).toMatchObject({ receipt_email: 'ada@example.com', amount: 4999 })
  })
})

describe('charges.list', () => {
  it('lists every attempt to pay an intent, including declined ones', async () => {
    const { id: payment_intent } = await world.stripe.paymentIntents.create(lamp)
    const pay = (payment_method: string) =>
      world.stripe.paymentIntents.confirm(payment_intent, { payment_method, return_url: returnUrl })
    await rejectionOf(pay('pm_card_chargeDeclined'))
    await pay('pm_card_visa')
    await paidIntent(world.stripe)
    const { data } = await world.stripe.charges.list({ payment_intent })
    expect(data.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
    expect((await world.stripe.charges.list()).data).toHaveLength(3)
  })
})

describe('disputes', () => {
  it('are opened on the dashboard, block refunds of the charge, and send an event', async () => {
    const { latest_charge, id } = await paidIntent(world.stripe)
    await world.api('POST', `/payments/charges/${latest_charge}/dispute`)
    expect(await rejectionOf(world.stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'charge_disputed',
    })
    const events = await world.stripe.events.list({ type: 'charge.dispute.created' })
    expect(events.data).toMatchObject([{ data: { object: { object: 'dispute', charge: latest_charge } } }])
    const dispute = events.data[0]?.data.object as Stripe.Dispute
    expect(await world.stripe.disputes.retrieve(dispute.id)).toMatchObject({
      amount: 4999,
      charge: latest_charge,
      status: 'needs_response',
      reason: 'fraudulent',
    })
    await expect(world.api('POST', `/payments/charges/${latest_charge}/dispute`)).rejects.toThrow(/^400/)
    await expect(world.api('POST', '/payments/charges/ch_nobody/dispute')).rejects.toThrow(/^400/)
  })

  it('are opened by the test card for disputes', async () => {
    const { latest_charge } = await paidIntent(world.stripe, 'pm_card_createDispute')
    expect(await world.stripe.charges.retrieve(String(latest_charge))).toMatchObject({ disputed: true })
  })
})
