import { createHmac } from 'node:crypto'
import { refuse } from '../../errors.ts'
import { postWebhook, wasTaken } from '../../post-webhook.ts'
import { unplan, type Worker } from '../../work.ts'
import { supportedVersions } from '../api/versions.ts'
import { demoShop, type Platform } from '../provider.ts'
import { readSettings } from '../settings.ts'
import { type Delivery, deliverWork, findDelivery, noteAttempt, releaseHeld } from './deliveries.ts'
import { dropSubscription, findSubscription, topics } from './subscriptions.ts'

/** Sends what is due, and comes again later when the shop did not take it. */
export function delivering(platform: Platform): Worker {
  return async (subject) => {
    const delivery = findDelivery(platform.store, Number(subject))
    if (!delivery) return null
    if (!findSubscription(platform.store, delivery.subscription)) {
      noteAttempt(platform.store, delivery, 'failed', 'Nobody listens any more')
      return null
    }
    const again = await send(platform, delivery)
    // The sandbox stops: the work stays planned, and is done after the restart.
    return platform.stopping.aborted ? 0 : again
  }
}

/** Sends it at once, whatever became of it before; tells whether it was taken. */
export async function deliverNow(platform: Platform, id: number): Promise<{ delivered: boolean }> {
  const delivery = findDelivery(platform.store, id)
  if (!delivery) throw refuse(404, `There is no webhook ${id}.`)
  const again = await send(platform, delivery)
  if (again === null) unplan(platform.store, deliverWork, String(id))
  return { delivered: findDelivery(platform.store, id)?.state === 'delivered' }
}

const minute = 60_000
// The platform promises eight more attempts within four hours, ever further apart, and does not publish the steps.
const waits = [1, 2, 4, 8, 15, 30, 60, 120].map((minutes) => minutes * minute)

/** In how many milliseconds to try again, or null when it was taken or given up. */
async function send(platform: Platform, delivery: Delivery): Promise<number | null> {
  const { store, stopping } = platform
  const { apiSecret, webhookSpeed } = readSettings(store)
  const answer = await postWebhook(
    delivery.uri,
    delivery.body,
    headersFor(delivery, apiSecret),
    patience,
    stopping,
  )
  if (stopping.aborted) return null
  const note = `${answer.status ?? 'No answer:'} ${answer.note}`.trim()
  if (wasTaken(answer)) {
    noteAttempt(store, delivery, 'delivered', note)
    if (delivery.state !== 'held') releaseHeld(platform, delivery.uri)
    return null
  }
  const wait = waits[delivery.attempts]
  noteAttempt(store, delivery, wait === undefined ? 'failed' : 'waiting', note)
  if (wait !== undefined) return wait / webhookSpeed
  // Who fails so often is not told any more.
  dropSubscription(store, delivery.subscription)
  return null
}

const patience = 5000

function headersFor(delivery: Delivery, secret: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-shopify-topic': topics[delivery.topic],
    'x-shopify-hmac-sha256': createHmac('sha256', secret).update(delivery.body).digest('base64'),
    'x-shopify-shop-domain': demoShop.domain,
    'x-shopify-api-version': supportedVersions.at(-1) ?? '',
    'x-shopify-webhook-id': delivery.webhook_id,
    'x-shopify-event-id': delivery.event_id,
    'x-shopify-triggered-at': delivery.triggered_at,
  }
}
