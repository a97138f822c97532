import type { Db } from '../platform/db/database.ts'
import { type Change, insertAuditEntries } from './queries.ts'

/** Records an admin's change. Call it in the transaction that makes the change. */
export async function recordChange(db: Db, change: Change): Promise<void> {
  await insertAuditEntries(db, [change])
}

/** Records several changes at once, like recordChange. */
export async function recordChanges(db: Db, changes: Change[]): Promise<void> {
  if (changes.length > 0) await insertAuditEntries(db, changes)
}

/** Returns the fields that differ, with their values before and after, or null if nothing differs. */
export function differences<T extends object>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } | null {
  const names = (Object.keys(after) as (keyof T)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  if (names.length === 0) return null
  const pick = (record: T) => Object.fromEntries(names.map((name) => [name, record[name]])) as Partial<T>
  return { before: pick(before), after: pick(after) }
}
