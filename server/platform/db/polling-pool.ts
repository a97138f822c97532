import pg from 'pg'

/** Timeout of connections and queries of servers that have a fallback. */
export const TIMEOUT_MS = 2000

/** Opens a dedicated connection that reconnects. It detects an unresponsive server long before a query times out. */
export function openPollingPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    keepAlive: true,
  })
  closeTimedOut(pool)
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * Closes a connection after a query timeout, because later queries on it would wait behind the unanswered one. The pool
 * opens another.
 */
export function closeTimedOut(pool: pg.Pool) {
  pool.on('connect', (client) => {
    const { query } = client
    client.query = function leaving(...args: unknown[]) {
      const response: unknown = Reflect.apply(query, client, args)
      if (!(response instanceof Promise)) return response
      return response.catch((error: Error) => {
        if (error.message === 'Query read timeout') client.end().catch(() => undefined)
        throw error
      })
    } as typeof client.query
  })
}
