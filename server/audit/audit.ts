import type { Db } from '../platform/db/database.ts'
import type { Change } from './queries.ts'
import { insertAuditEntries } from './queries.ts'

/** Records an admin's change. Call it in the transaction that makes the change. */
export async function recordChange(db: Db, change: Change): Promise<void> {
  await insertAuditEntries(db, [change])
}

/** Records several changes at once, like recordChange. */
export async function recordChanges(db: Db, changes: Change[]): Promise<void> {
  if (changes.length > 0) await insertAuditEntries(db, changes)
}
