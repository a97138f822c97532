import { join } from 'node:path'
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { Kysely, type LogEvent, PostgresDialect, sql } from 'kysely'
import type { Logger } from 'pino'
import { SettingsError } from '../../config.ts'
import { lockFolder } from '../data-folder.ts'
import { type Changes, listenOnServer } from './listen.ts'
import { openPglite, type PgliteClient } from './pglite-client.ts'
import { pgliteDialect } from './pglite-dialect.ts'
import { openPool } from './pool.ts'
import type { DB as Tables } from './tables.ts'

/** Channel on which the database publishes changes. */
const CHANNEL = 'page_changes'

function changesOnServer(databaseUrl: string, log: Logger): Changes & { close(): Promise<void> } {
  return listenOnServer(databaseUrl, CHANNEL, log)
}

/**
 * The embedded database has no other writers. Its notifications arrive before the writer's own result and are never
 * lost.
 */
async function changesEmbedded(client: PgliteClient): Promise<Changes> {
  let version = 1
  await client.listen(CHANNEL, () => {
    version += 1
  })
  return {
    version: () => version,
    place: () => null,
    isSure: () => true,
    catchUp: async () => undefined,
  }
}

export type { Tables }
export type Db = Kysely<Tables>

export type Database = {
  db: Db
  engine: 'embedded' | 'postgresql'
  /** Subscribes to changes of data that pages show, until closed. Requires a migrated database. */
  subscribeToChanges(log: Logger): Promise<Changes>
  /** Resolves if an embedded database stops unexpectedly. Queries then fail, and the next start recovers it. */
  stopped: Promise<Error> | null
  close(): Promise<void>
}

/** @throws SettingsError if the server is unreachable or too old, or the folder is in use */
export async function openDatabase(settings: {
  databaseUrl: string | null
  databasePool?: number
  dataDir: string
  /** URL of the trace collector, or null to trace no queries. */
  tracesTo?: string | null
}): Promise<Database> {
  const { databaseUrl, databasePool = POOL, dataDir, tracesTo = null } = settings
  const traced = tracesTo === null ? {} : { log: traceQuery }
  return databaseUrl ? openServer(databaseUrl, databasePool, traced) : openEmbedded(dataDir, traced)
}

type Traced = { log?: typeof traceQuery }

/** For tests: opens an embedded database in memory, from a snapshot of a migrated one. */
export async function openInMemory(
  snapshot: Uint8Array | null = null,
): Promise<Database & { dump(): Promise<Uint8Array> }> {
  const client = await openPglite(null, snapshot)
  const db = new Kysely<Tables>({ dialect: pgliteDialect(client) })
  return {
    db,
    engine: 'embedded',
    subscribeToChanges: () => changesEmbedded(client),
    stopped: client.stopped,
    dump: () => client.dump(),
    close: () => db.destroy(),
  }
}

/**
 * Runs `work` in one transaction, or joins an open one. Give the parameter of `work` the name of the outer handle to
 * shadow it, because the embedded database's single connection is taken.
 */
export async function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  const afterCommit: (() => void)[] = []
  const result = await db.transaction().execute((transaction) => {
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

async function openEmbedded(dataDir: string, traced: Traced): Promise<Database> {
  const lock = lockFolder(dataDir)
  try {
    const client = await openPglite(join(dataDir, 'postgres'))
    const db = new Kysely<Tables>({ dialect: pgliteDialect(client), ...traced })
    return {
      db,
      engine: 'embedded',
      subscribeToChanges: () => changesEmbedded(client),
      stopped: client.stopped,
      async close() {
        await db.destroy()
        // Kysely closes the client only if it was used.
        await client.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

const OLDEST_SERVER = 15
/** Maximum pool size for programs other than the shop. */
const POOL = 10

async function openServer(databaseUrl: string, max: number, traced: Traced): Promise<Database> {
  const pool = openPool(databaseUrl, max)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...traced })
  await checkServer(db, databaseUrl).catch(async (error: unknown) => {
    await db.destroy()
    throw error
  })
  let changes: ReturnType<typeof changesOnServer> | null = null
  return {
    db,
    engine: 'postgresql',
    async subscribeToChanges(log) {
      changes = changesOnServer(databaseUrl, log)
      return changes
    },
    stopped: null,
    async close() {
      await changes?.close()
      await db.destroy()
    },
  }
}

async function checkServer(db: Db, databaseUrl: string) {
  const { host } = new URL(databaseUrl)
  const response = await sql<{
    version: number
  }>`select current_setting('server_version_num')::int / 10000 as version`
    .execute(db)
    .catch((cause: unknown) => {
      const reason =
        cause instanceof Error ? cause.message || String((cause as { code?: string }).code) : String(cause)
      throw new SettingsError(`DATABASE_URL: cannot connect to PostgreSQL at ${host}: ${reason}`, { cause })
    })
  const version = response.rows[0]?.version ?? 0
  if (version < OLDEST_SERVER) {
    throw new SettingsError(
      `DATABASE_URL: PostgreSQL ${OLDEST_SERVER} or later is required, but ${host} runs ${version}`,
    )
  }
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
