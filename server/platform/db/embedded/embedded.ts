import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { SettingsError } from '../../../config.ts'
import { createData } from './create.ts'
import { endedLine, StillInUse } from './lines.ts'
import { connect, findOwned, inUse, isNetworkError, readPassword, reconnect, takeLock } from './lock.ts'
import { findPlace, type Place } from './place.ts'
import { type Running, runServer } from './run.ts'
import { type Address, OWNER, SUPERUSER, socketFits, urlAt } from './settings.ts'

/** The shop's PostgreSQL server, for as long as this process runs. */
export type EmbeddedServer = {
  url: string
  /** Resolves if the server ends unexpectedly. The next start recovers it. */
  stopped: Promise<Error>
  close(): Promise<void>
}

const RETRY_MS = 20
/** Until the connections of a killed server have noticed that it has ended. */
const CONNECTIONS_END_MS = 40_000
/** After a crash, recovery reads the write-ahead log. */
const START_MS = 600_000

/**
 * Starts the PostgreSQL server of a data folder, and creates the data if there is none (docs/decisions/0075-one-engine.md).
 * @param options.pool maximum size of the pool that will use it
 * @param options.isShared uses the server of a running shop, if one runs
 * @param options.name another name of the data's folder
 * @throws SettingsError if it can't run here, or another process uses the folder
 */
export async function openEmbeddedServer(
  dataDir: string,
  options: { pool: number; isShared?: boolean; name?: string },
): Promise<EmbeddedServer> {
  const place = await findPlace(dataDir, options.name)
  const password = await readPassword(place)
  const owned = await findOwned(place, password)
  if (owned !== null) {
    if (!options.isShared) throw inUse(place)
    return {
      url: urlAt(owned, OWNER, OWNER, password),
      stopped: new Promise(() => undefined),
      close: async () => undefined,
    }
  }
  if (!existsSync(place.data)) await createData(place)
  const deadline = performance.now() + CONNECTIONS_END_MS
  for (;;) {
    try {
      return await start(place, options.pool)
    } catch (error) {
      // Connections end a moment after their server, if it was killed.
      if (!(error instanceof StillInUse) || performance.now() > deadline) throw error
      await delay(RETRY_MS)
    }
  }
}

async function start(place: Place, pool: number): Promise<EmbeddedServer> {
  const { address, temporary } = await chooseAddress(place)
  const password = await readPassword(place)
  const url = urlAt(address, OWNER, OWNER, password)
  const server = runServer(place, address, pool, temporary)
  try {
    let lock = await lockStarted(place, server, () => connectFirst(address, password))
    const stopped = Promise.withResolvers<Error>()
    let isClosing = false
    void server.ended.then(() => stopped.resolve(stoppedError()))
    const keepLock = () =>
      lock.once('end', async () => {
        if (isClosing) return
        const again = await reconnect(url, () => isClosing)
        if (again === null) return stopped.resolve(stoppedError())
        lock = again
        keepLock()
      })
    keepLock()
    return {
      url,
      stopped: stopped.promise,
      async close() {
        isClosing = true
        await lock.end().catch(() => undefined)
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Waits until the server accepts connections. @returns the connection that holds the lock */
async function lockStarted(
  place: Place,
  server: Running,
  open: () => Promise<pg.Client>,
): Promise<pg.Client> {
  let hasEnded = false
  void server.ended.then(() => {
    hasEnded = true
  })
  const deadline = performance.now() + START_MS
  for (;;) {
    // Another process may have started its server first.
    if (await server.isRunning()) {
      try {
        const client = await open()
        if (await takeLock(client)) return client
        await client.end()
        throw inUse(place)
      } catch (error) {
        if (!isNetworkError(error) && !isStarting(error)) throw error
      }
    }
    if (hasEnded) throw endedLine(place, server.log())
    if (performance.now() > deadline)
      throw new SettingsError(`DATA_DIR: the database in '${place.data}' doesn't respond`)
    await delay(RETRY_MS)
  }
}

/** Connects to the database, and creates it and its owner at the first start. */
async function connectFirst(address: Address, password: string | null): Promise<pg.Client> {
  const url = urlAt(address, OWNER, OWNER, password)
  try {
    return await connect(url)
  } catch (error) {
    if (!NOT_CREATED.has((error as { code?: string }).code ?? '')) throw error
  }
  const client = await connect(urlAt(address, SUPERUSER, SUPERUSER, password))
  try {
    const { rows } = await client.query<{ name: string }>('select rolname as name from pg_roles')
    const secret = password === null ? '' : ` password ${pg.escapeLiteral(password)}`
    if (!rows.some(({ name }) => name === OWNER)) await client.query(`create role ${OWNER} login${secret}`)
    await client.query(`create database ${OWNER} owner ${OWNER} strategy file_copy`)
  } finally {
    await client.end()
  }
  return connect(url)
}

/** The role or the database doesn't exist. With a password, PostgreSQL doesn't say which. */
const NOT_CREATED = new Set(['3D000', '28000', '28P01'])

async function chooseAddress({ home, data, user }: Place) {
  if (process.platform === 'win32') return { address: { port: await freePort() }, temporary: null }
  // Only its owner can read the data folder.
  if (socketFits(data)) return { address: { folder: data }, temporary: null }
  const parent = socketFits(join(tmpdir(), 'plinth-123456')) ? tmpdir() : '/tmp'
  const folder = await mkdtemp(join(parent, 'plinth-')).catch((cause: NodeJS.ErrnoException) => {
    throw new SettingsError(
      `DATA_DIR: '${home}' is too long for the database's socket, and no folder can be created in '${parent}' (${cause.code}). Set a shorter DATA_DIR`,
      { cause },
    )
  })
  if (user) await chown(folder, user.uid, user.gid)
  return { address: { folder }, temporary: folder }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** The server starts up or shuts down. */
function isStarting(error: unknown): boolean {
  return (error as { code?: string }).code === '57P03'
}

/** Has the error code that a server reports after a crash. */
function stoppedError() {
  return Object.assign(new Error('The embedded database has stopped'), { code: '57P02' })
}
