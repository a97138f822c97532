import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { Kysely, type LogEvent, PostgresDialect, sql } from 'kysely'
import type { Logger } from 'pino'
import { SettingsError } from '../../config.ts'
import { openEmbeddedServer } from './embedded/embedded.ts'
import { type Changes, listenOnServer } from './listen.ts'
import { openPool } from './pool.ts'
import { findPrimary, onlyServer, type Primary } from './primary.ts'
import type { DB as Tables } from './tables.ts'
import { runTransaction } from './transaction.ts'

/** Channel on which the database publishes changes. */
const CHANNEL = 'page_changes'

export type { Tables }
export type Db = Kysely<Tables>

export type Database = {
  db: Db
  /** For work that needs its own session, such as locks across transactions. The same as `db` unless that is a pooler. */
  direct: Db
  /** Whether this process has started the server, or the shop that it accompanies. */
  isEmbedded: boolean
  /** Subscribes to changes of data that pages show, until closed. Requires a migrated database. */
  subscribeToChanges(log: Logger): Promise<Changes>
  /** Resolves if an embedded database stops unexpectedly. Queries then fail, and the next start recovers it. */
  stopped: Promise<Error> | null
  close(): Promise<void>
}

/** @throws SettingsError if the server is unreachable or too old, or the folder is in use */
export async function openDatabase(settings: {
  databaseUrl: string | null
  /** Bypasses the pooler at `databaseUrl`. */
  databaseDirectUrl?: string | null
  databasePool?: number
  dataDir: string
  /** URL of the trace collector, or null to trace no queries. */
  tracesTo?: string | null
  /** For commands: uses the embedded server of a running shop. Without it, two processes can't use one folder. */
  isShared?: boolean
  log?: Logger
}): Promise<Database> {
  const { databaseUrl, databaseDirectUrl, databasePool = POOL, dataDir, tracesTo = null } = settings
  const { isShared = false, log } = settings
  const traced = tracesTo === null ? {} : { log: traceQuery }
  if (databaseUrl) {
    const direct = databaseDirectUrl ? await findPrimary(databaseDirectUrl, 'DATABASE_DIRECT_URL', log) : null
    return openServer(await findPrimary(databaseUrl, 'DATABASE_URL', log), {
      pool: databasePool,
      direct,
      traced,
    })
  }
  const pool = isShared ? SHARED_POOL : databasePool
  const server = await openEmbeddedServer(dataDir, { pool, isShared })
  const database = await openServer(onlyServer(server.url), { pool, direct: null, traced }).catch(
    async (error: unknown) => {
      await server.close()
      throw error
    },
  )
  return {
    ...database,
    isEmbedded: true,
    stopped: server.stopped,
    async close() {
      await database.close()
      await server.close()
    },
  }
}

type Traced = { log?: typeof traceQuery }

/**
 * Runs `work` in one transaction, or joins an open one. Give the parameter of `work` the name of the outer handle to
 * shadow it: queries on that one would run outside the transaction, and wait for its locks. Statements started together
 * (`Promise.all`) run in the order of the calls, and are sent without waiting for each other.
 */
export async function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  const afterCommit: (() => void)[] = []
  const result = await runTransaction(db, (transaction) => {
    open.set(transaction, { root: db, afterCommit })
    return work(transaction)
  })
  for (const hook of afterCommit) hook()
  return result
}

/** Returns the handle that a transaction was started on, or the handle itself if it isn't a transaction. */
export function rootOf(db: Db): Db {
  return open.get(db)?.root ?? db
}

/** Runs `hook` once the transaction of `db` is committed, or immediately if there is none. */
export function onCommit(db: Db, hook: () => void) {
  const transaction = open.get(db)
  if (transaction) transaction.afterCommit.push(hook)
  else hook()
}

const open = new WeakMap<Db, { root: Db; afterCommit: (() => void)[] }>()

const OLDEST_SERVER = 15
/** Maximum pool size for programs other than the shop. */
const POOL = 10
/** Migrations and locks at the start. */
const DIRECT_POOL = 2
/** Maximum pool size for programs that share the connections of an embedded server with the shop. */
const SHARED_POOL = 3

/** @param options.direct the way around the pooler at `primary`, or null if that is the server itself */
async function openServer(
  primary: Primary,
  { pool: max, direct, traced }: { pool: number; direct: Primary | null; traced: Traced },
): Promise<Database> {
  const pool = openPool(primary, { max, isPooler: direct !== null })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...traced })
  const directDb = direct
    ? new Kysely<Tables>({
        dialect: new PostgresDialect({ pool: openPool(direct, { max: DIRECT_POOL }) }),
        ...traced,
      })
    : db
  const close = async () => {
    await db.destroy()
    if (directDb !== db) await directDb.destroy()
    await primary.close()
    await direct?.close()
  }
  const check = async () => {
    if (direct) await checkServer(directDb, direct.url(), 'DATABASE_DIRECT_URL')
    await checkServer(db, primary.url(), 'DATABASE_URL')
    if (direct) await checkTimeouts(db)
  }
  await check().catch(async (error: unknown) => {
    await close()
    throw error
  })
  let changes: ReturnType<typeof listenOnServer> | null = null
  return {
    db,
    direct: directDb,
    isEmbedded: false,
    async subscribeToChanges(log) {
      changes = listenOnServer(direct ?? primary, CHANNEL, log)
      return changes
    },
    stopped: null,
    async close() {
      await changes?.close()
      await close()
    },
  }
}

async function checkServer(db: Db, databaseUrl: string, name: string) {
  const { host } = new URL(databaseUrl)
  const response = await sql<{
    version: number
  }>`select current_setting('server_version_num')::int / 10000 as version`
    .execute(db)
    .catch((cause: unknown) => {
      const reason =
        cause instanceof Error ? cause.message || String((cause as { code?: string }).code) : String(cause)
      throw new SettingsError(`${name}: cannot connect to PostgreSQL at ${host}: ${reason}`, { cause })
    })
  const version = response.rows[0]?.version ?? 0
  if (version < OLDEST_SERVER) {
    throw new SettingsError(
      `${name}: PostgreSQL ${OLDEST_SERVER} or later is required, but ${host} runs ${version}`,
    )
  }
}

/** A connection without timeouts could wait for a lock forever. @throws SettingsError */
async function checkTimeouts(db: Db) {
  const { rows } = await sql<{ missing: string }>`
    select name as missing from pg_settings
    where name in ('statement_timeout', 'idle_in_transaction_session_timeout') and setting = '0'
    order by name`.execute(db)
  if (rows.length === 0) return
  const missing = rows.map((row) => row.missing).join(' and ')
  throw new SettingsError(
    `DATABASE_URL: the role needs ${missing}, because DATABASE_DIRECT_URL makes it the URL of a pooler (docs/operations.md, PgBouncer)`,
  )
}

/** Adds a query to the current trace as a span: its text with placeholders, but never the values. */
export function traceQuery({ level, query, queryDurationMillis, ...event }: LogEvent) {
  if (!trace.getActiveSpan()) return
  const { sql } = query
  const [verb = 'query'] = sql.trimStart().split(/\s/, 1)
  const ended = performance.timeOrigin + performance.now()
  const span = trace.getTracer('plinth').startSpan(verb.toLowerCase(), {
    kind: SpanKind.CLIENT,
    startTime: ended - queryDurationMillis,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql },
  })
  if (level === 'error') {
    span.setStatus({ code: SpanStatusCode.ERROR })
    const { code } = (event as { error?: { code?: unknown } }).error ?? {}
    if (typeof code === 'string') span.setAttribute('db.response.status_code', code)
  }
  span.end(ended)
}
