import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { initOptions } from '../../server/platform/db/embedded/settings.ts'
import { giveTo } from '../../server/platform/db/embedded/user.ts'
import { fastFolder } from './fast-folder.ts'
import { binariesFor, testUser } from './postgres-binaries.ts'
import { ended, freePort, runQuery, serverOptions, started, watcher } from './postgres-process.ts'

export type TestPostgres = Databases & {
  url: string
  stop(): Promise<void>
  /** Restarts the server with the same data and URL, even after `kill`. */
  restart(): Promise<void>
  /** Kills the server as `kill -9` does. */
  kill(): Promise<void>
}

/** The migrated and seeded database that tests/support/postgres-setup.ts creates. */
export const SHOP_TEMPLATE = 'shop_template'

export type Databases = {
  createDatabase(name: string, template?: string): Promise<string>
  dropDatabase(name: string): Promise<void>
}

/**
 * Starts a separate PostgreSQL server.
 * @param durable whether commits survive a crash, which is slower
 * @param bin folder of its binaries, or null for those of the npm package
 */
export async function startPostgres({
  durable = false,
  bin: own = null as string | null,
} = {}): Promise<TestPostgres> {
  const user = testUser()
  const folder = await mkdtemp(join(durable ? tmpdir() : fastFolder(), 'plinth-postgres-'))
  const removeAtEnd = watcher(folder)
  try {
    await giveTo(user, folder)
    const bin = own ?? (await binariesFor(user, folder))
    await promisify(execFile)(join(bin, 'initdb'), own ? olderOptions : initdbOptions, {
      ...user,
      cwd: folder,
    })
    const port = await freePort()
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    const start = () => started({ bin, folder, user, url, options: serverOptions(port, folder, durable) })
    let server = await start()
    return {
      ...databasesAt(url),
      url,
      stop: removeAtEnd,
      kill: () => ended(server, 'SIGKILL'),
      restart: async () => {
        await ended(server, 'SIGINT')
        server = await start()
      },
    }
  } catch (error) {
    await removeAtEnd()
    throw error
  }
}

/**
 * Creates and drops databases on a running server. Needs only its URL, which is all that workers have.
 * @param run runs one statement on that server
 */
export function databasesAt(
  url: string,
  run: (url: string, statement: string) => Promise<unknown> = runQuery,
): Databases {
  const quoted = pg.escapeIdentifier
  return {
    createDatabase: async (name, template = 'template1') => {
      await run(url, `create database ${quoted(name)} template ${quoted(template)} strategy file_copy`)
      return Object.assign(new URL(url), { pathname: `/${name}` }).href
    },
    dropDatabase: async (name) => {
      await run(url, `drop database if exists ${quoted(name)} with (force)`)
    },
  }
}

// Same settings as the shop's embedded database.
const initdbOptions = [...initOptions('data', process.platform, null), '--no-sync']
/** PostgreSQL has built-in locales since version 17. */
const olderOptions =
  '-D data -U postgres -A trust -E UTF8 --locale=C --lc-ctype=C.UTF-8 -T english --no-sync'.split(' ')
