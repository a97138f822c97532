import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Primary } from './primary.ts'

/** One node's view of the changes that all nodes made to page content (db/migrations/0001_platform.sql). */
export type Changes = {
  /** A number that differs after each change. Data read under an earlier number may be outdated. */
  version(): number
  /**
   * Calls `listener` with the tags of each new change, before `version` counts it.
   * @param listener gets null if anything may have changed
   */
  onChange(listener: (tags: ReadonlySet<string> | null) => void): void
  /** WAL position that follows every change counted in `version`, or null if unknown. */
  place(): bigint | null
  /** False if a change more than a second old may have been missed. Cached responses must not be used then. */
  isSure(): boolean
  /** Resolves once `version` counts every change that was committed before the call. */
  catchUp(): Promise<void>
}

/** Polling interval, and therefore the maximum delay after a lost notification. */
const POLL_EVERY_MS = 400
const SURE_FOR_MS = 1000
const TIMEOUT_MS = 2000
const RECONNECT_AFTER_MS = 250
/** More tags than this count as a change of everything. */
const TAGS_MAX = 1000

/**
 * Returns the tags of changes since a snapshot, the snapshot of this query, and the current WAL position, which follows
 * all changes that the query sees. The `order by` makes it start at the end of the index.
 */
const POLL_QUERY = `
  select pg_current_snapshot()::text as snapshot, (pg_current_wal_insert_lsn() - '0/0')::text as place,
    array(
      select tag from page_changes
      where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
      order by xid desc limit ${TAGS_MAX + 1}
    ) as tags`

/**
 * Listens on a dedicated connection. A notification only triggers a poll, and polls also run without one, so a lost
 * notification or connection only delays changes, and never for longer than `isSure` allows. Reconnects automatically.
 */
export function listenOnServer(
  primary: Primary,
  channel: string,
  log: Logger,
): Changes & { close(): Promise<void> } {
  let version = 1
  let place: bigint | null = null
  /** Start of the last successful poll. All earlier commits are known. */
  let sureUntil = Number.NEGATIVE_INFINITY
  let snapshot: string | null = null
  let client: pg.Client | null = null
  let next: Promise<void> | null = null
  let running: Promise<void> = Promise.resolve()
  const listeners: ((tags: ReadonlySet<string> | null) => void)[] = []
  let socket = new Socket()
  primary.onMove(() => socket.destroy())
  const closing = new AbortController()

  const following = follow()
  return {
    version: () => version,
    onChange: (listener) => void listeners.push(listener),
    place: () => place,
    isSure: () => performance.now() - sureUntil < SURE_FOR_MS,
    catchUp,
    async close() {
      closing.abort()
      await client?.end()
      await following
    },
  }

  async function catchUp() {
    try {
      await poll()
    } catch {
      // The changes are unknown, so everything counts as changed. `follow` logs the reason.
      count(null)
      place = null
    }
  }

  function count(tags: ReadonlySet<string> | null) {
    for (const listener of listeners) listener(tags)
    version += 1
  }

  /** A running poll may miss commits made since it started, so concurrent callers share the next one. */
  function poll(): Promise<void> {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null
        running = pollNow()
        return running
      })
    return next
  }

  async function pollNow() {
    if (!client) throw new Error('Not connected to the database')
    const began = performance.now()
    const { rows } = await client.query<{ snapshot: string; place: string; tags: string[] }>({
      name: 'page-changes',
      text: POLL_QUERY,
      values: [snapshot],
    })
    const [seen] = rows
    if (!seen) throw new Error('The query for changes returned no row')
    // The first poll on a connection has no snapshot to compare with.
    const isUnknown = snapshot === null || seen.tags.length > TAGS_MAX
    if (isUnknown || seen.tags.length > 0) {
      count(isUnknown ? null : new Set(seen.tags))
      place = null
    }
    place ??= BigInt(seen.place)
    snapshot = seen.snapshot
    sureUntil = began
  }

  async function follow() {
    let isLost = false
    while (!closing.signal.aborted) {
      try {
        await followOnce(() => {
          if (isLost) log.info('cache invalidation feed restored')
          isLost = false
        })
      } catch (error) {
        if (closing.signal.aborted) return
        if (!isLost) log.warn({ err: error }, 'cache invalidation feed lost, response cache disabled')
        isLost = true
      }
      await pause(RECONNECT_AFTER_MS)
    }
  }

  /** Ends only with an error or when closed. */
  async function followOnce(onNotified: () => void) {
    const broken = Promise.withResolvers<never>()
    broken.promise.catch(() => undefined)
    socket = new Socket()
    const fresh = new pg.Client({
      connectionString: primary.url(),
      stream: () => socket,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      keepAlive: true,
    })
    fresh.on('error', broken.reject)
    fresh.on('end', () => broken.reject(new Error('The connection was closed')))
    fresh.on('notification', () => void poll().catch(broken.reject))
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
      snapshot = null
      client = fresh
      while (!closing.signal.aborted) {
        await poll()
        onNotified()
        await Promise.race([pause(POLL_EVERY_MS), broken.promise])
      }
    } finally {
      client = null
      await fresh.end().catch(() => undefined)
    }
  }

  async function pause(ms: number) {
    await delay(ms, undefined, { signal: closing.signal }).catch(() => undefined)
  }
}
