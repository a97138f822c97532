import { z } from 'zod'
import { type TEST_TOPIC, TRYING_HOURS, type WebhookTopic } from '#contract/webhooks/rules.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { randomId } from '../platform/ids.ts'
import { enqueue, job } from '../platform/jobs/queue.ts'
import { insertDeliveries } from './delivery-queries.ts'
import { listSubscribed } from './queries.ts'

/** Sends one webhook's due deliveries. Failures are retried on the schedule of each delivery, not of this job. */
export const deliverWebhooksJob = job('deliver-webhooks', z.object({ webhookId: z.int() }), {
  retryLimit: 3,
  keptSeconds: 3600,
})

/** An event. `subjectId` is the ID of the order or product, and `data` is the payload, with amounts in cents. */
export type Event = { subjectId: string | number; data: object }

/**
 * Emits events to every subscribed webhook within the caller's transaction, so they are sent only if it commits.
 * @param eventsOf called only if a webhook is subscribed
 * @param subscribers the subscribed webhooks, if the caller has read them (subscribersOf)
 */
export async function emitEvent(
  db: Db,
  topic: WebhookTopic,
  eventsOf: () => Promise<Event[]>,
  subscribers?: number[],
): Promise<void> {
  const webhookIds = subscribers ?? (await listSubscribed(db, topic))
  if (webhookIds.length > 0) await createDeliveries(db, webhookIds, topic, await eventsOf())
}

/** @returns the IDs of the deliveries */
export async function createDeliveries(
  db: Db,
  webhookIds: number[],
  topic: WebhookTopic | typeof TEST_TOPIC,
  events: Event[],
): Promise<number[]> {
  const at = now()
  const deliveries = events.flatMap(({ subjectId, data }) => {
    const eventId = `evt_${randomId()}`
    const body = JSON.stringify({ id: eventId, topic, createdAt: at.toISOString(), data })
    return webhookIds.map((webhookId) => ({ webhookId, eventId, topic, subjectId: String(subjectId), body }))
  })
  return inTransaction(db, async (db) => {
    const ids = await insertDeliveries(db, deliveries, at, retryDeadline(at))
    for (const webhookId of webhookIds) await enqueue(db, deliverWebhooksJob, { webhookId })
    return ids
  })
}

/** Returns when to stop retrying a delivery that is due from then on. */
export const retryDeadline = (from: Date) => new Date(from.getTime() + TRYING_HOURS * 3_600_000)
