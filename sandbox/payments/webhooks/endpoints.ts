import type Stripe from 'stripe'
import type { Store } from '../../store.ts'
import { noSuch } from '../api/api-error.ts'
import { newId } from '../ids.ts'
import { dropObject, findObject, keepObject, selectObjects } from '../objects.ts'
import { nowInSeconds } from '../provider.ts'

/** The endpoint of the demo shop is there from the start, so its secret is known to everybody. */
export const demoEndpoint = { id: 'we_plinth_sandbox', secret: 'whsec_plinth_sandbox' }

export const endpointTables = `
  create table if not exists payments_endpoint_secrets (
    endpoint text primary key,
    secret text not null
  ) strict;
`

export interface EndpointWish {
  url: string
  enabled_events: string[]
  description?: string | null | undefined
  metadata?: Stripe.Metadata | null | undefined
  api_version?: string | undefined
}

export function createEndpoint(
  store: Store,
  wish: EndpointWish,
  { id, secret } = { id: newId('we_1'), secret: newId('whsec_', 32) },
): Stripe.WebhookEndpoint {
  const endpoint: Stripe.WebhookEndpoint = {
    id,
    object: 'webhook_endpoint',
    api_version: wish.api_version ?? null,
    application: null,
    created: nowInSeconds(),
    description: wish.description ?? null,
    enabled_events: wish.enabled_events,
    livemode: false,
    metadata: wish.metadata ?? {},
    status: 'enabled',
    url: wish.url,
  }
  keepObject(store, endpoint)
  store
    .prepare('insert or replace into payments_endpoint_secrets (endpoint, secret) values (?, ?)')
    .run(id, secret)
  return endpoint
}

/** Only what a shop acts on: a switch set for one webhook then strikes the one that was meant. */
export function keepDemoEndpoint(store: Store, shopUrl: string) {
  const url = `${shopUrl}/api/webhooks/stripe`
  const known = findObject(store, 'webhook_endpoint', demoEndpoint.id)
  if (known) return keepObject(store, { ...known, url })
  const description = 'The demo shop; it is here from the start.'
  createEndpoint(store, { url, enabled_events: [...demoEvents], description }, demoEndpoint)
}

export function getEndpoint(store: Store, id: string): Stripe.WebhookEndpoint {
  const endpoint = findObject(store, 'webhook_endpoint', id)
  if (!endpoint) throw noSuch('webhook endpoint', id)
  return endpoint
}

/** Those who want to hear of such an event. */
export function listenersTo(store: Store, type: string): Stripe.WebhookEndpoint[] {
  return selectObjects(store, 'webhook_endpoint', { limit: 100 }).filter(
    ({ status, enabled_events: wanted }) =>
      status === 'enabled' && (wanted.includes('*') || wanted.includes(type)),
  )
}

export function secretOf(store: Store, endpoint: string): string {
  const find = store.prepare('select secret from payments_endpoint_secrets where endpoint = ?')
  return (find.get(endpoint) as { secret: string } | undefined)?.secret ?? ''
}

export function deleteEndpoint(store: Store, id: string) {
  dropObject(store, id)
  store.prepare('delete from payments_endpoint_secrets where endpoint = ?').run(id)
}

const demoEvents: readonly Stripe.Event.Type[] = [
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
