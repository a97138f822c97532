import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { expect, onTestFinished, vi } from 'vitest'
import { inMemory, type Settings } from '../config.ts'
import type { Fault, FaultInput } from '../faults.ts'
import { listen } from '../listen.ts'
import { type Sandbox, startSandbox } from '../sandbox.ts'
import { payments } from './payments.ts'
import { publishableKey, secretKey } from './provider.ts'
import { endpointSecret } from './webhooks.ts'

export type CardWorld = Awaited<ReturnType<typeof openCardWorld>>

/** Opens a sandbox with only the payment emulator, and connects the official SDK to it. */
export async function openCardWorld(settings: Partial<Settings> = {}) {
  const sandbox = await startSandbox({ ...inMemory, ...settings }, [payments])
  const api = (method: string, path: string, body?: object) => callSandbox(sandbox, method, path, body)
  return {
    sandbox,
    url: sandbox.url,
    stripe: stripeAt(sandbox.url),
    stop: () => sandbox.stop(),
    /** Calls the sandbox's API. */
    api,
    switchOn: async (kind: string, input: FaultInput = { count: 1 }) =>
      (await api('PUT', `/faults/payments/${kind}`, input)) as Fault,
  }
}

/** Returns the SDK as a shop configures it, without retries unless requested. */
export function stripeAt(
  url: string,
  config: Partial<Stripe.StripeConfig> = {},
  key: string = secretKey,
): Stripe {
  const { hostname: host, port } = new URL(url)
  return new Stripe(key, {
    host,
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    ...config,
  })
}

export const lamp = { amount: 4999, currency: 'usd' }
export const returnUrl = 'http://shop.test/thanks'

/** Creates an intent and confirms it with the named test card. */
export async function paidIntent(stripe: Stripe, card = 'pm_card_visa', amount = lamp.amount) {
  return stripe.paymentIntents.create({
    ...lamp,
    amount,
    confirm: true,
    payment_method: card,
    return_url: returnUrl,
  })
}

/** Creates an intent in one of the API's states. */
export async function intentThatIs(world: CardWorld, status: string) {
  const { paymentIntents } = world.stripe
  if (status === 'succeeded') return paidIntent(world.stripe)
  if (status === 'requires_action') return paidIntent(world.stripe, 'pm_card_authenticationRequired')
  if (status === 'processing') {
    await world.switchOn('processing', { count: 1, delayMs: 600_000 })
    return paidIntent(world.stripe)
  }
  if (status === 'requires_confirmation') {
    return paymentIntents.create({ ...lamp, payment_method: 'pm_card_visa' })
  }
  const intent = await paymentIntents.create(lamp)
  return status === 'canceled' ? paymentIntents.cancel(intent.id) : intent
}

/** Makes a call as Stripe's browser script does, with the publishable key. */
export async function askFromBrowser(
  url: string,
  method: 'GET' | 'POST',
  path: string,
  fields: Record<string, string> = {},
  key: string = publishableKey,
) {
  const form = new URLSearchParams({ key, ...fields })
  const origin = { origin: 'http://shop.test' }
  return method === 'GET'
    ? fetch(`${url}/v1${path}?${form}`, { headers: origin })
    : fetch(`${url}/v1${path}`, { method, body: form, headers: origin })
}

/** Returns the error of a call that must fail. */
export async function rejectionOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (outcome instanceof Stripe.errors.StripeError) return outcome
  throw outcome ?? new Error('The call was not refused')
}

interface Received {
  body: string
  signature: string
  event: Stripe.Event
}

/**
 * Opens a shop's webhook endpoint, which records requests and responds with the given statuses (0 for no response), then
 * with 200.
 */
async function openWebhookShop(statuses: number[] = []) {
  const received: Received[] = []
  const receive = async (request: IncomingMessage) => {
    const body = await text(request)
    const signature = String(request.headers['stripe-signature'])
    received.push({ body, signature, event: JSON.parse(body) as Stripe.Event })
    return statuses.shift() ?? 200
  }
  const server = createServer((request, response) => {
    receive(request).then(
      (status) => status !== 0 && response.writeHead(status).end(),
      () => response.destroy(),
    )
  })
  const port = await listen(server, 0, '127.0.0.1', 'none')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    received,
    types: () => received.map(({ event }) => event.type),
  }
}

/** Opens a webhook endpoint that is subscribed to these events. */
export async function listenAsShop(stripe: Stripe, enabled_events: string[], statuses: number[] = []) {
  const shop = await openWebhookShop(statuses)
  await stripe.webhookEndpoints.update('we_plinth_sandbox', {
    url: shop.url,
    enabled_events: enabled_events as Stripe.WebhookEndpointUpdateParams.EnabledEvent[],
  })
  const first = () =>
    vi.waitFor(() => {
      expect(shop.received).not.toHaveLength(0)
      return shop.received[0] as Received
    })
  return { ...shop, secret: endpointSecret, first }
}

async function callSandbox({ url }: Sandbox, method: string, path: string, body?: object): Promise<unknown> {
  const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(`${url}/sandbox/api${path}`, { method, ...sent })
  const raw = await response.text()
  if (!response.ok) throw new Error(`${response.status}: ${raw}`)
  return raw === '' ? null : JSON.parse(raw)
}
