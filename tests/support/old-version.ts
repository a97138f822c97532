import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from '../../server/platform/db/database.ts'

const MIGRATIONS = new URL('../../db/migrations/', import.meta.url)

/** Applies the migrations of a previous version to an empty database. @param end the first later migration, such as '0054' */
export async function migrateBefore(db: Db, end: string): Promise<void> {
  await sql`create table migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`.execute(db)
  for (const name of readdirSync(MIGRATIONS).sort()) {
    if (name >= end) break
    const text = readFileSync(new URL(name, MIGRATIONS), 'utf8')
    await sql.raw(text).execute(db)
    const hash = createHash('sha256').update(text).digest('hex')
    await db.insertInto('migrations').values({ name, sha256: hash }).execute()
  }
}
