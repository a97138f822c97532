import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Logger } from 'pino'
import { SettingsError } from '../../config.ts'
import type { Tables } from './database.ts'
import { type Db, traceQuery } from './database.ts'
import type { Changes } from './listen.ts'
import { openPollingPool, TIMEOUT_MS } from './polling-pool.ts'
import { openPool } from './pool.ts'
import { onlyServer } from './primary.ts'

/** A read replica of the database (streaming replication). */
export type Replica = {
  db: Db
  /** Whether it has replayed every change that this node knows of, so it is as current as the primary. */
  hasAll(): boolean
  /** Reports a failed query. The replica isn't used for a second. */
  leave(error: unknown): void
  close(): Promise<void>
}

const POLL_EVERY_MS = 100
const UNAVAILABLE_FOR_MS = 1000

/** A standby without a WAL receiver no longer follows a primary, or it was promoted. */
const POLL_QUERY = `
  select (select system_identifier::text from pg_control_system()) as cluster,
    pg_is_in_recovery() as "isStandby",
    exists (select from pg_stat_wal_receiver where pid is not null) as "isFollowing",
    (pg_last_wal_replay_lsn() - '0/0')::text as replayed`
type ReplicaState = { cluster: string; isStandby: boolean; isFollowing: boolean; replayed: string | null }

/**
 * Polls the replication progress ten times a second. A replica that is unavailable or lags behind isn't used until it
 * recovers.
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
  const pollingPool = openPollingPool(databaseReplicaUrl)
  const pool = openPool(onlyServer(databaseReplicaUrl), { max: databasePool, timeoutMs: TIMEOUT_MS })
  const copy = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    ...(tracesTo === null ? {} : { log: traceQuery }),
  })
  /** Confirmed replay position, or null if it is unknown whether the replica follows the primary. */
  let replayed: bigint | null = null
  let unavailableUntil = Number.NEGATIVE_INFINITY
  /** Reason why it is unavailable, or null. */
  let trouble: string | null = null
  const closing = new AbortController()

  const close = async () => {
    closing.abort()
    await following
    await pollingPool.end()
    await copy.destroy()
  }
  let following: Promise<void> = Promise.resolve()
  await poll().catch(async (error: unknown) => {
    await close()
    throw error
  })
  following = follow()
  return {
    db: copy,
    hasAll() {
      const place = changes.place()
      if (place === null || replayed === null || !changes.isSure()) return false
      return replayed >= place && performance.now() >= unavailableUntil
    },
    leave(error) {
      unavailableUntil = performance.now() + UNAVAILABLE_FOR_MS
      log.warn({ err: error }, 'replica query failed, retried on primary')
    },
    close,
  }

  async function follow() {
    while (!closing.signal.aborted) {
      await delay(POLL_EVERY_MS, undefined, { signal: closing.signal }).catch(() => undefined)
      if (closing.signal.aborted) return
      await poll().catch(markUnavailable)
    }
  }

  /** @throws SettingsError */
  async function poll() {
    const { rows } = await pollingPool.query<ReplicaState>(POLL_QUERY).catch((error: unknown) => {
      markUnavailable(error)
      return { rows: [] }
    })
    const [seen] = rows
    if (!seen) return
    const wrong = problemWith(seen, cluster)
    if (wrong !== null)
      throw new SettingsError(`DATABASE_REPLICA_URL: ${new URL(databaseReplicaUrl).host} ${wrong}`)
    if (!seen.isFollowing || seen.replayed === null)
      return markUnavailable(new Error('The replica is not streaming from the primary'))
    if (trouble !== null) log.info('replica recovered')
    trouble = null
    replayed = BigInt(seen.replayed)
  }

  function markUnavailable(error: unknown) {
    replayed = null
    const reason = error instanceof Error ? error.message : String(error)
    if (reason !== trouble) log.warn({ err: error }, 'replica unavailable, reading from primary')
    trouble = reason
  }
}

function problemWith({ cluster, isStandby }: ReplicaState, own: string): string | null {
  if (cluster !== own) return 'is not a copy of the database at DATABASE_URL'
  return isStandby ? null : 'is not a replica: it accepts writes'
}

async function clusterOf(db: Db): Promise<string> {
  const { rows } = await sql<{
    cluster: string
  }>`select system_identifier::text as cluster from pg_control_system()`.execute(db)
  return rows[0]?.cluster ?? ''
}
