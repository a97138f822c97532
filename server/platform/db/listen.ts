import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'

/** What one node knows of the changes of what pages show, whoever makes them (db/migrations/0020_page_changes.sql). */
export type Changes = {
  /** Another number after each change; what was read under an earlier one may be out of date. */
  version(): number
  /** Before this byte of the database's journal stands every change that counts in `version`; null while nobody can say. */
  place(): bigint | null
  /** False while a change more than a second old may have been missed: nothing that was kept may be shown then. */
  isSure(): boolean
  /** Resolves once every change that was committed before the call counts in `version`. */
  catchUp(): Promise<void>
}

/** Also how long a lost message of the database stays unnoticed. */
const LOOK_EVERY_MS = 400
const SURE_FOR_MS = 1000
const ANSWER_WITHIN_MS = 2000
const CONNECT_AGAIN_AFTER_MS = 250

/**
 * Changes since a snapshot, the snapshot of this very look, and how far the journal (WAL) was written then: whatever the look
 * sees stands before. The order makes it start at the end of the index.
 */
const LOOK = `
  select pg_current_snapshot()::text as snapshot, (pg_current_wal_insert_lsn() - '0/0')::text as place,
    (
      select true from page_changes
      where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
      order by xid desc limit 1
    ) is not null as changed`

/**
 * Listens on a connection of its own. A message only says that it is time to look; looking alone decides, and is done
 * without a message too, so that a message or a connection that is lost delays the news, and never for longer than `isSure`
 * says. A connection that breaks is made again.
 */
export function listenOnServer(
  databaseUrl: string,
  channel: string,
  log: Logger,
): Changes & { close(): Promise<void> } {
  let version = 1
  let place: bigint | null = null
  /** When the last look that was answered began: all that was committed before is known. */
  let knownUntil = Number.NEGATIVE_INFINITY
  let snapshot: string | null = null
  let client: pg.Client | null = null
  let next: Promise<void> | null = null
  let running: Promise<void> = Promise.resolve()
  const closing = new AbortController()

  const following = follow()
  return {
    version: () => version,
    place: () => place,
    isSure: () => performance.now() - knownUntil < SURE_FOR_MS,
    catchUp,
    async close() {
      closing.abort()
      await client?.end()
      await following
    },
  }

  async function catchUp() {
    try {
      await look()
    } catch {
      // Nobody can say now what has changed, so everything has; `follow` tells the log why.
      version += 1
      place = null
    }
  }

  /** A look that has begun already may miss what was committed since: everybody who asks now shares the one after it. */
  function look(): Promise<void> {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null
        running = lookNow()
        return running
      })
    return next
  }

  async function lookNow() {
    if (!client) throw new Error('The database is not reached at the moment')
    const began = performance.now()
    const { rows } = await client.query<{ snapshot: string; place: string; changed: boolean }>({
      name: 'page-changes',
      text: LOOK,
      values: [snapshot],
    })
    const [seen] = rows
    if (!seen) throw new Error('A look at the changes gave no answer')
    // The first look on a connection has nothing to compare with.
    if (seen.changed || snapshot === null) version += 1
    if (seen.changed || snapshot === null || place === null) place = BigInt(seen.place)
    snapshot = seen.snapshot
    knownUntil = began
  }

  async function follow() {
    let isLost = false
    while (!closing.signal.aborted) {
      try {
        await followOnce(() => {
          if (isLost) log.info('changes are heard again')
          isLost = false
        })
      } catch (error) {
        if (closing.signal.aborted) return
        if (!isLost)
          log.warn({ err: error }, 'changes of what pages show are not heard; nothing is kept until they are')
        isLost = true
      }
      await pause(CONNECT_AGAIN_AFTER_MS)
    }
  }

  /** Ends by an error only, or when it is closed. */
  async function followOnce(onHeard: () => void) {
    const broken = Promise.withResolvers<never>()
    broken.promise.catch(() => undefined)
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
    })
    fresh.on('error', broken.reject)
    fresh.on('end', () => broken.reject(new Error('The connection has ended')))
    fresh.on('notification', () => void look().catch(broken.reject))
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
      snapshot = null
      client = fresh
      while (!closing.signal.aborted) {
        await look()
        onHeard()
        await Promise.race([pause(LOOK_EVERY_MS), broken.promise])
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
