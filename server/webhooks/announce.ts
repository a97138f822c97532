import { type TEST_TOPIC, TRYING_HOURS, type WebhookTopic } from '#contract/webhooks/rules.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { randomId } from '../platform/ids.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { insertDeliveries } from './delivery-queries.ts'
import { deliverDue } from './jobs.ts'
import { listListeners } from './queries.ts'

/** Something that happened: `subjectId` is the order or product, `data` what is told of it, amounts in cents. */
export type Event = { subjectId: string | number; data: object }

/**
 * Writes down for every webhook that wants to know what happened, within the transaction in which it happens: it is told
 * exactly when that is committed.
 * @param eventsOf asked only when somebody listens
 */
export async function announce(db: Db, topic: WebhookTopic, eventsOf: () => Promise<Event[]>): Promise<void> {
  const webhookIds = await listListeners(db, topic)
  if (webhookIds.length > 0) await post(db, webhookIds, topic, await eventsOf())
}

/** @returns the numbers of the deliveries */
export async function post(
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
    const ids = await insertDeliveries(db, deliveries, at, giveUpAt(at))
    for (const webhookId of webhookIds) await enqueue(db, deliverDue, { webhookId })
    return ids
  })
}

/** When a delivery that is due from then on is given up. */
export const giveUpAt = (from: Date) => new Date(from.getTime() + TRYING_HOURS * 3_600_000)
