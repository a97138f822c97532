import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'

export type ReceivedWebhook = { id: string; topic: string; externalId: string }

/** @returns false if the webhook was already received */
export async function insertWebhook(db: Db, { id, topic, externalId }: ReceivedWebhook): Promise<boolean> {
  const row = await db
    .insertInto('sync_webhooks')
    .values({ id, topic, external_id: externalId, received_at: now() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns a received webhook, or null if it was handled or deleted. */
export async function findWaitingWebhook(db: Db, id: string): Promise<{ externalId: string } | null> {
  const row = await db
    .selectFrom('sync_webhooks')
    .select('external_id')
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .executeTakeFirst()
  return row ? { externalId: row.external_id } : null
}

export async function updateHandled(db: Db, id: string, outcome: string): Promise<void> {
  await db.updateTable('sync_webhooks').set({ handled_at: now(), outcome }).where('id', '=', id).execute()
}

export async function deleteOldWebhooks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sync_webhooks').where('received_at', '<', before).execute()
}
