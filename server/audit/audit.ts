import { ShopError } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import { type Change, insertAuditEntries, listChangesSince } from './queries.ts'

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

/**
 * Returns the 409 for an edit conflict, whose message names who has changed which fields since. `errors` lists the
 * changed fields.
 * @param kind such as 'product' @param what the record's name in the message
 */
export async function editConflict(
  db: Db,
  kind: string,
  id: number | string,
  seenVersion: number,
  what = `this ${kind}`,
): Promise<ShopError> {
  const changes = await listChangesSince(db, kind, id, seenVersion)
  const { version: _, ...fields } = Object.assign({}, ...changes.map(({ after }) => after)) as Record<
    string,
    unknown
  >
  const actors = [...new Set(changes.map(({ actor }) => actor))].join(' and ') || 'Another admin'
  const names = Object.keys(fields).join(', ')
  const message = `${actors} changed ${what} in the meantime${names && `: ${names}`}. Review it and save again.`
  return changed(
    message,
    Object.entries(fields).map(([path, value]) => ({ path, message: `Now ${describeValue(value)}` })),
  )
}

export const changed = (message: string, errors: ShopError['errors']) =>
  new ShopError(409, 'changed_meanwhile', message, { errors })

function describeValue(value: unknown): string {
  if (value === null || value === '') return 'empty'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
