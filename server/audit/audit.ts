import type { Db } from '../platform/db/database.ts'
import { insertAuditEntries } from './queries.ts'

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

/** Writes down what an admin changed, within the transaction that changes it. */
export async function recordChange(db: Db, change: Change): Promise<void> {
  await insertAuditEntries(db, [change])
}

/** The same for many changes at once. */
export async function recordChanges(db: Db, changes: Change[]): Promise<void> {
  if (changes.length > 0) await insertAuditEntries(db, changes)
}
