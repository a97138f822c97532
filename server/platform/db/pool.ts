import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import pg from 'pg'
import { closeTimedOut } from './polling-pool.ts'
import type { Primary } from './primary.ts'

const INT8 = 20
/** Statement timeout. By then the shopper has left, and other requests need the connection. */
const STATEMENT_MS = 20_000
/** Query timeout if not even a timeout error arrives: the connection is dead, which TCP would take 15 minutes to report. */
const SILENCE_MS = STATEMENT_MS + 5000
/** Releases the locks of a node that hangs in the middle of a transaction. */
const IDLE_IN_TRANSACTION_MS = 60_000

const CONNECT_MS = 10_000

export type PoolOptions = {
  /** Maximum number of connections. */
  max: number
  /** Timeout of connections and queries, shorter for a server that has a fallback. */
  timeoutMs?: number
  /**
   * Whether the connections are those of a pooler, which gives each transaction another one. It must set the timeouts
   * itself, because it refuses them as parameters of a connection, and prepared statements stay behind.
   */
  isPooler?: boolean
}

/** Opens a pool of connections to the primary, which moves with it to another server. */
export function openPool(primary: Primary, { max, timeoutMs, isPooler = false }: PoolOptions): pg.Pool {
  const sockets = new Set<Socket>()
  const pool = new pg.Pool({
    connectionString: primary.url(),
    stream() {
      const socket = new Socket()
      sockets.add(socket)
      return socket.once('close', () => sockets.delete(socket))
    },
    max,
    connectionTimeoutMillis: timeoutMs ?? CONNECT_MS,
    query_timeout: timeoutMs ?? SILENCE_MS,
    ...(!isPooler && {
      statement_timeout: STATEMENT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    }),
    keepAlive: true,
    // Statements of a transaction can be sent together (transaction.ts).
    pipeline: true,
    types: {
      // Counts and IDs are far below 2^53. Numbers are easier to use.
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
    },
  })
  primary.onMove(() => {
    pool.options.connectionString = primary.url()
    // The previous server may be unreachable, so it wouldn't end these connections.
    for (const socket of sockets) socket.destroy()
  })
  nameStatements(pool, isPooler ? 0 : NAMED_MAX)
  closeTimedOut(pool)
  // The pool replaces connections that break while idle. Running queries get the error themselves.
  pool.on('error', () => undefined)
  // If a connection breaks between two queries of a transaction, the next query gets the error.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Each connection keeps its prepared statements, so only frequent ones are prepared. */
const NAMED_FROM = 3
const NAMED_MAX = 300
/**
 * The searched words determine the best plan: a generic plan took up to ten times as long with 100,000 products
 * (docs/performance.md).
 */
const SEARCHES = /\$\d+::tsquery/

/**
 * Sends frequent statements with parameters as named ones, which the server parses and plans once per connection.
 * @param most maximum number of names
 */
function nameStatements(pool: pg.Pool, most: number) {
  const seen = new Map<string, number>()
  /** Names by statement text. An empty name means that the statement is never named again. */
  const names = new Map<string, string>()

  pool.on('connect', (client) => {
    client.query = function named(this: pg.PoolClient, ...args: unknown[]) {
      const [text, values] = args
      sendTogether(client)
      if (typeof text !== 'string') return Reflect.apply(pg.Client.prototype.query, this, args)
      const name = Array.isArray(values) && values.length > 0 ? nameOf(text) : ''
      const response: Promise<unknown> = Reflect.apply(pg.Client.prototype.query, this, [
        { ...(name === '' ? {} : { name }), text, values, ...patience() },
      ])
      return response.catch((error: unknown) => {
        if (isOutdated(error)) names.set(String(text), '')
        if (isForgotten(error)) void client.end()
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
    if (times < NAMED_FROM || names.size >= most) return ''
    seen.delete(text)
    const name = `plinth_${names.size}`
    names.set(text, name)
    return name
  }
}

/**
 * Collects the statements of this tick, so the system sends them in one call, which costs about as much CPU time as the
 * statement itself.
 */
function sendTogether(client: pg.PoolClient) {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Another node has migrated the database and changed columns, so the prepared statement is invalid. */
function isOutdated(error: unknown): boolean {
  return (error as { code?: string }).code === '0A000'
}

/** Something else has deallocated the connection's prepared statements, so each of them would fail. */
function isForgotten(error: unknown): boolean {
  return (error as { code?: string }).code === '26000'
}

/** Maximum delay of a timer, about 24 days. */
const NO_LIMIT_MS = 2 ** 31 - 1
const patient = new AsyncLocalStorage<true>()

/** Lifts the client's query timeout for work that also lifts the server's `statement_timeout`. */
export function withoutQueryTimeout<T>(work: () => Promise<T>): Promise<T> {
  return patient.run(true, work)
}

/** Returns the query options for a statement to be sent now. */
function patience(): { query_timeout?: number } {
  return patient.getStore() ? { query_timeout: NO_LIMIT_MS } : {}
}
