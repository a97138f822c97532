import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Store } from '../store.ts'
import { deliveriesOf, queueWebhooks, type Sender } from '../webhooks.ts'
import { type Call, call, nothing } from './api/call.ts'
import { flag, paging, text, webUrl } from './api/parameters.ts'
import { findObject, getObject, type Kind, listPage, type Objects, saveObject } from './objects.ts'
import { apiVersion, newId, nowInSeconds, type Provider, readPaymentSettings, service } from './provider.ts'

/** The only webhook endpoint, the demo shop's. It exists from the start, so its secret is public. */
export const endpointSecret = 'whsec_plinth_sandbox'
const ENDPOINT_ID = 'we_plinth_sandbox'

/** Only events that a shop processes, so a fault for one webhook affects the intended one. */
const shopEvents: readonly Stripe.Event.Type[] = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
]

const EndpointChange = z.strictObject({
  url: webUrl.optional(),
  enabled_events: z.array(text(100)).min(1).optional(),
  disabled: flag.optional(),
})

export const webhookCalls: readonly Call[] = [
  call({
    method: 'GET',
    path: '/webhook_endpoints/:id',
    input: nothing,
    run: ({ store }, _input, { id }) => getObject(store, 'webhook_endpoint', id),
  }),
  call({
    method: 'POST',
    path: '/webhook_endpoints/:id',
    input: EndpointChange,
    run({ store }, { disabled, ...change }, { id }) {
      const endpoint = getObject(store, 'webhook_endpoint', id)
      const status = disabled === undefined ? endpoint.status : disabled ? 'disabled' : 'enabled'
      const changed = { ...endpoint, ...change, status }
      saveObject(store, changed)
      return changed
    },
  }),
  call({
    method: 'GET',
    path: '/events',
    input: z.strictObject({ ...paging, type: text().optional() }),
    run({ store }, { type, ...paging }) {
      const page = listPage(store, 'event', '/v1/events', paging, { type })
      return { ...page, data: page.data.map((event) => shownEvent(store, event)) }
    },
  }),
  call({
    method: 'GET',
    path: '/events/:id',
    input: nothing,
    run: ({ store }, _input, { id }) => shownEvent(store, getObject(store, 'event', id)),
  }),
]

/** Called at every start, because the shop's URL may have changed. */
export function saveEndpoint(store: Store, shopUrl: string) {
  const known = findObject(store, 'webhook_endpoint', ENDPOINT_ID)
  const endpoint: Stripe.WebhookEndpoint = known ?? {
    id: ENDPOINT_ID,
    object: 'webhook_endpoint',
    api_version: null,
    application: null,
    created: nowInSeconds(),
    description: 'The demo shop, created automatically.',
    enabled_events: [...shopEvents],
    livemode: false,
    metadata: {},
    status: 'enabled',
    url: '',
  }
  saveObject(store, { ...endpoint, url: `${shopUrl}/api/webhooks/stripe` })
}

export function findEndpoint(store: Store): Stripe.WebhookEndpoint {
  return getObject(store, 'webhook_endpoint', ENDPOINT_ID)
}

/** Records an event with the object's current state, and sends it to the shop. */
export function recordEvent<K extends Exclude<Kind, 'event'>>(
  provider: Provider,
  type: Stripe.Event.Type,
  object: Objects[K],
) {
  const event: Stripe.EventBase = {
    id: newId('evt_3'),
    object: 'event',
    api_version: apiVersion,
    created: nowInSeconds(),
    data: { object },
    livemode: false,
    pending_webhooks: 0,
    request: provider.cause,
    type,
  }
  saveObject(provider.store, event)
  const { status, enabled_events: wanted } = findEndpoint(provider.store)
  const isWanted = status === 'enabled' && (wanted.includes('*') || wanted.includes(type))
  const webhooks = isWanted ? [{ webhook_id: event.id, listener: ENDPOINT_ID }] : []
  queueWebhooks(provider, { service, topic: type, body: '' }, webhooks)
}

/** Returns an event with its number of pending webhooks. */
function shownEvent(store: Store, event: Stripe.EventBase): Stripe.EventBase {
  const isPending = deliveriesOf(store, service, event.id).some(({ state }) =>
    ['waiting', 'held', 'lost'].includes(state),
  )
  return { ...event, pending_webhooks: isPending ? 1 : 0 }
}

const MINUTE = 60_000

export function senderOf({ store }: Provider): Sender {
  return {
    service,
    // Stripe documents retries for up to three days with exponential backoff, but not the steps.
    waits: [1, 5, 30, 60, 120, 240, 480, 960, 1200, 1200].map((minutes) => minutes * MINUTE),
    timeoutMs: 20_000,
    speed: () => readPaymentSettings(store).webhookSpeed,
    request({ webhook_id: id }) {
      const { status, url } = findEndpoint(store)
      const event = findObject(store, 'event', id)
      if (status !== 'enabled' || !event) return null
      const body = JSON.stringify(shownEvent(store, event), null, 2)
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signatureOf(body),
      }
      return { url, body, headers }
    },
  }
}

function signatureOf(body: string): string {
  const signed = `${nowInSeconds()}.${body}`
  const sign = (secret: string) => createHmac('sha256', secret).update(signed).digest('hex')
  // In test mode, Stripe adds a signature with a different scheme, which shops must ignore.
  return `t=${signed.split('.', 1)[0]},v1=${sign(endpointSecret)},v0=${sign('not the secret')}`
}
