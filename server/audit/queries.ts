import { sql } from 'kysely'
import type { AuditEntry, AuditQuery } from '#contract/audit/api.ts'
import { now } from '../platform/clock.ts'
import { countRows } from '../platform/db/count-rows.ts'
import type { Db } from '../platform/db/database.ts'
import { readSpan, type Span } from '../settings/settings.ts'

export type Change = {
  /** The user who made the change, or null for the platform sync. */
  actorId: number | null
  /** Record kind and past-tense verb, such as 'user.changed' or 'product.archived'. */
  action: string
  subjectId: number | string
  /** The changed fields with their previous values, or null for a new record. Never contains secrets. */
  before: object | null
  /** Their new values, or null for a deleted record. */
  after: object | null
  /** The entry that this entry undoes. */
  undoes?: number | undefined
}

/** Actor of changes by the platform sync. Usernames can't contain spaces, so no user has this name. */
export const PLATFORM = 'platform sync'

/** Copies the actor's name, so the log stays readable after the account is deleted. */
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

/** An entry as stored. Whether it can be undone depends on its action, and its name on the record. */
export type Entry = Omit<AuditEntry, 'canUndo' | 'subjectName'>

/** Returns one page, newest first. */
export async function listAuditEntries(db: Db, query: AuditQuery): Promise<Entry[]> {
  const rows = await selectEntries(db)
    .where(matches(query, await readSpan(db, query)))
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

/** Returns the entry that undid an entry, or null if there is none. */
export async function findUndo(db: Db, id: number): Promise<Entry | null> {
  const row = await selectEntries(db).where('audit_log.undoes', '=', id).executeTakeFirst()
  return row ? toEntry(row) : null
}

/** Returns the later changes to the same record, with their actors and fields, oldest first. */
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
  return countRows(db.selectFrom('audit_log').where(matches(query, await readSpan(db, query))))
}

/** Returns the distinct actors and actions in the log, in alphabetical order. */
export async function listFacets(db: Db): Promise<{ actors: string[]; actions: string[] }> {
  const actors = await db.selectFrom('audit_log').select('actor').distinct().orderBy('actor').execute()
  const actions = await db.selectFrom('audit_log').select('action').distinct().orderBy('action').execute()
  return { actors: actors.map(({ actor }) => actor), actions: actions.map(({ action }) => action) }
}

/**
 * Returns the changes made to a record since this version, oldest first.
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

function matches({ actor, kind, action, subjectId }: AuditQuery, { start, end }: Span) {
  const wanted = { actor, kind, action, subject_id: subjectId }
  const conditions = Object.entries(wanted).flatMap(([column, value]) =>
    value ? [sql<boolean>`${sql.ref(`audit_log.${column}`)} = ${value}`] : [],
  )
  if (start) conditions.push(sql`audit_log.at >= ${start}`)
  if (end) conditions.push(sql`audit_log.at < ${end}`)
  return conditions.length > 0 ? sql<boolean>`${sql.join(conditions, sql` and `)}` : sql<boolean>`true`
}
