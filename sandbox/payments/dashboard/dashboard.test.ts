import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type CardWorld,
  lamp,
  listenAsShop,
  openCardWorld,
  paidIntent,
  rejectionOf,
  returnUrl,
} from '../fixtures.ts'

let world: CardWorld

beforeEach(async () => {
  world = await openCardWorld()
})

afterEach(() => world.stop())

describe('the payment dashboard', () => {
  it('is linked from the start page, which lists the test cards and the fault switches', async () => {
    const first = await read('/')
    expect(first).toContain('href="/payments"')
    expect(first).toMatch(/<dt>4000 0000 0000 0069<\/dt><dd>has expired<\/dd>/)
    expect(first).toContain('action="/faults/payments/webhook-lost"')
  })

  it('shows a message when there are no payments', async () => {
    const page = await read('/payments')
    expect(page).toContain('No payments yet')
    expect(page).toContain('No refunds yet')
    expect(page).toContain('No events yet')
    expect(page).toContain('whsec_plinth_sandbox')
  })

  it('shows payments, refunds, disputes, events and deliveries', async () => {
    await listenAsShop(world.stripe, ['payment_intent.succeeded'])
    const { id: payment_intent } = await paidIntent(world.stripe)
    await world.stripe.refunds.create({ payment_intent, amount: 1000, reason: 'requested_by_customer' })
    const { latest_charge } = await paidIntent(world.stripe, 'pm_card_visa', 777)
    await world.api('POST', `/payments/charges/${latest_charge}/dispute`)
    await vi.waitFor(async () =>
      expect(await read('/payments')).toMatch(/Delivered<\/strong>, attempt 1: 200 OK/),
    )
    const page = await read('/payments')
    expect(page).toContain(`<a href="/payments/${payment_intent}">$49.99</a>`)
    expect(page).toContain('requested by customer')
    expect(page).toContain('needs response')
    expect(page).toContain('<h3>charge.refunded</h3>')
  })

  it('shows a payment with its attempts', async () => {
    const { id } = await world.stripe.paymentIntents.create({ ...lamp, metadata: { order: '<b>PL-1' } })
    const card = { payment_method: 'pm_card_chargeDeclined', return_url: returnUrl }
    await rejectionOf(world.stripe.paymentIntents.confirm(id, card))
    const page = await read(`/payments/${id}`)
    expect(page).toContain('Payment of $49.99')
    expect(page).toContain('&lt;b&gt;PL-1')
    expect(page).toContain('(generic_decline)')
    expect(page).toContain('visa •••• 0002')
    expect((await fetch(`${world.url}/payments/pi_nobody`)).status).toBe(404)
  })

  it('links to older payments when they don’t fit on one page', async () => {
    for (let amount = 101; amount <= 126; amount++)
      await world.stripe.paymentIntents.create({ ...lamp, amount })
    const first = await read('/payments')
    expect(first).not.toContain('>$1.01</a>')
    const older = /href="(\/payments\?before=[^"]*)"/.exec(first)?.[1] ?? '/no-link'
    expect(await read(older)).toContain('>$1.01</a>')
  })

  it('has buttons to dispute a charge, deliver an event and set the speed', async () => {
    const shop = await listenAsShop(world.stripe, ['payment_intent.succeeded'], [500])
    const { id, latest_charge } = await paidIntent(world.stripe)
    await vi.waitFor(() => expect(shop.received).toHaveLength(1))

    const disputed = await press(`/payments/charges/${latest_charge}/dispute`, {}, `/payments/${id}`)
    expect(disputed.headers.get('location')).toBe(`/payments/${id}`)
    expect(await read(`/payments/${id}`)).toContain('Disputed by the customer')

    const event = shop.received[0]?.event.id ?? ''
    await press(`/payments/events/${event}/deliver`, {}, '/payments')
    expect(shop.received).toHaveLength(2)

    await press('/payments/settings', { webhookSpeed: '500' }, '/payments')
    expect(await world.api('GET', '/payments/settings')).toEqual({ webhookSpeed: 500 })
    expect((await press('/payments/settings', { webhookSpeed: 'x' }, '/payments')).status).toBe(400)
  })

  it('rejects forms submitted from other sites', async () => {
    const { latest_charge } = await paidIntent(world.stripe)
    const response = await fetch(`${world.url}/payments/charges/${latest_charge}/dispute`, {
      method: 'POST',
      headers: { origin: 'http://evil.example' },
    })
    expect(response.status).toBe(403)
  })
})

async function read(address: string): Promise<string> {
  return (await fetch(world.url + address)).text()
}

function press(address: string, fields: Record<string, string>, page: string): Promise<Response> {
  return fetch(world.url + address, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: world.url, referer: world.url + page },
    body: new URLSearchParams(fields),
  })
}
