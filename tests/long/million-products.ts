import { sql } from 'kysely'
import { seedCatalog } from '../../scripts/seed-catalog.ts'
import { type Db, inTransaction } from '../../server/platform/db/database.ts'
import { withoutQueryTimeout } from '../../server/platform/db/pool.ts'

const SEEDED = 10_000
/** The distance between the IDs of a product and its copies. */
const APART = 1_000_000

/**
 * Generates ten thousand products, and lets the database copy them with other prices and times. They are
 * inserted in the order of their creation, as in a real shop.
 */
export async function fillWithCopies(db: Db, products: number) {
  await seedCatalog(db, SEEDED)
  await withoutQueryTimeout(() =>
    db.connection().execute(async (db) => {
      await sql`set statement_timeout = 0`.execute(db)
      await copy(db, products / SEEDED - 1)
      await sql`reset statement_timeout`.execute(db)
    }),
  )
}

async function copy(db: Db, copies: number) {
  await inTransaction(db, async (db) => {
    await sql`create temporary table originals on commit drop as
      select * from products where archived_at is null and id < ${APART}`.execute(db)
    const copied = sql`originals, generate_series(1, ${copies}::int) as copy`
    await sql`
      insert into products (id, name, slug, description, price_cents, category_id, rating, review_count,
        is_new, is_featured, is_on_sale, in_stock, colors, created_at)
      overriding system value
      select id + copy * ${APART}::int, name, slug || '-' || copy, description, price_cents + copy * 37 % 5000, category_id,
        rating, review_count, is_new, is_featured and copy % 10 = 0, is_on_sale, in_stock, colors,
        created_at - copy * interval '1 hour'
      from ${copied}
      order by created_at - copy * interval '1 hour'`.execute(db)
    await sql`
      insert into variants (id, product_id, price_cents, in_stock, created_at)
      select id, id, price_cents, in_stock, created_at from products where id >= ${APART}`.execute(db)
    await sql`
      insert into product_search
      select product_id + copy * ${APART}::int, document
      from product_search join originals on id = product_id, generate_series(1, ${copies}::int) as copy`.execute(
      db,
    )
    await sql`
      insert into stock (variant_id, quantity) select id + copy * ${APART}::int, 5 from ${copied}`.execute(db)
    await sql`
      insert into product_images (product_id, position, url)
      select id + copy * ${APART}::int, 0, '/images/x.jpg' from ${copied}`.execute(db)
  })
  await sql`checkpoint`.execute(db)
  await sql`vacuum analyze`.execute(db)
}
