import { type RawBuilder, sql } from 'kysely'
import type { WebhookDelivery } from '#contract/webhooks/api.ts'
import type { Db } from '../platform/db/database.ts'

/** A claimed delivery with its number of previous attempts. */
export type Claimed = {
  id: number
  eventId: string
  topic: string
  body: string
  retryDeadline: Date
  attempts: number
}

/** Rows per insert, because an import can cause thousands of events. */
const BATCH = 500

/** @returns their IDs */
export async function insertDeliveries(
  db: Db,
  deliveries: { webhookId: number; eventId: string; topic: string; subjectId: string; body: string }[],
  at: Date,
  retryDeadline: Date,
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
          next_attempt_at: at,
          retry_deadline: retryDeadline,
        })),
      )
      .returning('id')
      .execute()
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** Claims the delivery that has been due the longest, and holds the claim until `until`. Returns null if none is due. */
export async function claimDue(db: Db, webhookId: number, at: Date, until: Date): Promise<Claimed | null> {
  const row = await db
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: until })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('webhook_deliveries')
        .select('id')
        .where('webhook_id', '=', webhookId)
        .where('state', '=', sql.lit('waiting'))
        .where('next_attempt_at', '<=', at)
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'event_id as eventId', 'topic', 'body', 'retry_deadline as retryDeadline', 'attempts'])
    .executeTakeFirst()
  return row ?? null
}

export type Outcome =
  | { state: 'delivered'; deliveredAt: Date }
  | { state: 'failed' }
  | { state: 'waiting'; nextTryAt: Date }

/** Records an attempt. @returns false if the delivery was deleted in the meantime */
export async function updateAttempted(db: Db, id: number, outcome: Outcome): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({
      state: outcome.state,
      next_attempt_at: outcome.state === 'waiting' ? outcome.nextTryAt : null,
      attempts: sql`attempts + 1`,
      ...(outcome.state === 'delivered' ? { delivered_at: outcome.deliveredAt } : {}),
    })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Makes a delivery due again and resets its attempts. @returns its webhook and event, or null if there is none */
export async function updateDue(db: Db, id: number, at: Date, retryDeadline: Date) {
  const row = await db
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', next_attempt_at: at, retry_deadline: retryDeadline, attempts: 0 })
    .where('id', '=', id)
    .returning(['webhook_id as webhookId', 'event_id as eventId'])
    .executeTakeFirst()
  return row ?? null
}

/** Lists the webhooks that have due deliveries. */
export async function listDue(db: Db, at: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select('webhook_id as id')
    .distinct()
    .where('state', '=', sql.lit('waiting'))
    .where('next_attempt_at', '<=', at)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes old deliveries except pending ones. */
export async function deleteDeliveriesBefore(db: Db, time: Date): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<', time)
    .where('state', '<>', 'waiting')
    .execute()
}

/** An attempt: a status with the beginning of the response, or the reason why there is none. */
export type Try = {
  at: Date
  url: string
  status: number | null
  answer: string | null
  error: string | null
  durationMs: number
}

export async function insertAttempt(db: Db, deliveryId: number, { durationMs, ...one }: Try): Promise<void> {
  await db
    .insertInto('webhook_attempts')
    .values({ ...one, delivery_id: deliveryId, duration_ms: durationMs })
    .execute()
}

/** Lists attempts, newest first. */
export async function listAttempts(db: Db, deliveryId: number) {
  const rows = await db
    .selectFrom('webhook_attempts')
    .select(['at', 'url', 'status', 'answer', 'error', 'duration_ms as durationMs'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

/** An attempt in PostgreSQL's JSON format, which has its own time format. */
type AttemptJson = Omit<Try, 'at'> & { at: string }

/** Selects the newest attempt of the deliveries that match `condition`. */
export function lastAttemptOf(condition: RawBuilder<boolean>): RawBuilder<AttemptJson | null> {
  return sql`(select json_build_object('at', tried.at, 'url', tried.url, 'status', tried.status,
    'answer', tried.answer, 'error', tried.error, 'durationMs', tried.duration_ms)
    from webhook_attempts tried join webhook_deliveries delivery on delivery.id = tried.delivery_id
    where ${condition} order by tried.id desc limit 1)`
}

export function toAttempt(row: AttemptJson | null): WebhookDelivery['lastTry'] {
  return row && { ...row, at: new Date(row.at).toISOString() }
}

/** Deletes the deliveries about these orders or products, with their attempts. */
export async function deleteDeliveriesAbout(db: Db, subjectIds: string[]): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where(sql<boolean>`subject_id = any (${subjectIds}::text[])`)
    .execute()
}
