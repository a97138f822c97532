import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { SettingsError } from '../../../config.ts'
import { PASSWORD_FILE } from './create.ts'
import type { Place } from './place.ts'
import { ignoreStaleLock, isAlive, type Postmaster, readPostmaster } from './postmaster.ts'
import { type Address, OWNER, urlAt } from './settings.ts'

/** A number for the advisory lock that the process with the server holds, so that others know that it is alive. */
const LOCK = 7_546_200
const RETRY_MS = 20
/** Until a server whose shop was killed has stopped. Its watcher waits as long. */
const ORPHAN_MS = 40_000
/** A server without an owner may belong to a process that is starting, or its watcher is stopping it. */
const OWNERLESS_MS = 5000
const RECONNECT_MS = 60_000

/** Returns whether a process is using the database of a data folder. */
export async function isInUse(place: Place): Promise<boolean> {
  return (await findOwned(place, await readPassword(place))) !== null
}

export function inUse({ dataDir }: Place) {
  return new SettingsError(`DATA_DIR: '${dataDir}' is in use by another Plinth process`)
}

/** Returns the address of a server that a living process has started. Waits until the server of a dead process has ended. */
export async function findOwned(place: Place, password: string | null): Promise<Address | null> {
  const began = performance.now()
  for (;;) {
    const running = await readPostmaster(place.data)
    if (running === null) return null
    const outcome = await askServer(urlAt(running.address, OWNER, OWNER, password))
    if (outcome === 'owned') return running.address
    if (outcome === 'orphan' && performance.now() > began + OWNERLESS_MS) stopOrphan(running)
    if (outcome === 'silent') {
      if (!isAlive(running.pid)) return null
      await ignoreStaleLock(place.data, running)
    }
    if (performance.now() > began + ORPHAN_MS) {
      throw new SettingsError(
        `DATA_DIR: the database in '${place.data}' doesn't respond, and its process ${running.pid} doesn't end. End it and start again`,
      )
    }
    await delay(RETRY_MS)
  }
}

async function askServer(url: string): Promise<'owned' | 'orphan' | 'silent' | 'busy'> {
  try {
    const client = await connect(url)
    return (await isLocked(client).finally(() => client.end())) ? 'owned' : 'orphan'
  } catch (error) {
    return isNetworkError(error) ? 'silent' : 'busy'
  }
}

function stopOrphan({ pid }: Postmaster) {
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    // It has ended, or it belongs to another user. Then the loop waits for it.
  }
}

/** After the crash of one connection, the server restarts all of them. Null if it doesn't within a minute. */
export async function reconnect(url: string, isClosing: () => boolean): Promise<pg.Client | null> {
  const deadline = performance.now() + RECONNECT_MS
  while (!isClosing() && performance.now() < deadline) {
    const client = await connect(url).catch(() => null)
    if (client && (await takeLock(client).catch(() => false))) return client
    await client?.end().catch(() => undefined)
    await delay(RETRY_MS)
  }
  return null
}

export async function readPassword({ home }: Place): Promise<string | null> {
  if (process.platform !== 'win32') return null
  return (await readFile(join(home, PASSWORD_FILE), 'utf8').catch(() => '')).trim() || null
}

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true })
  // The caller gets the error of a query. An idle connection only ends.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function isLocked(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `select exists (select from pg_locks where locktype = 'advisory' and objid = ${LOCK}) as locked`,
  )
  return rows[0]?.locked ?? false
}

export async function takeLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${LOCK}) as taken`)
  return rows[0]?.taken ?? false
}

export function isNetworkError(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return /^E[A-Z]+$/.test(code)
}
