import { sql } from 'kysely'
import type { AuditEntry, AuditQuery } from '#contract/audit/api.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'

export type Change = {
  /** The user who did it; null: the sync with the platform, which may have been nobody's wish. */
  actorId: number | null
  /** Slice and verb in the past, such as 'user.changed' or 'product.archived'. */
  action: string
  subjectId: number | string
  /** What was changed, as it stood; null for something new. Never anything secret. */
  before: object | null
  /** The same fields afterwards; null for something deleted. */
  after: object | null
  /** The entry whose change this one takes back. */
  undoes?: number | undefined
}

/** Who changed what nobody here did. No user can have this name, since user names have no spaces. */
const PLATFORM = 'platform sync'

/** The actor's name is written down with it: the log must be readable when the account is gone. */
export async function insertAuditEntries(db: Db, changes: Change[]): Promise<void> {
  await db
    .insertInto('audit_log')
    .values(({ selectFrom }) =>
      changes.map((change) => ({
        at: now(),
        actor_id: change.actorId,
        actor:
          change.actorId === null
            ? PLATFORM
            : selectFrom('users').select('username').where('id', '=', change.actorId),
        action: change.action,
        subject_id: String(change.subjectId),
        before: change.before === null ? null : JSON.stringify(change.before),
        after: change.after === null ? null : JSON.stringify(change.after),
        undoes: change.undoes ?? null,
      })),
    )
    .execute()
}

/** An entry as it stands; whether it can be taken back, its kind says. */
export type Entry = Omit<AuditEntry, 'canUndo'>

/** One page, the newest first. */
export async function listAuditEntries(db: Db, query: AuditQuery): Promise<Entry[]> {
  const rows = await selectEntries(db)
    .where(matches(query))
    .orderBy('audit_log.id', 'desc')
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
    .execute()
  return rows.map(toEntry)
}

export async function findAuditEntry(db: Db, id: number): Promise<Entry | null> {
  const row = await selectEntries(db).where('audit_log.id', '=', id).executeTakeFirst()
  return row ? toEntry(row) : null
}

/** What took back the change of an entry. */
export async function findUndo(db: Db, id: number): Promise<Entry | null> {
  const row = await selectEntries(db).where('audit_log.undoes', '=', id).executeTakeFirst()
  return row ? toEntry(row) : null
}

/** Who changed the same thing after this entry, and which fields, the oldest first. */
export async function listNewerChanges(
  db: Db,
  { id, action, subjectId }: Entry,
): Promise<{ actor: string; fields: string[] }[]> {
  const [kind = ''] = action.split('.')
  const rows = await db
    .selectFrom('audit_log')
    .select(['actor', 'before', 'after'])
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('id', '>', id)
    .orderBy('id')
    .execute()
  return rows.map(({ actor, before, after }) => ({
    actor,
    fields: Object.keys({ ...(before as object | null), ...(after as object | null) }),
  }))
}

export async function countAuditEntries(db: Db, query: AuditQuery): Promise<number> {
  const { count } = await db
    .selectFrom('audit_log')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(matches(query))
    .executeTakeFirstOrThrow()
  return count
}

/** What stands in the log under these columns, in alphabetical order. */
export async function listFacets(db: Db): Promise<{ actors: string[]; actions: string[] }> {
  const actors = await db.selectFrom('audit_log').select('actor').distinct().orderBy('actor').execute()
  const actions = await db.selectFrom('audit_log').select('action').distinct().orderBy('action').execute()
  return { actors: actors.map(({ actor }) => actor), actions: actions.map(({ action }) => action) }
}

/**
 * Who changed something since it had this version, and to what: the last value of each field.
 * @param kind such as 'product'
 */
export async function listChangesSince(
  db: Db,
  kind: string,
  subjectId: number | string,
  version: number,
): Promise<{ actor: string; after: Record<string, unknown> }[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['actor', 'after'])
    .where('kind', '=', kind)
    .where('subject_id', '=', String(subjectId))
    .where(sql<boolean>`(after ->> 'version')::int > ${version}`)
    .orderBy('id')
    .execute()
  return rows.map(({ actor, after }) => ({ actor, after: after as Record<string, unknown> }))
}

function selectEntries(db: Db) {
  return db
    .selectFrom('audit_log')
    .leftJoin('audit_log as undo', 'undo.undoes', 'audit_log.id')
    .select(['audit_log.id', 'audit_log.at', 'audit_log.actor', 'audit_log.action', 'audit_log.subject_id'])
    .select(['audit_log.before', 'audit_log.after', 'audit_log.undoes', 'undo.id as undone_by'])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number]

function toEntry({ at, subject_id, before, after, undone_by, ...row }: Row): Entry {
  return {
    ...row,
    at: at.toISOString(),
    subjectId: subject_id,
    before: before as Entry['before'],
    after: after as Entry['after'],
    undoneBy: undone_by,
  }
}

function matches({ actor, kind, action, subjectId, from, to }: AuditQuery) {
  const wanted = { actor, kind, action, subject_id: subjectId }
  const conditions = Object.entries(wanted).flatMap(([column, value]) =>
    value ? [sql<boolean>`${sql.ref(`audit_log.${column}`)} = ${value}`] : [],
  )
  if (from) conditions.push(sql`audit_log.at >= ${new Date(`${from}T00:00:00Z`)}`)
  if (to) conditions.push(sql`audit_log.at < ${dayAfter(to)}`)
  return conditions.length > 0 ? sql<boolean>`${sql.join(conditions, sql` and `)}` : sql<boolean>`true`
}

function dayAfter(day: string): Date {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 1)
  return date
}
