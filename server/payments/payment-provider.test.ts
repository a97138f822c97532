import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Stripe from 'stripe'
import { describe, expect, test, vi } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { switchOn } from '../../tests/support/purchase.ts'
import { openTestShop, stripeOf } from '../../tests/support/shop.ts'
import { requestTestEvent } from './routes.ts'
import { openStripe } from './stripe.ts'

const WEBHOOK_EVENTS = [
  'payment_intent.processing',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
]

/** Settings of a shop with live keys. Without a network, Stripe is unreachable. */
const real = (key: string) => ({
  PLINTH_DEMO: 'off',
  PUBLIC_URL: 'https://shop.example',
  SECRET_KEY: 'a key of at least thirty-two characters',
  SMTP_URL: 'smtp://127.0.0.1:9',
  STRIPE_SECRET_KEY: `sk_${key}_1234567890`,
  STRIPE_PUBLISHABLE_KEY: `pk_${key}_1234567890`,
  STRIPE_WEBHOOK_SECRET: 'whsec_1234567890',
})

describe('the payment provider', () => {
  test('is documented in docs/operations.md with the events and the API version that the shop uses', () => {
    const text = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
    const events = text
      .match(/`(payment_intent|refund|charge|radar)\.[a-z_.]+`/g)
      ?.map((one) => one.slice(1, -1))
    expect(events?.toSorted()).toEqual(WEBHOOK_EVENTS.toSorted())
    expect(text).toContain(`\`${Stripe.API_VERSION}\``)
  })

  test.each(['test', 'live'] as const)(
    'is in %s mode with keys of that mode, and its keys stay secret',
    async (mode) => {
      const shop = await openTestShop({ environment: real(mode) })
      const admin = await fixtures.anAdmin(shop)
      expect(await admin.call('GET /api/admin/payment-provider')).toEqual({
        name: 'Stripe',
        mode,
        keys: {
          source: 'environment',
          account: null,
          ends: { secretKey: '7890', publishableKey: '7890', webhookSecret: '7890' },
        },
        problem: null,
        webhookUrl: 'https://shop.example/api/webhooks/stripe',
        events: WEBHOOK_EVENTS,
        lastWebhook: null,
      })
    },
  )

  test('is the sandbox in a demo; a test event returns as a webhook and changes no order', async () => {
    const shop = await openTestShop({ webhooks: true })
    const admin = await fixtures.anAdmin(shop)
    // docs/operations.md and the payments card must list exactly the events that the emulator sends.
    const endpoint = await stripeOf(shop).webhookEndpoints.retrieve('we_plinth_sandbox')
    expect(endpoint.enabled_events.toSorted()).toEqual(WEBHOOK_EVENTS.toSorted())
    const state = () => admin.call('GET /api/admin/payment-provider')
    expect(await state()).toMatchObject({ mode: 'demo', lastWebhook: null })
    const { askedAt } = await admin.call('POST /api/admin/payment-provider/test-event')
    await vi.waitFor(async () => expect((await state()).lastWebhook?.type).toBe('payment_intent.canceled'), {
      timeout: 30_000,
      interval: 50,
    })
    expect((await state()).lastWebhook?.at.localeCompare(askedAt)).toBeGreaterThanOrEqual(0)
    await shop.runJobs()
    const events = await shop.shop.db.selectFrom('webhook_events').select('outcome').execute()
    expect(new Set(events.map(({ outcome }) => outcome))).not.toContain(null)
    expect(await admin.call('GET /api/admin/counts')).toMatchObject({ orders: 0 })
    expect(await admin.call('GET /api/admin/orders', { status: 'pending' })).toEqual([])
  })

  test('causes a clear error message if it is unavailable or rejects the request', async () => {
    const shop = await openTestShop()
    const admin = await fixtures.anAdmin(shop)
    await switchOn(shop, 'down', { count: 10 })
    await expect(admin.call('POST /api/admin/payment-provider/test-event')).rejects.toMatchObject({
      status: 503,
      serverMessage: "We couldn't reach Stripe. Please try again.",
    })
    await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
    const { hostname: host, port } = new URL(shop.sandboxUrl)
    const attacker = openStripe(
      {
        ...shop.shop.config.stripe,
        keys: {
          secretKey: 'sk_test_of_somebody_else',
          publishableKey: 'pk_test_x',
          webhookSecret: 'whsec_x',
        },
        address: { host, port: Number(port), protocol: 'http' },
        timeoutMs: 8000,
      },
      'a shop',
    )
    await expect(requestTestEvent(attacker)).rejects.toMatchObject({
      status: 503,
      message: expect.stringMatching(/^Stripe refused: .*key/i),
    })
  })
})
