import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { giveTo } from '../../server/platform/db/embedded/user.ts'
import { binariesFor, testUser } from './postgres-binaries.ts'
import { ended, freePort, runQuery, serverOptions, started, watcher } from './postgres-process.ts'

export type Standby = {
  /** Returns the URL on the standby for the database at `databaseUrl`. */
  addressOf(databaseUrl: string): string
  /** Pauses replay: WAL is received, but not applied. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Promotes it, so it accepts writes and no longer follows the primary. */
  promote(): Promise<void>
  /** Stops all its processes but keeps their connections open, as if its machine hung. */
  freeze(): Promise<void>
  thaw(): void
  /** Kills it as `kill -9` does. `start` restarts it. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a streaming replica of a test server from a base backup.
 * @param options.durable whether its commits survive a crash, which is slower
 */
export async function startStandby(primaryUrl: string, { durable = false } = {}): Promise<Standby> {
  const user = testUser()
  const folder = await mkdtemp(join(tmpdir(), 'plinth-standby-'))
  const removeAtEnd = watcher(folder)
  try {
    await copyData(primaryUrl, join(folder, 'data'))
    await giveTo(user, folder)
    const bin = await binariesFor(user, folder)
    const port = await freePort()
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    const start = () => started({ bin, folder, user, url, options: serverOptions(port, folder, durable) })
    let server = await start()
    let thaw: () => void = () => undefined
    return {
      addressOf: (databaseUrl) =>
        Object.assign(new URL(url), { pathname: new URL(databaseUrl).pathname }).href,
      pause: async () => void (await runQuery(url, 'select pg_wal_replay_pause()')),
      resume: async () => void (await runQuery(url, 'select pg_wal_replay_resume()')),
      promote: async () => void (await runQuery(url, 'select pg_promote()')),
      freeze: async () => {
        thaw = await freeze(url)
      },
      thaw: () => thaw(),
      kill: () => ended(server, 'SIGKILL'),
      start: async () => {
        server = await start()
      },
      stop: removeAtEnd,
    }
  } catch (error) {
    await removeAtEnd()
    throw error
  }
}

/** Stops all processes of a server. @returns a function that continues them */
export async function freeze(url: string): Promise<() => void> {
  const rows = await runQuery(
    url,
    `select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid
    union select pid from pg_stat_activity where pid <> pg_backend_pid()`,
  )
  for (const { pid } of rows) process.kill(Number(pid), 'SIGSTOP')
  return () => {
    for (const { pid } of rows) process.kill(Number(pid), 'SIGCONT')
  }
}

/** A replication slot retains its WAL, so it can always catch up. */
async function copyData(primaryUrl: string, to: string) {
  const client = new pg.Client({ connectionString: primaryUrl })
  await client.connect()
  try {
    const from = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
    await client.query(`select pg_create_physical_replication_slot('standby', true)`)
    await client.query(`select pg_backup_start('standby', true)`)
    // A program copies thousands of files faster than Node.js does.
    await promisify(execFile)('cp', ['-R', from.rows[0]?.folder ?? '', to])
    const { rows } = await client.query<{ labelfile: string }>(`select labelfile from pg_backup_stop(false)`)
    await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
    await rm(join(to, 'postmaster.pid'), { force: true })
    await writeFile(join(to, 'standby.signal'), '')
    const { hostname, port } = new URL(primaryUrl)
    const source = `host=${hostname} port=${port} user=postgres`
    await writeFile(
      join(to, 'postgresql.auto.conf'),
      `primary_conninfo = '${source}'\nprimary_slot_name = 'standby'\n`,
    )
  } finally {
    await client.end()
  }
}
