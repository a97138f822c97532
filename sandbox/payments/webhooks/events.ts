import type Stripe from 'stripe'
import { newId } from '../ids.ts'
import { type Kind, keepObject, type Objects } from '../objects.ts'
import { apiVersion, nowInSeconds, type Provider } from '../provider.ts'
import { countUndelivered, queueEvent } from './deliveries.ts'

/** Notes that something happened, with the object as it is now, and tells those who want to hear of it. */
export function recordEvent<K extends Exclude<Kind, 'event'>>(
  provider: Provider,
  type: Stripe.Event.Type,
  object: Objects[K],
  previous?: object,
) {
  const event: Stripe.EventBase = {
    id: newId('evt_3'),
    object: 'event',
    api_version: apiVersion,
    created: nowInSeconds(),
    data: { object, ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 0,
    request: provider.cause,
    type,
  }
  keepObject(provider.store, event)
  queueEvent(provider, event)
}

/** As the API shows it now: how many still have to hear of it changes with time. */
export function shownEvent({ store }: Provider, event: Stripe.EventBase): Stripe.EventBase {
  return { ...event, pending_webhooks: countUndelivered(store, event.id) }
}
