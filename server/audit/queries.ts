import { sql } from 'kysely'
import type { AuditEntry, AuditQuery } from '#contract/audit.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Change } from './audit.ts'

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
      })),
    )
    .execute()
}

/** One page, the newest first. */
export async function listAuditEntries(db: Db, query: AuditQuery): Promise<AuditEntry[]> {
  const rows = await matching(db, query)
    .select(['id', 'at', 'actor', 'action', 'subject_id', 'before', 'after'])
    .orderBy('id', 'desc')
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
    .execute()
  return rows.map(({ at, subject_id, before, after, ...row }) => ({
    ...row,
    at: at.toISOString(),
    subjectId: subject_id,
    before: before as AuditEntry['before'],
    after: after as AuditEntry['after'],
  }))
}

export async function countAuditEntries(db: Db, query: AuditQuery): Promise<number> {
  const { count } = await matching(db, query)
    .select(sql<number>`count(*)::int`.as('count'))
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

function matching(db: Db, { actor, kind, action, subjectId, from, to }: AuditQuery) {
  return db
    .selectFrom('audit_log')
    .$if(Boolean(actor), (query) => query.where('actor', '=', actor ?? ''))
    .$if(Boolean(kind), (query) => query.where('kind', '=', kind ?? ''))
    .$if(Boolean(action), (query) => query.where('action', '=', action ?? ''))
    .$if(Boolean(subjectId), (query) => query.where('subject_id', '=', subjectId ?? ''))
    .$if(Boolean(from), (query) => query.where('at', '>=', new Date(`${from}T00:00:00Z`)))
    .$if(Boolean(to), (query) => query.where('at', '<', dayAfter(to ?? '')))
}

function dayAfter(day: string): Date {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 1)
  return date
}
