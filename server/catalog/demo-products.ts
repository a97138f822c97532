import { ShopError } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { changeStatuses, eraseProducts } from './archive-product.ts'
import { removeCategory } from './categories.ts'
import { listEmptied } from './category-queries.ts'
import { readDemoCatalog } from './demo.ts'
import { listOnSaleBySlug, listOrdered, lockForRemoval } from './record-queries.ts'

/** Returns the IDs of the demo's products that are on sale under their names. A renamed one is the owner's. */
export async function listDemoProducts(db: Db): Promise<number[]> {
  const { products } = readDemoCatalog()
  return idsWithSameName(
    products,
    await listOnSaleBySlug(
      db,
      products.map(({ slug }) => slug),
    ),
  )
}

/** Returns the demo's categories, under their names, that contain nothing but products that would be deleted. */
export async function listDemoCategories(db: Db): Promise<{ id: number; name: string }[]> {
  const { categories } = readDemoCatalog()
  const products = await listDemoProducts(db)
  const ordered = await listOrdered(db, products)
  const rows = await listEmptied(
    db,
    categories.map(({ slug }) => slug),
    products.filter((id) => !ordered.has(id)),
  )
  const original = new Set(idsWithSameName(categories, rows))
  return rows.filter(({ id }) => original.has(id))
}

/** Deletes the demo's products, or archives those that were ordered, and the demo's categories that are then empty. */
export async function removeDemoProducts(
  db: Db,
  adminId: number,
  { categories: hasCategories }: { categories: boolean },
): Promise<{ deleted: number; archived: number; deletedCategories: number }> {
  const removed = await inTransaction(db, async (db) => {
    const ids = await listDemoProducts(db)
    const records = [...(await lockForRemoval(db, ids)).values()]
    const ordered = await listOrdered(db, ids)
    const kept = records.filter(({ id }) => ordered.has(id))
    const unused = records.filter(({ id }) => !ordered.has(id))
    await changeStatuses(db, adminId, kept, 'archived')
    await eraseProducts(db, adminId, unused)
    return { deleted: unused.length, archived: kept.length }
  })
  // Not in the same transaction, because its last step was to lock the search documents.
  return { ...removed, deletedCategories: hasCategories ? await removeEmpty(db, adminId) : 0 }
}

async function removeEmpty(db: Db, adminId: number): Promise<number> {
  let count = 0
  for (const { id } of await listDemoCategories(db)) {
    try {
      await removeCategory(db, adminId, id)
      count += 1
    } catch (error) {
      // Another admin deleted it, or added a product to it, which makes it the shop's.
      if (!(error instanceof ShopError && ['category_in_use', 'not_found'].includes(error.code))) throw error
    }
  }
  return count
}

function idsWithSameName(
  demo: { slug: string; name: string }[],
  rows: { id: number; slug: string | null; name: string }[],
): number[] {
  const names = new Map(demo.map(({ slug, name }) => [slug, name]))
  return rows.flatMap(({ id, slug, name }) => (slug !== null && names.get(slug) === name ? [id] : []))
}
