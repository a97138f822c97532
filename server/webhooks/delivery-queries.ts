import { type RawBuilder, sql } from 'kysely'
import type { WebhookDelivery } from '#contract/webhooks/api.ts'
import type { Db } from '../platform/db/database.ts'

/** What is sent now, and how often it was before. */
export type Claimed = {
  id: number
  eventId: string
  topic: string
  body: string
  giveUpAt: Date
  attempts: number
}

/** So many rows go in at once: an import announces thousands. */
const BATCH = 500

/** @returns their numbers */
export async function insertDeliveries(
  db: Db,
  deliveries: { webhookId: number; eventId: string; topic: string; subjectId: string; body: string }[],
  at: Date,
  giveUpAt: Date,
): Promise<number[]> {
  const ids: number[] = []
  for (let first = 0; first < deliveries.length; first += BATCH) {
    const rows = await db
      .insertInto('webhook_deliveries')
      .values(
        deliveries.slice(first, first + BATCH).map((one) => ({
          webhook_id: one.webhookId,
          event_id: one.eventId,
          topic: one.topic,
          subject_id: one.subjectId,
          body: one.body,
          created_at: at,
          next_try_at: at,
          give_up_at: giveUpAt,
        })),
      )
      .returning('id')
      .execute()
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** Takes the delivery that is due longest, which nobody else sends before `until`; null: none is due. */
export async function claimDue(db: Db, webhookId: number, at: Date, until: Date): Promise<Claimed | null> {
  const row = await db
    .updateTable('webhook_deliveries')
    .set({ next_try_at: until })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('webhook_deliveries')
        .select('id')
        .where('webhook_id', '=', webhookId)
        .where('state', '=', sql.lit('waiting'))
        .where('next_try_at', '<=', at)
        .orderBy('next_try_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'event_id as eventId', 'topic', 'body', 'give_up_at as giveUpAt', 'attempts'])
    .executeTakeFirst()
  return row ?? null
}

export type Outcome =
  | { state: 'delivered'; deliveredAt: Date }
  | { state: 'failed' }
  | { state: 'waiting'; nextTryAt: Date }

/** One more attempt was made. @returns false when the delivery is gone meanwhile */
export async function updateTried(db: Db, id: number, outcome: Outcome): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({
      state: outcome.state,
      next_try_at: outcome.state === 'waiting' ? outcome.nextTryAt : null,
      attempts: sql`attempts + 1`,
      ...(outcome.state === 'delivered' ? { delivered_at: outcome.deliveredAt } : {}),
    })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** It is due again from the beginning. @returns its webhook and event; null when there is none */
export async function updateDue(db: Db, id: number, at: Date, giveUpAt: Date) {
  const row = await db
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', next_try_at: at, give_up_at: giveUpAt, attempts: 0 })
    .where('id', '=', id)
    .returning(['webhook_id as webhookId', 'event_id as eventId'])
    .executeTakeFirst()
  return row ?? null
}

/** The webhooks for which something is due. */
export async function listDue(db: Db, at: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select('webhook_id as id')
    .distinct()
    .where('state', '=', sql.lit('waiting'))
    .where('next_try_at', '<=', at)
    .execute()
  return rows.map(({ id }) => id)
}

/** Those that are still tried stay. */
export async function deleteDeliveriesBefore(db: Db, time: Date): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<', time)
    .where('state', '<>', 'waiting')
    .execute()
}

/** One try to deliver: a status with the beginning of the answer, or why there is none. */
export type Try = {
  at: Date
  url: string
  status: number | null
  answer: string | null
  error: string | null
  durationMs: number
}

export async function insertTry(db: Db, deliveryId: number, { durationMs, ...one }: Try): Promise<void> {
  await db
    .insertInto('webhook_tries')
    .values({ ...one, delivery_id: deliveryId, duration_ms: durationMs })
    .execute()
}

/** The newest first. */
export async function listTries(db: Db, deliveryId: number) {
  const rows = await db
    .selectFrom('webhook_tries')
    .select(['at', 'url', 'status', 'answer', 'error', 'duration_ms as durationMs'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

/** As the database writes it into JSON, with times in a form of its own. */
type TryJson = Omit<Try, 'at'> & { at: string }

/** The newest try of the deliveries for which `condition` holds. */
export function lastTryOf(condition: RawBuilder<boolean>): RawBuilder<TryJson | null> {
  return sql`(select json_build_object('at', tried.at, 'url', tried.url, 'status', tried.status,
    'answer', tried.answer, 'error', tried.error, 'durationMs', tried.duration_ms)
    from webhook_tries tried join webhook_deliveries delivery on delivery.id = tried.delivery_id
    where ${condition} order by tried.id desc limit 1)`
}

export function toTry(row: TryJson | null): WebhookDelivery['lastTry'] {
  return row && { ...row, at: new Date(row.at).toISOString() }
}
