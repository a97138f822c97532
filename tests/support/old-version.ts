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

/**
 * Inserts products with statements that every version since the first carts accepts, because current code needs current
 * tables.
 */
export async function insertOldProducts(db: Db, count: number): Promise<void> {
  await sql`insert into categories (name, slug, description) values ('Desks', 'desks', '')
    on conflict do nothing`.execute(db)
  await sql`insert into products (name, slug, description, price_cents, category_id)
    select 'Product ' || n, 'product-no-' || n, '<p>Plain.</p>', 500 + n * 25, (select min(id) from categories)
    from generate_series(1, ${count}::integer) as n`.execute(db)
  await sql`insert into stock (product_id, quantity)
    select id, case when id % 5 > 0 then id % 40 end from products`.execute(db)
  await sql`insert into stock_movements (product_id, change, reason)
    select product_id, quantity, 'set' from stock where quantity > 0`.execute(db)
}
