import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { SettingsError } from '../../config.ts'
import { ROOT } from '../root.ts'
import type { Db } from './database.ts'
import { withoutQueryTimeout } from './pool.ts'

const FOLDER = new URL('db/migrations/', ROOT)
/** An arbitrary number for the advisory lock that nodes starting at the same time wait for. */
const LOCK = 7_546_190
/** The first migration of databases from before the baseline, which have other tables, and the last commit that opens them. */
const BEFORE_BASELINE = { migration: '0001_catalog.sql', commit: 'd0a63d91' }

/**
 * Applies the pending SQL files of db/migrations, each in its own transaction, one node at a time.
 * @param wanted their names, for a backup without the latest ones
 * @returns the names of those that were applied
 * @throws SettingsError if the database is from before the baseline
 */
export async function migrate(db: Db, wanted = listMigrations()): Promise<string[]> {
  return db.connection().execute(async (db) => {
    await sql`select pg_advisory_lock(${LOCK})`.execute(db)
    try {
      // Indexing a large table takes longer than the statement timeout.
      await sql`set statement_timeout = 0`.execute(db)
      return await withoutQueryTimeout(() => applyMissing(db, wanted))
    } finally {
      await sql`reset statement_timeout`.execute(db)
      await sql`select pg_advisory_unlock(${LOCK})`.execute(db)
    }
  })
}

/** Serializes work of nodes that start at the same time, such as creating the job queue's tables. */
export async function withMigrationLock<T>(db: Db, work: () => Promise<T>): Promise<T> {
  return db.connection().execute(async (db) => {
    await sql`select pg_advisory_lock(${LOCK})`.execute(db)
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(db)
    }
  })
}

/** Returns the names of this version's migrations, in their order. */
export function listMigrations(): string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
}

async function applyMissing(db: Db, wanted: string[]): Promise<string[]> {
  await sql`create table if not exists migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`.execute(db)
  const applied = new Map(
    (await db.selectFrom('migrations').select(['name', 'sha256']).execute()).map((row) => [
      row.name,
      row.sha256,
    ]),
  )
  if (applied.has(BEFORE_BASELINE.migration))
    throw new SettingsError(
      `The database was created by a Plinth from before version 1.0.0 and was left unchanged. Open it with commit ${BEFORE_BASELINE.commit}, export its products as CSV, and import them into a new database`,
    )
  const done: string[] = []
  for (const name of wanted) {
    const text = readFileSync(new URL(name, FOLDER), 'utf8')
    const sha256 = createHash('sha256').update(text).digest('hex')
    const before = applied.get(name)
    if (before === sha256) continue
    if (before)
      throw new Error(`Migration ${name} was changed after it was applied; add a new migration instead`)
    await db.transaction().execute(async (db) => {
      await sql.raw(text).execute(db)
      await db.insertInto('migrations').values({ name, sha256 }).execute()
    })
    done.push(name)
  }
  return done
}
