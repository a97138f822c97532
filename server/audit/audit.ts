import type { Db } from '../platform/db/database.ts'
import type { Change } from './queries.ts'
import { insertAuditEntries } from './queries.ts'

/** Writes down what an admin changed, within the transaction that changes it. */
export async function recordChange(db: Db, change: Change): Promise<void> {
  await insertAuditEntries(db, [change])
}

/** The same for many changes at once. */
export async function recordChanges(db: Db, changes: Change[]): Promise<void> {
  if (changes.length > 0) await insertAuditEntries(db, changes)
}
