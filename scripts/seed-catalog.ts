import { sql } from 'kysely'
import { addCategory } from '../server/catalog/categories.ts'
import { indexProducts } from '../server/catalog/documents.ts'
import type { NewProduct } from '../server/catalog/product-columns.ts'
import { listCategories } from '../server/catalog/queries.ts'
import { writeNewProducts } from '../server/catalog/write-products.ts'
import { type Db, inTransaction } from '../server/platform/db/database.ts'
import { makeProduct, type SeedProduct } from './seed-products.ts'
import WORDS from './seed-words.json' with { type: 'json' }

const BATCH = 1000

/**
 * Seeds the catalog up to the given number of active products, a thousand per transaction, and updates the statistics.
 * @param images images to choose from, two for each product
 * @param onBatch receives the number of products so far
 */
export async function seedCatalog(
  db: Db,
  products: number,
  images: NewProduct['images'] = [],
  onBatch?: (products: number) => void,
): Promise<void> {
  const categoryIds = await categoriesOf(db)
  const { active, lastId } = await countActive(db)
  for (let done = active; done < products; done += BATCH) {
    // Continue with unused numbers, so a later run adds different products.
    const first = lastId + 1 + done - active
    const batch = Array.from({ length: Math.min(BATCH, products - done) }, (_, index) =>
      makeProduct(first + index, categoryIds, images),
    )
    await inTransaction(db, (db) => insertBatch(db, batch))
    onBatch?.(done + batch.length)
  }
  await sql`vacuum analyze`.execute(db)
}

async function insertBatch(db: Db, batch: SeedProduct[]) {
  await indexProducts(db, await writeNewProducts(db, batch))
}

async function categoriesOf(db: Db): Promise<number[]> {
  const known = new Map((await listCategories(db)).map(({ slug, id }) => [slug, id]))
  const ids: number[] = []
  for (const { slug, name, icon } of WORDS.categories) {
    const description = `${name} for every desk.`
    ids.push(known.get(slug) ?? (await addCategory(db, { slug, name, icon, description })))
  }
  return ids
}

async function countActive(db: Db): Promise<{ active: number; lastId: number }> {
  return db
    .selectFrom('products')
    .select([
      sql<number>`(count(*) filter (where archived_at is null))::int`.as('active'),
      sql<number>`coalesce(max(id), 0)`.as('lastId'),
    ])
    .executeTakeFirstOrThrow()
}
