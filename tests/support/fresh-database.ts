import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import type { Db } from '../../server/platform/db/database.ts'
import { afterFile } from './after-file.ts'
import { temporaryFolder } from './fast-folder.ts'
import { databasesAt } from './postgres.ts'

/** Creates an empty database on a running server. */
export function freshDatabase(serverUrl: string): Promise<string> {
  return databasesAt(serverUrl).createDatabase(newName())
}

/** Creates a migrated and seeded database, copied from the run's template. */
export async function copyOfTemplate(): Promise<{ url: string; drop: () => Promise<void> }> {
  const databases = databasesAt(inject('postgresUrl'), onSharedServer)
  const name = newName()
  const url = await databases.createDatabase(name, inject('template'))
  return { url, drop: () => databases.dropDatabase(name) }
}

let connections: pg.Pool | undefined

/** Runs one statement on the run's server. A worker keeps the connection for all of its files. */
async function onSharedServer(url: string, statement: string) {
  if (!connections) {
    connections = new pg.Pool({ connectionString: url, idleTimeoutMillis: 0, allowExitOnIdle: true })
    // The server may stop before this process ends.
    connections.on('error', () => undefined)
  }
  await connections.query(statement)
}

/** Creates a copy of the template that remains until the server stops. */
export async function shopDatabase(): Promise<string> {
  return (await copyOfTemplate()).url
}

/** Creates an empty folder, in memory if the machine has enough. Removed after the file's tests. */
export function aFolder(): string {
  const folder = temporaryFolder('test-')
  afterFile(async () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Creates a migrated and seeded database. @returns also the settings of a program that opens it */
export async function preparedDatabase() {
  const [databaseUrl, dataDir] = [await shopDatabase(), aFolder()]
  return { databaseUrl, dataDir, settings: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } }
}

/** Counts the statements in this database that wait for a lock. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.waiting ?? 0
}

function newName() {
  return `test_${randomUUID().replaceAll('-', '')}`
}
