import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { SettingsError } from '../../config.ts'
import { type Db, traceQuery } from './database.ts'
import type { Changes } from './listen.ts'
import { leaveSilent, openPool } from './pool.ts'
import type { Tables } from './tables.ts'

/** A read replica of the database (streaming replication). */
export type Replica = {
  db: Db
  /** Whether it has replayed every change that this node knows of, so that it is as current as the primary. */
  hasAll(): boolean
  /** Reports a failed query: for a second the replica isn't used. */
  leave(error: unknown): void
  close(): Promise<void>
}

const LOOK_EVERY_MS = 100
/** Query timeout; the primary is queried instead. */
const ANSWER_WITHIN_MS = 2000
const LEFT_FOR_MS = 1000

/** A standby without a WAL receiver no longer follows a primary, or was promoted. */
const LOOK = `
  select (select system_identifier::text from pg_control_system()) as cluster,
    pg_is_in_recovery() as "isStandby",
    exists (select from pg_stat_wal_receiver where pid is not null) as "isFollowing",
    (pg_last_wal_replay_lsn() - '0/0')::text as replayed`
type Look = { cluster: string; isStandby: boolean; isFollowing: boolean; replayed: string | null }

/**
 * Polls the replication progress ten times a second. An unavailable or lagging replica isn't used until it recovers.
 * @param db the primary
 * @param changes the changes that this node knows of
 * @throws SettingsError if the server is not a replica of this database
 */
export async function openReplica(
  settings: { databaseReplicaUrl: string; databasePool: number; tracesTo: string | null },
  db: Db,
  changes: Changes,
  log: Logger,
): Promise<Replica> {
  const { databaseReplicaUrl, databasePool, tracesTo } = settings
  const cluster = await clusterOf(db)
  const watch = openWatch(databaseReplicaUrl)
  const pool = openPool(databaseReplicaUrl, databasePool, ANSWER_WITHIN_MS)
  const copy = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    ...(tracesTo === null ? {} : { log: traceQuery }),
  })
  /** Confirmed replay position, or null while it is unknown whether the replica follows. */
  let replayed: bigint | null = null
  let leftUntil = Number.NEGATIVE_INFINITY
  /** Reason why it is unavailable, or null. */
  let trouble: string | null = null
  const closing = new AbortController()

  const close = async () => {
    closing.abort()
    await following
    await watch.end()
    await copy.destroy()
  }
  let following: Promise<void> = Promise.resolve()
  await look().catch(async (error: unknown) => {
    await close()
    throw error
  })
  following = follow()
  return {
    db: copy,
    hasAll() {
      const place = changes.place()
      if (place === null || replayed === null || !changes.isSure()) return false
      return replayed >= place && performance.now() >= leftUntil
    },
    leave(error) {
      leftUntil = performance.now() + LEFT_FOR_MS
      log.warn({ err: error }, 'replica query failed, retried on primary')
    },
    close,
  }

  async function follow() {
    while (!closing.signal.aborted) {
      await delay(LOOK_EVERY_MS, undefined, { signal: closing.signal }).catch(() => undefined)
      if (closing.signal.aborted) return
      await look().catch(goAway)
    }
  }

  /** @throws SettingsError */
  async function look() {
    const { rows } = await watch.query<Look>(LOOK).catch((error: unknown) => {
      goAway(error)
      return { rows: [] }
    })
    const [seen] = rows
    if (!seen) return
    const wrong = wrongIn(seen, cluster)
    if (wrong !== null)
      throw new SettingsError(`DATABASE_REPLICA_URL: ${new URL(databaseReplicaUrl).host} ${wrong}`)
    if (!seen.isFollowing || seen.replayed === null)
      return goAway(new Error('The replica is not streaming from the primary'))
    if (trouble !== null) log.info('replica recovered')
    trouble = null
    replayed = BigInt(seen.replayed)
  }

  function goAway(error: unknown) {
    replayed = null
    const reason = error instanceof Error ? error.message : String(error)
    if (reason !== trouble) log.warn({ err: error }, 'replica unavailable, reading from primary')
    trouble = reason
  }
}

function wrongIn({ cluster, isStandby }: Look, own: string): string | null {
  if (cluster !== own) return 'is not a copy of the database at DATABASE_URL'
  return isStandby ? null : 'is not a replica: it accepts writes'
}

async function clusterOf(db: Db): Promise<string> {
  const { rows } = await sql<{
    cluster: string
  }>`select system_identifier::text as cluster from pg_control_system()`.execute(db)
  return rows[0]?.cluster ?? ''
}

/** Opens a dedicated connection that reconnects: it detects an unresponsive replica long before a query times out. */
function openWatch(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    keepAlive: true,
  })
  leaveSilent(pool)
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
