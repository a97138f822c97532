import { sql } from 'kysely'
import type { SyncRun } from '#contract/sync/api.ts'
import { asStorable } from '#contract/text.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { ExceptionCounts } from './map/exceptions.ts'

/** The data a lease holder needs to execute a run. */
export type LeasedRun = {
  id: number
  kind: SyncRun['kind']
  /** Null if the run needs no platform. */
  storeUrl: string | null
  since: Date | null
  cursor: string | null
  /** The platform's clock when the run began, or null if it hasn't begun. */
  platformAt: Date | null
  isWalked: boolean
  /** The clock of stock pushes when the run began to read. */
  stockClock: number
  /** For an undo, the ID of the run it undoes. */
  undoes: number | null
}

/**
 * @param run.askedBy an admin, whose name the run keeps, or null for the schedule
 * @returns null while another run is active, which a unique index ensures across nodes
 */
export async function insertRun(
  db: Db,
  run: {
    kind: SyncRun['kind']
    askedBy: number | null
    since: Date | null
    storeUrl?: string
    undoes?: number
  },
): Promise<number | null> {
  const row = await db
    .insertInto('sync_runs')
    .values(({ selectFrom }) => ({
      kind: run.kind,
      requested_by:
        run.askedBy === null
          ? 'schedule'
          : selectFrom('users').select('username').where('id', '=', run.askedBy),
      since: run.since,
      store_url: run.storeUrl ?? null,
      undoes: run.undoes ?? null,
      started_at: now(),
    }))
    // A literal, since a generic query plan can't match a bind parameter to the partial index.
    .onConflict((conflict) => conflict.column('state').where(sql<boolean>`state = 'running'`).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Acquires the lease of a run. @returns null if another node holds it, or the run has ended */
export async function acquireLease(
  db: Db,
  id: number,
  holder: string,
  until: Date,
): Promise<LeasedRun | null> {
  const row = await db
    .updateTable('sync_runs')
    .set({ lease_holder: holder, lease_until: until })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where(({ or, eb }) => or([eb('lease_holder', 'is', null), eb('lease_until', '<', now())]))
    .returning([
      'id',
      'kind',
      'since',
      'cursor',
      'platform_at',
      'store_url',
      'is_walked',
      'undoes',
      'stock_clock',
    ])
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    kind: row.kind as SyncRun['kind'],
    storeUrl: row.store_url,
    since: row.since,
    cursor: row.cursor,
    platformAt: row.platform_at,
    isWalked: row.is_walked,
    stockClock: row.stock_clock,
    undoes: row.undoes,
  }
}

/** Returns the ID of the active run if no node executes it, or null. */
export async function findIdleRun(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('sync_runs')
    .select('id')
    .where('state', '=', 'running')
    .where(({ or, eb }) => or([eb('lease_holder', 'is', null), eb('lease_until', '<', now())]))
    .executeTakeFirst()
  return row?.id ?? null
}

/** Returns true if this node still holds the lease, and keeps others from acquiring it until the end of the transaction. */
export async function checkLease(db: Db, id: number, holder: string): Promise<boolean> {
  const row = await db
    .selectFrom('sync_runs')
    .select('id')
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .where('state', '=', 'running')
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

export type Progress = Partial<{
  lease_until: Date | null
  lease_holder: null
  platform_at: Date
  cursor: string | null
  is_walked: boolean
  warning: string | null
}>
/** Numbers of products to add to the counts of a run. */
export type Compared = { seen: number; exceptions: ExceptionCounts }

/** @returns false if the lease is lost */
export async function updateRun(
  db: Db,
  id: number,
  holder: string,
  progress: Progress,
  { seen, exceptions }: Compared = { seen: 0, exceptions: {} },
): Promise<boolean> {
  const updated = await db
    .updateTable('sync_runs')
    .set(({ eb }) => ({
      ...progress,
      seen: eb('seen', '+', seen),
      exceptions: sql`(select coalesce(jsonb_object_agg(reason, count), '{}') from (
        select key as reason, sum(value::integer) as count
        from (select * from jsonb_each_text(exceptions) union all
          select * from jsonb_each_text(${JSON.stringify(exceptions)}::jsonb)) as counts
        group by key) as sums)`,
    }))
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

export type RunEnd = {
  state: 'done' | 'failed'
  message: string
  error: string | null
  warning: string | null
}

export async function updateFinished(db: Db, id: number, holder: string, end: RunEnd): Promise<void> {
  const { state, message, error, warning } = end
  await db
    .updateTable('sync_runs')
    .set({ state, message: asStorable(message), finished_at: now(), lease_holder: null, lease_until: null })
    .set({ error: error && asStorable(error), warning: warning && asStorable(warning) })
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .where('state', '=', 'running')
    .execute()
}

/** @returns false if the run was already undone, or hasn't ended */
export async function updateUndoneBy(db: Db, id: number, undoneBy: number): Promise<boolean> {
  const updated = await db
    .updateTable('sync_runs')
    .set({ undone_by: undoneBy })
    .where('id', '=', id)
    .where('state', '<>', 'running')
    .where('kind', '<>', 'undo')
    .where('undone_by', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** Inserts a finished run for a webhook's changes. */
export async function insertWebhookRun(db: Db): Promise<number> {
  const { id } = await db
    .insertInto('sync_runs')
    .values({
      kind: 'webhook',
      requested_by: 'the platform',
      state: 'done',
      started_at: now(),
      finished_at: now(),
      seen: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes a run that changed nothing. */
export async function deleteRun(db: Db, id: number): Promise<void> {
  await db.deleteFrom('sync_runs').where('id', '=', id).execute()
}

/** Returns the store's clock at the start of its last completed run, or null. */
export async function findLastPlatformTime(db: Db, storeUrl: string): Promise<Date | null> {
  const row = await db
    .selectFrom('sync_runs')
    .select('platform_at')
    .where('state', '=', 'done')
    .where('platform_at', 'is not', null)
    .where('store_url', '=', storeUrl)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.platform_at ?? null
}

/** Returns the start time of the last run of these kinds, or null. */
export async function findLastStart(db: Db, kinds: SyncRun['kind'][]): Promise<Date | null> {
  const row = await db
    .selectFrom('sync_runs')
    .select('started_at')
    .where('kind', 'in', kinds)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.started_at ?? null
}
