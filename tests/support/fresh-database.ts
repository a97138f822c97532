import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inject } from 'vitest'
import type { Db } from '../../server/platform/db/database.ts'
import { databasesAt } from './postgres.ts'

/** A new empty database on a running server. */
export function freshDatabase(serverUrl: string): Promise<string> {
  return databasesAt(serverUrl).createDatabase(newName())
}

/** A new migrated and seeded database, copied from the run's template. */
export async function copyOfTemplate(): Promise<{ url: string; drop: () => Promise<void> }> {
  const databases = databasesAt(inject('postgresUrl'))
  const name = newName()
  const url = await databases.createDatabase(name, inject('template'))
  return { url, drop: () => databases.dropDatabase(name) }
}

/** A copy of the template that stays until the server stops. */
export async function shopDatabase(): Promise<string> {
  return (await copyOfTemplate()).url
}

/** How many statements of this database wait for a lock. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.waiting ?? 0
}

function newName() {
  return `test_${randomUUID().replaceAll('-', '')}`
}
