import { sql } from 'kysely'
import { addCategory } from '../server/catalog/categories.ts'
import { indexProducts } from '../server/catalog/documents.ts'
import type { NewProduct } from '../server/catalog/products.ts'
import { insertProductImages, insertProducts, listCategories } from '../server/catalog/queries.ts'
import { type Db, inTransaction } from '../server/platform/db/database.ts'
import { makeProduct } from './seed-products.ts'
import { SHELVES } from './seed-words.ts'

const BATCH = 1000

/**
 * Adds so many generated products, a thousand in a transaction, and leaves the database's statistics fresh.
 * @param options.images what the products show
 * @param options.onBatch hears how many are there so far
 */
export async function seedCatalogue(
  db: Db,
  products: number,
  { images = [], onBatch }: { images?: NewProduct['images']; onBatch?: (done: number) => void } = {},
): Promise<void> {
  const categoryIds = await shelvesOf(db)
  // Slugs end in a number that no product has had, so that a second run adds more.
  const first = await countSeeded(db)
  for (let done = 0; done < products; done += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, products - done) }, (_, index) =>
      makeProduct(first + done + index, categoryIds, images),
    )
    await inTransaction(db, (db) => insertBatch(db, batch))
    onBatch?.(done + batch.length)
  }
  await sql`vacuum analyze`.execute(db)
}

async function insertBatch(db: Db, batch: ReturnType<typeof makeProduct>[]) {
  const ids = await insertProducts(db, batch)
  const products = batch.map((product, index) => ({ ...product, id: ids[index] ?? 0 }))
  await insertProductImages(
    db,
    products.flatMap(({ id, images }) =>
      images.map((image, position) => ({ ...image, productId: id, position })),
    ),
  )
  await db
    .insertInto('stock')
    .values(products.map(({ id, stockQuantity }) => ({ product_id: id, quantity: stockQuantity })))
    .execute()
  await indexProducts(db, ids)
}

async function shelvesOf(db: Db): Promise<number[]> {
  const known = new Map((await listCategories(db)).map(({ slug, id }) => [slug, id]))
  const ids: number[] = []
  for (const { slug, name, icon } of SHELVES) {
    ids.push(
      known.get(slug) ??
        (await addCategory(db, { slug, name, icon, description: `${name} for every desk.` })),
    )
  }
  return ids
}

async function countSeeded(db: Db): Promise<number> {
  const { rows } = await sql<{ next: number }>`select coalesce(max(id), 0) + 1 as next from products`.execute(
    db,
  )
  return rows[0]?.next ?? 1
}
