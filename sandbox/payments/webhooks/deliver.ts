import type Stripe from 'stripe'
import { postWebhook, wasTaken } from '../../post-webhook.ts'
import { unplan, type Worker } from '../../work.ts'
import { findObject } from '../objects.ts'
import type { Provider } from '../provider.ts'
import { readSettings } from '../settings.ts'
import {
  type Delivery,
  deliveriesOf,
  findDelivery,
  insertDelivery,
  noteAttempt,
  releaseHeld,
  setState,
} from './deliveries.ts'
import { listenersTo, secretOf } from './endpoints.ts'
import { shownEvent } from './events.ts'
import { waitAfter } from './retry-schedule.ts'
import { signatureOf } from './signature.ts'

/** Sends what is due, and comes again later when the shop did not take it. */
export function delivering(provider: Provider): Worker {
  return async (subject) => {
    const delivery = findDelivery(provider.store, Number(subject))
    if (!delivery) return null
    const endpoint = findObject(provider.store, 'webhook_endpoint', delivery.endpoint)
    if (endpoint?.status !== 'enabled') {
      setState(provider.store, delivery.id, 'failed')
      return null
    }
    const event = findObject(provider.store, 'event', delivery.event)
    const result = event && (await send(provider, event, delivery, endpoint))
    if (result === 'refused') return giveUpOrWait(provider, delivery)
    // The sandbox stops: the work stays planned, and is done after the restart.
    return result === 'interrupted' ? 0 : null
  }
}

export interface Sent {
  endpoint: string
  delivered: boolean
}

/** Sends an event to everybody who listens, at once, whatever became of it before. */
export async function deliverNow(provider: Provider, event: Stripe.EventBase): Promise<Sent[]> {
  const { store } = provider
  const known = deliveriesOf(store, event.id)
  const sent = listenersTo(store, event.type).map(async (endpoint) => {
    const delivery = known.find((one) => one.endpoint === endpoint.id) ?? {
      id: insertDelivery(store, event.id, endpoint.id, 'waiting'),
      event: event.id,
      endpoint: endpoint.id,
      state: 'waiting' as const,
      attempts: 0,
    }
    const result = await send(provider, event, delivery, endpoint)
    if (result === 'taken') unplan(store, 'deliver', String(delivery.id))
    return { endpoint: endpoint.url, delivered: result === 'taken' }
  })
  return Promise.all(sent)
}

type Result = 'taken' | 'refused' | 'interrupted'

async function send(
  provider: Provider,
  event: Stripe.EventBase,
  delivery: Delivery,
  endpoint: Stripe.WebhookEndpoint,
): Promise<Result> {
  const { store, stopping } = provider
  const body = JSON.stringify(bodyFor(provider, event, endpoint), null, 2)
  const at = new Date()
  const headers = headersFor(signatureOf(body, secretOf(store, endpoint.id), at))
  const answer = await postWebhook(endpoint.url, body, headers, patience, stopping)
  if (stopping.aborted) return 'interrupted'
  noteAttempt(store, delivery, { at: at.toISOString(), ...answer })
  if (!wasTaken(answer)) return 'refused'
  setState(store, delivery.id, 'delivered')
  if (delivery.state !== 'held') releaseHeld(provider, endpoint.id)
  return 'taken'
}

function bodyFor(provider: Provider, event: Stripe.EventBase, endpoint: Stripe.WebhookEndpoint) {
  const shown = shownEvent(provider, event)
  return { ...shown, api_version: endpoint.api_version ?? shown.api_version }
}

function headersFor(signature: string) {
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    'stripe-signature': signature,
  }
}

const patience = 20_000

function giveUpOrWait({ store }: Provider, delivery: Delivery): number | null {
  const wait = waitAfter(delivery.attempts + 1, readSettings(store).webhookSpeed)
  setState(store, delivery.id, wait === null ? 'failed' : 'waiting')
  return wait
}
