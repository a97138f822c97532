import pg from 'pg'
import { nameStatements } from './named-statements.ts'
import { leaveSilent } from './patience.ts'

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
