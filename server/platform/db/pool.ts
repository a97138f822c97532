import pg from 'pg'
import { leaveSilent, patience } from './patience.ts'

const INT8 = 20
/** Then a shopper has gone; the connection is worth more to the next one. */
const STATEMENT_MS = 20_000
/** It has not even said that it gave up: nothing comes through any more, and nobody else would tell for a quarter of an hour. */
const SILENCE_MS = STATEMENT_MS + 5000
/** A node that stands still in the middle of a transaction gives its locks back to the others. */
const IDLE_IN_TRANSACTION_MS = 60_000

const CONNECT_MS = 10_000

/**
 * Connections to a PostgreSQL server, `max` at most.
 * @param answerMs a server that says nothing for so long is given up, when there is somebody else to ask
 */
export function openPool(databaseUrl: string, max: number, answerMs?: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    connectionTimeoutMillis: answerMs ?? CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: answerMs ?? SILENCE_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    types: {
      // Counts and ids are far below 2^53; as numbers they equal what the embedded database gives.
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
    },
  })
  nameStatements(pool)
  leaveSilent(pool)
  // A connection that breaks while idle is replaced by the pool; queries in flight get the error themselves.
  pool.on('error', () => undefined)
  // One that breaks between two queries of a transaction has nobody else to tell: the next query gets the error.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Each connection keeps what it has prepared: only what is asked over and over is worth it. */
const NAMED_FROM = 3
const NAMED_MAX = 300
/** The words decide the plan: one plan for all of them cost up to ten times as much among 100,000 products (docs/performance.md). */
const SEARCHES = /\$\d+::tsquery/

/**
 * Sends statements with values that come again under a name, so that the server reads and plans them once for each
 * connection. Through a proxy that hands connections around between transactions, that proxy must know named statements.
 */
function nameStatements(pool: pg.Pool) {
  const seen = new Map<string, number>()
  /** By text; empty: never again. */
  const names = new Map<string, string>()

  pool.on('connect', (client) => {
    client.query = function named(this: pg.PoolClient, ...asked: unknown[]) {
      const [text, values] = asked
      if (typeof text !== 'string') return Reflect.apply(pg.Client.prototype.query, this, asked)
      const name = Array.isArray(values) && values.length > 0 ? nameOf(text) : ''
      const answer: Promise<unknown> = Reflect.apply(pg.Client.prototype.query, this, [
        { ...(name === '' ? {} : { name }), text, values, ...patience() },
      ])
      return answer.catch((error: unknown) => {
        if (isOutdated(error)) names.set(String(text), '')
        throw error
      })
    } as typeof client.query
  })

  function nameOf(text: string): string {
    const known = names.get(text)
    if (known !== undefined) return known
    if (SEARCHES.test(text)) return ''
    const times = (seen.get(text) ?? 0) + 1
    if (times > 1 || seen.size < 10 * NAMED_MAX) seen.set(text, times)
    if (times < NAMED_FROM || names.size >= NAMED_MAX) return ''
    seen.delete(text)
    const name = `plinth_${names.size}`
    names.set(text, name)
    return name
  }
}

/** Another node has just migrated the database to other columns: what was prepared before is of no use. */
function isOutdated(error: unknown): boolean {
  return (error as { code?: string }).code === '0A000'
}
