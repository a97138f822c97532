import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** The longest that a timer waits: 24 days. */
const NO_LIMIT_MS = 2 ** 31 - 1
const patient = new AsyncLocalStorage<true>()

/** For work that lifts the server's own limit (`statement_timeout`): its statements take as long as they take. */
export function withPatience<T>(work: () => Promise<T>): Promise<T> {
  return patient.run(true, work)
}

/** What a statement that is sent now must be sent with. */
export function patience(): { query_timeout?: number } {
  return patient.getStore() ? { query_timeout: NO_LIMIT_MS } : {}
}

/**
 * Whatever is asked on a connection after a question that was never answered would wait behind it, so it is closed; the pool
 * opens another one.
 */
export function leaveSilent(pool: pg.Pool) {
  pool.on('connect', (client) => {
    const { query } = client
    client.query = function leaving(...asked: unknown[]) {
      const answer: unknown = Reflect.apply(query, client, asked)
      if (!(answer instanceof Promise)) return answer
      return answer.catch((error: Error) => {
        if (error.message === 'Query read timeout') client.end().catch(() => undefined)
        throw error
      })
    } as typeof client.query
  })
}
