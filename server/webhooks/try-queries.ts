import { type RawBuilder, sql } from 'kysely'
import type { WebhookDelivery } from '#contract/webhooks/api.ts'
import type { Db } from '../platform/db/database.ts'

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
