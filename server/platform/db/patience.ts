import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** Maximum delay of a timer, about 24 days. */
const NO_LIMIT_MS = 2 ** 31 - 1
const patient = new AsyncLocalStorage<true>()

/** Lifts the client's query timeout for work that also lifts the server's (`statement_timeout`). */
export function withPatience<T>(work: () => Promise<T>): Promise<T> {
  return patient.run(true, work)
}

/** Returns the query options for a statement sent now. */
export function patience(): { query_timeout?: number } {
  return patient.getStore() ? { query_timeout: NO_LIMIT_MS } : {}
}

/**
 * Closes a connection after a query timeout, since later queries on it would wait behind the one without a response.
 * The pool opens another.
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
