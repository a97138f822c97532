import { sql } from 'kysely'
import type { SyncChange, SyncRun } from '#contract/sync/api.ts'
import { now } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { type ExceptionCounts, listExceptions } from '../map/exceptions.ts'
import type { ChangedValues } from '../product.ts'

/** Returns one page of runs, newest first. */
export async function listRuns(db: Db, query: { page: number; pageSize: number }): Promise<SyncRun[]> {
  const rows = await selectRuns(db)
    .orderBy('id', 'desc')
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
    .execute()
  return rows.map(toRun)
}

export async function countRuns(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('sync_runs')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function findRun(db: Db, id: number): Promise<SyncRun | null> {
  const row = await selectRuns(db).where('id', '=', id).executeTakeFirst()
  return row ? toRun(row) : null
}

function selectRuns(db: Db) {
  const counted = (action: SyncChange['action']) =>
    sql<number>`(select count(*)::int from sync_changes where run_id = sync_runs.id and action = ${action})`
  return db
    .selectFrom('sync_runs')
    .select(['id', 'kind', 'state', 'requested_by', 'started_at', 'finished_at'])
    .select(['seen', 'exceptions', 'message', 'error', 'warning', 'undone_by'])
    .select([counted('created').as('created'), counted('changed').as('changed')])
    .select([counted('archived').as('archived'), counted('restored').as('restored')])
    .select(counted('failed').as('failed'))
}

type RunRow = Awaited<ReturnType<ReturnType<typeof selectRuns>['execute']>>[number]

function toRun({
  requested_by,
  started_at,
  finished_at,
  changed,
  restored,
  undone_by,
  exceptions,
  ...row
}: RunRow): SyncRun {
  return {
    ...row,
    kind: row.kind as SyncRun['kind'],
    state: row.state as SyncRun['state'],
    changed: changed + restored,
    exceptions: listExceptions(exceptions as ExceptionCounts),
    isUndone: undone_by !== null,
    askedBy: requested_by,
    startedAt: started_at.toISOString(),
    finishedAt: finished_at?.toISOString() ?? null,
  }
}

export type NewChange = {
  runId: number
  externalId: string
  productId: number | null
  name: string
  action: SyncChange['action']
  before: object | null
  after: object | null
  note: string | null
}

/** Records a change. A product that couldn't be applied is recorded once per run. */
export async function insertChange(db: Db, change: NewChange): Promise<void> {
  await db
    .insertInto('sync_changes')
    .values({
      run_id: change.runId,
      at: now(),
      external_id: change.externalId,
      product_id: change.productId,
      name: change.name,
      action: change.action,
      before: change.before === null ? null : JSON.stringify(change.before),
      after: change.after === null ? null : JSON.stringify(change.after),
      note: change.note,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns one page of changes, in the order they were made. */
export async function listChanges(
  db: Db,
  runId: number,
  query: { page: number; pageSize: number },
): Promise<SyncChange[]> {
  const rows = await db
    .selectFrom('sync_changes')
    .select(['id', 'at', 'product_id', 'name', 'action', 'before', 'after', 'note'])
    .where('run_id', '=', runId)
    .orderBy('id')
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
    .execute()
  return rows.map(({ at, product_id, before, after, action, ...row }) => ({
    ...row,
    at: at.toISOString(),
    productId: product_id,
    action: action as SyncChange['action'],
    before: before as SyncChange['before'],
    after: after as SyncChange['after'],
  }))
}

export async function countChanges(db: Db, runId: number): Promise<number> {
  const { count } = await db
    .selectFrom('sync_changes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow()
  return count
}

export type UndoableChange = {
  id: number
  externalId: string
  productId: number | null
  name: string
  action: SyncChange['action']
  before: ChangedValues | null
  after: ChangedValues | null
}
/** Lists a run's changes that weren't undone yet, newest first. */
export async function listToUndo(db: Db, runId: number, limit: number): Promise<UndoableChange[]> {
  const rows = await db
    .selectFrom('sync_changes')
    .select(['id', 'external_id', 'product_id', 'name', 'action', 'before', 'after'])
    .where('run_id', '=', runId)
    .where('action', '<>', 'failed')
    .where('is_undone', '=', false)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ external_id, product_id, action, before, after, ...row }) => ({
    ...row,
    externalId: external_id,
    productId: product_id,
    action: action as SyncChange['action'],
    before: before as UndoableChange['before'],
    after: after as UndoableChange['after'],
  }))
}

export async function updateUndone(db: Db, id: number): Promise<void> {
  await db.updateTable('sync_changes').set({ is_undone: true }).where('id', '=', id).execute()
}
