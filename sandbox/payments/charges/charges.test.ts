import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CardWorld, lamp, openCardWorld, paidIntent, refusalOf, returnUrl } from '../given.ts'

let world: CardWorld

beforeEach(async () => {
  world = await openCardWorld()
})

afterEach(() => world.stop())

describe('charges.retrieve', () => {
  it('shows what was taken from which card, and what the provider keeps', async () => {
    const intent = await paidIntent(world.stripe)
    const charge = await world.stripe.charges.retrieve(String(intent.latest_charge), {
      expand: ['balance_transaction', 'payment_intent'],
    })
    expect(charge).toMatchObject({
      amount: 4999,
      captured: true,
      disputed: false,
      payment_intent: { id: intent.id },
      payment_method: intent.payment_method,
      payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
      balance_transaction: { amount: 4999, fee: 175, net: 4824, source: charge.id },
    })
  })
})

describe('charges.update', () => {
  it('changes words, and leaves the money alone', async () => {
    const { latest_charge } = await paidIntent(world.stripe)
    const changed = await world.stripe.charges.update(String(latest_charge), { metadata: { order: '7' } })
    expect(changed).toMatchObject({ metadata: { order: '7' }, amount: 4999 })
  })
})

describe('charges.list', () => {
  it('shows every attempt of an intent, the declined ones too', async () => {
    const { id: payment_intent } = await world.stripe.paymentIntents.create(lamp)
    const pay = (payment_method: string) =>
      world.stripe.paymentIntents.confirm(payment_intent, { payment_method, return_url: returnUrl })
    await refusalOf(pay('pm_card_chargeDeclined'))
    await pay('pm_card_visa')
    await paidIntent(world.stripe)
    const { data } = await world.stripe.charges.list({ payment_intent })
    expect(data.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
    expect((await world.stripe.charges.list()).data).toHaveLength(3)
  })
})

describe('disputes', () => {
  it('are opened on the dashboard, lock the charge for refunds, and are told', async () => {
    const { latest_charge, id } = await paidIntent(world.stripe)
    await world.api('POST', `/payments/charges/${latest_charge}/dispute`)
    const { data } = await world.stripe.disputes.list({ payment_intent: id })
    expect(data).toMatchObject([{ amount: 4999, charge: latest_charge, status: 'needs_response' }])
    expect(await world.stripe.disputes.retrieve(data[0]?.id ?? '')).toMatchObject({ reason: 'fraudulent' })
    expect(await refusalOf(world.stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'charge_disputed',
    })
    const events = await world.stripe.events.list({ type: 'charge.dispute.created' })
    expect(events.data).toMatchObject([{ data: { object: { object: 'dispute', charge: latest_charge } } }])
    await expect(world.api('POST', `/payments/charges/${latest_charge}/dispute`)).rejects.toThrow(/^400/)
    await expect(world.api('POST', '/payments/charges/ch_nobody/dispute')).rejects.toThrow(/^404/)
  })

  it('are opened by the card that is made for it', async () => {
    const { id } = await paidIntent(world.stripe, 'pm_card_createDispute')
    expect((await world.stripe.disputes.list({ payment_intent: id })).data).toHaveLength(1)
  })
})

describe('balanceTransactions', () => {
  it('show each movement, and lead to what caused it', async () => {
    const { id: payment_intent, latest_charge } = await paidIntent(world.stripe)
    const refund = await world.stripe.refunds.create({ payment_intent, amount: 1000 })
    const { data } = await world.stripe.balanceTransactions.list({ expand: ['data.source'] })
    expect(data).toMatchObject([
      { amount: -1000, fee: 0, net: -1000, type: 'refund', source: { id: refund.id } },
      { amount: 4999, fee: 175, net: 4824, type: 'charge', source: { id: latest_charge } },
    ])
    const one = await world.stripe.balanceTransactions.retrieve(data[0]?.id ?? '')
    expect(one.source).toBe(refund.id)
    expect((await world.stripe.balance.retrieve()).pending).toMatchObject([{ amount: 3824, currency: 'usd' }])
  })
})

describe('accounts.retrieveCurrent', () => {
  it('tells whose keys these are', async () => {
    expect(await world.stripe.accounts.retrieveCurrent()).toMatchObject({
      object: 'account',
      charges_enabled: true,
    })
  })
})
