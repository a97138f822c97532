import { ShopError } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import { listChangesSince } from './queries.ts'

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
