import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Change } from './audit.ts'

/** The actor's name is written down with it: the log must be readable when the account is gone. */
export async function insertAuditEntry(db: Db, change: Change): Promise<void> {
  await db
    .insertInto('audit_log')
    .values(({ selectFrom }) => ({
      at: now(),
      actor_id: change.actorId,
      actor: selectFrom('users').select('username').where('id', '=', change.actorId),
      action: change.action,
      subject_id: String(change.subjectId),
      before: change.before === null ? null : JSON.stringify(change.before),
      after: change.after === null ? null : JSON.stringify(change.after),
    }))
    .execute()
}

export async function listAuditEntries(db: Db, limit: number, beforeId: number | null = null) {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .$if(beforeId !== null, (query) => query.where('id', '<', beforeId))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
