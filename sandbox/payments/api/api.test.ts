import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  askFromBrowser,
  type CardWorld,
  lamp,
  openCardWorld,
  paidIntent,
  rejectionOf,
  stripeAt,
} from '../fixtures.ts'

let world: CardWorld

beforeEach(async () => {
  world = await openCardWorld()
})

afterEach(() => world.stop())

describe('API keys', () => {
  it.each(['sk_test_somebody_else', 'sk_live_123456789012', 'pk_test_other'])(
    'are rejected: %s',
    async (key) => {
      const error = await rejectionOf(stripeAt(world.url, {}, key).paymentIntents.list())
      expect(error).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 })
      expect(error.message).not.toContain(key)
      expect(error.message).toContain(key.slice(-4))
    },
  )

  it('are required in every request', async () => {
    const response = await fetch(`${world.url}/v1/charges`)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
  })

  it('are rejected if publishable where a secret key is required', async () => {
    const response = await askFromBrowser(world.url, 'GET', '/payment_intents')
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { code: 'secret_key_required' } })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('an API request', () => {
  it('returns the requested API version, or the current one', async () => {
    const { paymentIntents } = world.stripe
    const old = await paymentIntents.create(lamp, { apiVersion: '2024-06-20' })
    expect(old.lastResponse.apiVersion).toBe('2024-06-20')
  })

  it('has a new ID each time', async () => {
    const ids = [await world.stripe.charges.list(), await world.stripe.charges.list()]
    const [first, second] = ids.map(({ lastResponse }) => lastResponse.requestId)
    expect(first).toMatch(/^req_\w{14}$/)
    expect(first).not.toBe(second)
  })

  it('is rejected in the same format if the path is unknown', async () => {
    const error = await rejectionOf(world.stripe.rawRequest('GET', '/v1/unicorns'))
    expect(error).toMatchObject({ statusCode: 404, rawType: 'invalid_request_error' })
    expect(error.message).toContain('GET /v1/unicorns')
  })

  it('is rejected if its parameters are nested too deeply', async () => {
    const name = `metadata${'[a]'.repeat(9)}`
    const response = await fetch(`${world.url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_plinth_sandbox' },
      body: new URLSearchParams({ [name]: '1' }),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { message: 'The parameters are nested too deeply.' },
    })
  })
})

describe('the expand parameter', () => {
  it('replaces the charge’s ID with the charge', async () => {
    const { id } = await paidIntent(world.stripe)
    const intent = await world.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(intent.latest_charge).toMatchObject({ object: 'charge', payment_intent: id })
  })

  it('rejects a field that can’t be expanded, and the call has no effect', async () => {
    const { paymentIntents } = world.stripe
    expect(await rejectionOf(paymentIntents.create({ ...lamp, expand: ['amount'] }))).toMatchObject({
      statusCode: 400,
      param: 'expand[0]',
    })
    expect((await paymentIntents.list()).data).toEqual([])
    expect((await world.stripe.events.list()).data).toEqual([])
  })
})
