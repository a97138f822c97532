import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { ProviderEvent } from './provider.ts'

/** @returns false if the event was stored before */
export async function insertEvent(db: Db, { id, type, object }: ProviderEvent): Promise<boolean> {
  const inserted = await db
    .insertInto('webhook_events')
    .values({ id, type, object: JSON.stringify(object), received_at: now() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function findLastEvent(db: Db): Promise<{ type: string; at: string } | null> {
  const row = await db
    .selectFrom('webhook_events')
    .select(['type', 'received_at'])
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { type: row.type, at: row.received_at.toISOString() } : null
}

/** Returns a stored event, or null if it was processed or deleted. */
export async function findWaitingEvent(
  db: Db,
  id: string,
): Promise<{ id: string; type: string; object: unknown } | null> {
  const row = await db
    .selectFrom('webhook_events')
    .select(['id', 'type', 'object'])
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Counts the provider's unprocessed events, and returns when the oldest of them arrived. */
export async function findWaitingEvents(db: Db): Promise<{ count: number; oldest: Date | null }> {
  const { count, oldest } = await db
    .selectFrom('webhook_events')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('received_at').as('oldest')])
    .where('handled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { count: Number(count), oldest }
}

export async function updateHandled(db: Db, id: string, outcome: string): Promise<void> {
  await db.updateTable('webhook_events').set({ handled_at: now(), outcome }).where('id', '=', id).execute()
}

export async function deleteHandledEvents(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('webhook_events')
    .where('received_at', '<', before)
    .where('handled_at', 'is not', null)
    .execute()
}
