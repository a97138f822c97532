import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askFromBrowser, type CardWorld, lamp, openCardWorld } from '../fixtures.ts'

let world: CardWorld

beforeEach(async () => {
  world = await openCardWorld()
})

afterEach(() => world.stop())

describe('a call from a browser', () => {
  it('confirms with an entered card, and gets only the fields meant for the buyer', async () => {
    const { id, client_secret } = await world.stripe.paymentIntents.create({
      ...lamp,
      metadata: { cost: '12' },
    })
    const response = await confirm(id, client_secret)
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const shown = await response.json()
    expect(shown).toMatchObject({ id, status: 'succeeded', amount: 4999, client_secret })
    expect(shown).not.toHaveProperty('metadata')
    expect(shown).not.toHaveProperty('latest_charge')
    const paid = await world.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(paid.latest_charge).toMatchObject({
      payment_method_details: { card: { last4: '4242', exp_month: 12, exp_year: 2034 } },
    })
  })

  it('receives a decline without the shop’s internal details', async () => {
    const { id, client_secret } = await world.stripe.paymentIntents.create({
      ...lamp,
      metadata: { cost: '12' },
    })
    const response = await confirm(id, client_secret, {
      'payment_method_data[card][number]': '4000000000000002',
    })
    expect(response.status).toBe(402)
    const { error } = (await response.json()) as { error: { payment_intent: object } }
    expect(error).toMatchObject({ type: 'card_error', code: 'card_declined' })
    expect(error.payment_intent).toMatchObject({ id, status: 'requires_payment_method' })
    expect(error.payment_intent).not.toHaveProperty('metadata')
  })

  it.each([['4012888888881881', '12', '2034', '123', 'card_declined']])(
    'is rejected for card %s, %s/%s, %s',
    async (number, month, year, cvc, code) => {
      const { id, client_secret } = await world.stripe.paymentIntents.create(lamp)
      const response = await confirm(id, client_secret, {
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': month,
        'payment_method_data[card][exp_year]': year,
        'payment_method_data[card][cvc]': cvc,
      })
      expect(response.status).toBe(402)
      expect(await response.json()).toMatchObject({ error: { type: 'card_error', code } })
    },
  )

  // 'Invalid data' and 'Fraud prevention' in Stripe's list of test cards.
  it.each([
    ['4242424242424242', 200, { line1: 'pass', zip: 'pass', cvc: 'pass' }, undefined],
    ['4000000000000028', 200, { line1: 'fail', zip: 'pass', cvc: 'pass' }, undefined],
    ['4000000000000036', 402, { line1: 'pass', zip: 'fail', cvc: 'pass' }, 'incorrect_zip'],
    ['4000000000000044', 200, { line1: 'unavailable', zip: 'unavailable', cvc: 'pass' }, undefined],
  ])('returns the bank’s checks of address and code for card %s', async (number, status, checks, code) => {
    const { id, client_secret } = await world.stripe.paymentIntents.create(lamp)
    const response = await confirm(id, client_secret, {
      'payment_method_data[card][number]': number,
      'payment_method_data[billing_details][address][line1]': '1 Dorset Street',
      'payment_method_data[billing_details][address][postal_code]': '12207',
    })
    expect(response.status).toBe(status)
    const { data } = await world.stripe.charges.list({ payment_intent: id })
    expect(data).toMatchObject([
      {
        failure_code: code ?? null,
        outcome: { type: code ? 'blocked' : 'authorized' },
        payment_method_details: {
          card: {
            checks: {
              address_line1_check: checks.line1,
              address_postal_code_check: checks.zip,
              cvc_check: checks.cvc,
            },
          },
        },
      },
    ])
  })

  it('returns no checks of details that it did not send', async () => {
    const { id, client_secret } = await world.stripe.paymentIntents.create(lamp)
    const number = { 'payment_method_data[card][number]': '4000000000000036' }
    expect((await confirm(id, client_secret, number)).status).toBe(200)
    const { data } = await world.stripe.charges.list({ payment_intent: id })
    expect(data[0]?.payment_method_details?.card?.checks).toEqual({
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: 'pass',
    })
  })

  it('reads an intent only with its secret', async () => {
    const { id, client_secret } = await world.stripe.paymentIntents.create(lamp)
    const other = await world.stripe.paymentIntents.create(lamp)
    const read = (secret?: string | null) =>
      askFromBrowser(world.url, 'GET', `/payment_intents/${id}`, secret ? { client_secret: secret } : {})
    expect((await read(client_secret)).status).toBe(200)
    for (const secret of [null, other.client_secret, 'x']) {
      const response = await read(secret)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: { param: 'client_secret' } })
    }
  })

  it('can’t do what only the shop may do', async () => {
    const { id } = await world.stripe.paymentIntents.create(lamp)
    for (const path of [
      `/payment_intents/${id}/cancel`,
      '/refunds',
      '/webhook_endpoints/we_plinth_sandbox',
      `/payment_intents/${id}`,
    ]) {
      const response = await askFromBrowser(world.url, 'POST', path)
      expect(response.status).toBe(401)
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
    expect((await askFromBrowser(world.url, 'GET', '/charges')).status).toBe(401)
  })
})

describe('the browser script and the card form', () => {
  it('include one classic script at the same paths as the real one', async () => {
    for (const address of ['/stripe.js', '/endive/stripe.js', '/v3']) {
      const response = await fetch(world.url + address)
      expect(response.headers.get('content-type')).toContain('text/javascript')
      const script = await response.text()
      expect(script).toContain('window.Stripe = Stripe')
      expect(script).toContain(`Stripe.version = '${Stripe.MAJOR_API_VERSION}'`)
      expect(script).not.toMatch(/^(import|export)\b/m)
    }
  })

  it('let any shop frame the card form, which loads only its own files', async () => {
    const { headers } = await fetch(`${world.url}/payment-element/frame`)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain('frame-ancestors http: https:')
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'/)
    expect(policy).not.toContain('unsafe')
  })
})

function confirm(id: string, secret: string | null, fields: Record<string, string> = {}) {
  return askFromBrowser(world.url, 'POST', `/payment_intents/${id}/confirm`, {
    client_secret: secret ?? '',
    use_stripe_sdk: 'true',
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
    ...fields,
  })
}
