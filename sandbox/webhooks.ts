import type { World } from './emulator.ts'
import { type FaultKind, takeFault } from './faults.ts'
import type { Worker } from './scheduler.ts'
import { findRow, insertRow, listRows, run, type Store } from './store.ts'
import { webhooksSent } from './traffic.ts'

/** `held` waits until a later webhook has been sent, and `lost` was never sent because of a fault. */
export type DeliveryState = 'waiting' | 'held' | 'delivered' | 'failed' | 'lost'

export const stateLabels: Record<DeliveryState, string> = {
  waiting: 'Pending',
  held: 'Delayed',
  delivered: 'Delivered',
  failed: 'Failed permanently',
  lost: 'Lost',
}

/** A webhook for a listener. */
export interface Delivery {
  id: number
  service: string
  /** Identifies the webhook to the receiver. Every attempt and every duplicate has the same ID. */
  webhook_id: string
  listener: string
  topic: string
  body: string
  triggered_at: string
  state: DeliveryState
  attempts: number
  /** Result of the last attempt. */
  note: string
}

export const webhookTables = `
  create table if not exists webhook_deliveries (
    id integer primary key autoincrement,
    service text not null,
    webhook_id text not null,
    listener text not null,
    topic text not null,
    body text not null,
    triggered_at text not null,
    state text not null,
    attempts integer not null default 0,
    note text not null default ''
  ) strict;
  create index if not exists webhook_deliveries_webhook on webhook_deliveries (service, webhook_id);
`

/** Returns the webhook faults of a service. `what` is the subject of its webhooks, such as 'an event'. */
export function webhookFaults(what: string): FaultKind[] {
  return [
    { kind: 'webhook-lost', does: `The webhook of ${what} is never sent.` },
    { kind: 'webhook-late', does: `The webhook of ${what} is sent later.`, delayMs: 10_000 },
    { kind: 'webhook-doubled', does: `The webhook of ${what} is sent twice.` },
    {
      kind: 'webhook-reordered',
      does: `The webhook of ${what} is sent after the next one, or after this delay.`,
      delayMs: 10_000,
    },
  ]
}

/** A service's way of sending webhooks. */
export interface Sender {
  service: string
  /** Milliseconds between attempts; the delivery fails permanently after the last one. */
  waits: readonly number[]
  timeoutMs: number
  /** How many times faster than in production a failed webhook is retried. */
  speed(): number
  /** Returns the request of the next attempt, or null if the listener no longer exists. */
  request(delivery: Delivery): { url: string; body: string; headers: Record<string, string> } | null
}

export const deliveryWork = (service: string) => `${service}-deliver`

type Webhook = Pick<Delivery, 'webhook_id' | 'listener'>

/** Queues an event for its listeners. A webhook fault affects all of them at once. */
export function queueWebhooks(
  { store, faults, work }: World,
  event: Pick<Delivery, 'service' | 'topic' | 'body'>,
  webhooks: readonly Webhook[],
) {
  if (webhooks.length === 0) return
  const { service, topic, body } = event
  const isLost = takeFault(faults, service, 'webhook-lost') !== null
  const copies = !isLost && takeFault(faults, service, 'webhook-doubled') ? 2 : 1
  const held = isLost ? null : takeFault(faults, service, 'webhook-reordered')
  const delay = held ?? (isLost ? null : takeFault(faults, service, 'webhook-late'))
  const state: DeliveryState = isLost ? 'lost' : held ? 'held' : 'waiting'
  const shared = { service, topic, body, state, triggered_at: new Date().toISOString() }
  for (const webhook of webhooks) {
    for (let copy = 0; copy < copies; copy++) {
      const row = insertRow<Delivery>(store, 'webhook_deliveries', { ...shared, ...webhook })
      if (row && !isLost) work.plan(deliveryWork(service), String(row.id), delay?.delayMs ?? 0)
    }
  }
}

/** Sends a due delivery, and retries later if the shop doesn't accept it. */
export function deliver(world: World, sender: Sender): Worker {
  return async (subject) => {
    const delivery = findDelivery(world.store, Number(subject))
    const again = delivery && (await send(world, sender, delivery))
    // When the sandbox stops, the work stays scheduled and runs again after the restart.
    return world.stopping.aborted ? 0 : again
  }
}

/** Sends a delivery immediately, in any state. Returns true if the shop accepted it. */
export async function deliverNow(world: World, sender: Sender, delivery: Delivery): Promise<boolean> {
  const again = await send(world, sender, delivery)
  if (again === null) world.work.cancel(deliveryWork(sender.service), String(delivery.id))
  return findDelivery(world.store, delivery.id)?.state === 'delivered'
}

/** Returns the delay in milliseconds until the retry, or null if it was accepted or failed permanently. */
async function send(world: World, sender: Sender, delivery: Delivery): Promise<number | null> {
  const request = sender.request(delivery)
  if (!request) {
    recordAttempt(world.store, delivery, 'failed', 'Not subscribed')
    return null
  }
  const { isAccepted, note } = await post(request, sender.timeoutMs, world.stopping)
  if (world.stopping.aborted) return null
  const wait = isAccepted ? undefined : sender.waits[delivery.attempts]
  const state = isAccepted ? 'delivered' : wait === undefined ? 'failed' : 'waiting'
  recordAttempt(world.store, delivery, state, note)
  if (isAccepted && delivery.state !== 'held') deliverHeld(world, sender.service)
  return wait === undefined ? null : wait / sender.speed()
}

async function post(
  { url, body, headers }: NonNullable<ReturnType<Sender['request']>>,
  timeoutMs: number,
  stopping: AbortSignal,
) {
  if (webhooksSent.hasSubscribers) webhooksSent.publish({ url, headers, request: body })
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)])
  try {
    // Services don't follow redirects in response to webhooks.
    const response = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal })
    await response.body?.cancel()
    return { isAccepted: response.ok, note: `${response.status} ${response.statusText}`.trim() }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { isAccepted: false, note: `No response: ${cause instanceof Error ? cause.message : cause}` }
  }
}

function recordAttempt(store: Store, { id }: Delivery, state: DeliveryState, note: string) {
  const sql = 'update webhook_deliveries set attempts = attempts + 1, state = ?, note = ? where id = ?'
  run(store, sql, state, note, id)
}

/** Sends the webhooks that were held back until a later one was sent. */
function deliverHeld({ store, work }: World, service: string) {
  const sql = `select id from webhook_deliveries where service = ? and state = 'held'`
  for (const { id } of listRows<Delivery>(store, sql, service))
    work.plan(deliveryWork(service), String(id), 0)
}

export function findDelivery(store: Store, id: number): Delivery | null {
  return findRow<Delivery>(store, 'select * from webhook_deliveries where id = ?', id)
}

/** Newest first. */
export function listDeliveries(store: Store, service: string, limit: number): Delivery[] {
  const sql = 'select * from webhook_deliveries where service = ? order by id desc limit ?'
  return listRows<Delivery>(store, sql, service, limit)
}

/** Returns the deliveries of a webhook, oldest first. A doubled one has several. */
export function deliveriesOf(store: Store, service: string, webhookId: string): Delivery[] {
  const sql = 'select * from webhook_deliveries where service = ? and webhook_id = ? order by id'
  return listRows<Delivery>(store, sql, service, webhookId)
}
