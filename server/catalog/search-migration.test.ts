import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { freshDatabase } from '../../tests/support/fresh-database.ts'
import { openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { browse } from './browse.ts'

const BEFORE = ['0001_catalog.sql', '0002_settings_and_letters.sql']

test('the migration that adds search makes the products of an older shop findable', async () => {
  const { db, close } = await openDatabase({
    databaseUrl: await freshDatabase(inject('postgresUrl')),
    dataDir: '/nowhere',
  })
  await sql`create table migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`.execute(db)
  for (const name of BEFORE) {
    const text = readFileSync(new URL(`../../db/migrations/${name}`, import.meta.url), 'utf8')
    await sql.raw(text).execute(db)
    const sha256 = createHash('sha256').update(text).digest('hex')
    await db.insertInto('migrations').values({ name, sha256 }).execute()
  }
  await sql`insert into categories (name, slug, description) values ('Horns', 'horns', '')`.execute(db)
  await sql`
    insert into products (name, slug, description, price_cents, category_id, archived_at)
    values ('Brass Bugle', 'bugle', '<p>For <b>reveille</b>.</p>', 100, 1, null),
      ('Old Bugle', 'old-bugle', '', 100, 1, now())`.execute(db)

  await migrate(db)
  for (const search of ['bugle', 'horn', 'reveille', 'bras', 'bulge horns']) {
    const { products } = await browse(db, { search, sort: 'relevance' })
    expect(
      products.map(({ name }) => name),
      search,
    ).toEqual(['Brass Bugle'])
  }
  await close()
})
