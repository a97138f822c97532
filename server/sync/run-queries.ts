import { sql } from 'kysely'
import type { SyncChange, SyncRun } from '#contract/sync/api.ts'
import type { Db } from '../platform/db/database.ts'

/** One page, the newest first. */
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
    .select(['id', 'kind', 'state', 'asked_by', 'started_at', 'finished_at'])
    .select(['seen', 'inactive', 'message', 'error', 'warning', 'undone_by'])
    .select([counted('created').as('created'), counted('changed').as('changed')])
    .select([counted('archived').as('archived'), counted('restored').as('restored')])
    .select(counted('failed').as('failed'))
}

type RunRow = Awaited<ReturnType<ReturnType<typeof selectRuns>['execute']>>[number]

function toRun({ asked_by, started_at, finished_at, changed, restored, undone_by, ...row }: RunRow): SyncRun {
  return {
    ...row,
    kind: row.kind as SyncRun['kind'],
    state: row.state as SyncRun['state'],
    changed: changed + restored,
    isUndone: undone_by !== null,
    askedBy: asked_by,
    startedAt: started_at.toISOString(),
    finishedAt: finished_at?.toISOString() ?? null,
  }
}
