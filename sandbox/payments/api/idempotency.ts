import { hash } from 'node:crypto'
import { findRow, insertRow, run, type Store } from '../../store.ts'
import { ApiError } from './api-error.ts'
import type { Attempt } from './call.ts'

const ONE_DAY_MS = 24 * 60 * 60 * 1000

export interface SavedResponse {
  status: number
  body: string
  requestId: string
}

export const idempotencyTables = `
  create table if not exists payments_idempotency (
    key text primary key,
    endpoint text not null,
    parameters text not null,
    status integer not null,
    body text not null,
    request_id text not null,
    saved_at integer not null
  ) strict;
`

/** Returns the key's response if it is less than a day old, or null. */
export function findSavedResponse(store: Store, attempt: Attempt): SavedResponse | null {
  run(store, 'delete from payments_idempotency where saved_at < ?', Date.now() - ONE_DAY_MS)
  const sql = 'select *, request_id as requestId from payments_idempotency where key = ?'
  const row = findRow<SavedResponse & Attempt>(store, sql, attempt.key)
  if (!row) return null
  if (row.endpoint !== attempt.endpoint || row.parameters !== hash('sha256', attempt.parameters)) {
    throw new ApiError(400, {
      type: 'idempotency_error',
      message: `The key '${attempt.key}' was first used for ${row.endpoint} with other parameters. Use a different key for a different request.`,
    })
  }
  const { status, body, requestId } = row
  return { status, body, requestId }
}

export function saveResponse(store: Store, attempt: Attempt, { status, body, requestId }: SavedResponse) {
  const parameters = hash('sha256', attempt.parameters)
  const row = { ...attempt, parameters, status, body, request_id: requestId, saved_at: Date.now() }
  insertRow(store, 'payments_idempotency', row)
}

/** Rejects a key whose first request is still running. Kept in memory, because a restart ends every request. */
export function oneAtATime(): <T>(attempt: Attempt, run: () => Promise<T>) => Promise<T> {
  const running = new Set<string>()
  return async (attempt, run) => {
    if (running.has(attempt.key)) {
      throw new ApiError(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: `Another request with the key '${attempt.key}' is still running. Retry in a moment.`,
      })
    }
    running.add(attempt.key)
    try {
      return await run()
    } finally {
      running.delete(attempt.key)
    }
  }
}
