import { hash } from 'node:crypto'
import type { Store } from '../../store.ts'
import { ApiError } from './api-error.ts'

/** A request that may be sent again under the same key. */
export interface Attempt {
  key: string
  /** Method and path. */
  endpoint: string
  /** The parameters as they were sent. */
  parameters: string
}

export interface SavedAnswer {
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

/** The answer that the key already got within the last day, if any. */
export function recallAnswer(store: Store, attempt: Attempt): SavedAnswer | null {
  store.prepare('delete from payments_idempotency where saved_at < ?').run(Date.now() - oneDay)
  const find = store.prepare('select * from payments_idempotency where key = ?')
  const row = find.get(attempt.key) as SavedRow | undefined
  if (!row) return null
  refuseOther(attempt, row)
  return { status: row.status, body: row.body, requestId: row.request_id }
}

export function saveAnswer(store: Store, { key, endpoint, parameters }: Attempt, answer: SavedAnswer) {
  store
    .prepare(
      `insert into payments_idempotency (key, endpoint, parameters, status, body, request_id, saved_at)
       values (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(key, endpoint, hash('sha256', parameters), answer.status, answer.body, answer.requestId, Date.now())
}

/** Refuses a key whose first request still runs. Kept in memory, because a restart ends every request. */
export function oneAtATime(): <T>(attempt: Attempt, run: () => Promise<T>) => Promise<T> {
  const running = new Set<string>()
  return async (attempt, run) => {
    if (running.has(attempt.key)) throw stillRunning(attempt.key)
    running.add(attempt.key)
    try {
      return await run()
    } finally {
      running.delete(attempt.key)
    }
  }
}

export function checkKey(key: string): string {
  if (key.length <= 255) return key
  throw new ApiError(400, {
    type: 'idempotency_error',
    message: `An idempotency key has at most 255 letters; this one has ${key.length}.`,
  })
}

interface SavedRow {
  endpoint: string
  parameters: string
  status: number
  body: string
  request_id: string
}

const oneDay = 24 * 60 * 60 * 1000

function refuseOther(attempt: Attempt, row: SavedRow) {
  if (row.endpoint !== attempt.endpoint) {
    throw new ApiError(400, {
      type: 'idempotency_error',
      message: `The key '${attempt.key}' was first used for ${row.endpoint}, so it cannot be used for ${attempt.endpoint}.`,
    })
  }
  if (row.parameters !== hash('sha256', attempt.parameters)) {
    throw new ApiError(400, {
      type: 'idempotency_error',
      message: `The key '${attempt.key}' was first used with other parameters. Another request needs another key.`,
    })
  }
}

function stillRunning(key: string): ApiError {
  return new ApiError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `Another request with the key '${key}' is still running. Ask again in a moment.`,
  })
}
