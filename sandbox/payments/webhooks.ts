import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import { z } from 'zod'
import { takeFault } from '../faults.ts'
import type { Store } from '../store.ts'
import { queueWebhooks, type Sender } from '../webhooks.ts'
import { type Call, get, list, post, retrieve } from './api/call.ts'
import { text, webUrl } from './api/parameters.ts'
import { findObject, getObject, type Kind, type Objects, saveObject } from './objects.ts'
import { apiVersion, newId, nowInSeconds, type Provider, readPaymentSettings, service } from './provider.ts'

/** The only webhook endpoint, the demo shop's, in both modes. It exists from the start, so its secret is public. */
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
})

export const webhookCalls: readonly Call[] = [
  get('/webhook_endpoints/:id', z.strictObject({}), ({ store, isLive }, _input, { id }) => ({
    ...getObject(store, 'webhook_endpoint', id),
    livemode: isLive,
  })),
  post('/webhook_endpoints/:id', EndpointChange, (provider, change, { id }) => {
    const changed = { ...getObject(provider.store, 'webhook_endpoint', id), ...change }
    saveObject(provider, changed)
    return { ...changed, livemode: provider.isLive }
  }),
  list('/events', 'event', ['type']),
  retrieve('/events', 'event'),
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
  saveObject({ store, isLive: null }, { ...endpoint, url: `${shopUrl}/api/webhooks/stripe` })
}

export function findEndpoint(store: Store): Stripe.WebhookEndpoint {
  return getObject(store, 'webhook_endpoint', ENDPOINT_ID)
}

/** Saves an object, records the event about its change, and sends it to the shop. @returns the object */
export function saveChange<T extends Objects[Exclude<Kind, 'event'>]>(
  provider: Provider,
  type: Stripe.Event.Type,
  object: T,
): T {
  saveObject(provider, object)
  const id = newId('evt_3')
  const { enabled_events: wanted } = findEndpoint(provider.store)
  const isWanted = wanted.includes('*') || wanted.includes(type)
  const webhooks = isWanted ? [{ webhook_id: id, listener: ENDPOINT_ID }] : []
  const event: Stripe.EventBase = {
    id,
    object: 'event',
    api_version: apiVersion,
    created: nowInSeconds(),
    data: { object },
    livemode: provider.isLive,
    pending_webhooks: webhooks.length,
    request: provider.cause,
    type,
  }
  saveObject(provider, event)
  queueWebhooks(provider, { service, topic: type, body: '' }, webhooks)
  return object
}

const MINUTE = 60_000

export function senderOf({ store, faults }: Provider): Sender {
  return {
    service,
    // Stripe documents retries for up to three days with exponential backoff, but not the steps.
    waits: [1, 5, 30, 60, 120, 240, 480, 960, 1200, 1200].map((minutes) => minutes * MINUTE),
    timeoutMs: 20_000,
    speed: () => readPaymentSettings(store).webhookSpeed,
    request({ webhook_id: id }) {
      const { url } = findEndpoint(store)
      const event = getObject(store, 'event', id)
      const isThin = takeFault(faults, service, 'webhook-thin') !== null
      const body = JSON.stringify(isThin ? thinOf(event) : event, null, 2)
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signatureOf(body),
      }
      return { url, body, headers }
    },
  }
}

/** Returns the thin version of an event, which only names the object. */
function thinOf({ id, type, created, livemode, data }: Stripe.EventBase): object {
  const { id: objectId, object } = data.object as { id: string; object: string }
  return {
    id: id.replace('evt_', 'evt_test_'),
    object: 'v2.core.event',
    type: `v1.${type}`,
    livemode,
    created: new Date(created * 1000).toISOString(),
    related_object: { id: objectId, type: object, url: `/v1/${object.replace('.', '/')}s/${objectId}` },
    snapshot_event: id,
  }
}

function signatureOf(body: string): string {
  const signed = `${nowInSeconds()}.${body}`
  const sign = (secret: string) => createHmac('sha256', secret).update(signed).digest('hex')
  // In test mode, Stripe adds a signature with a different scheme, which shops must ignore.
  return `t=${signed.split('.', 1)[0]},v1=${sign(endpointSecret)},v0=${sign('not the secret')}`
}
