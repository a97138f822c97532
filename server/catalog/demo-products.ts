import { type Db, inTransaction } from '../platform/db/database.ts'
import { changeStatuses, eraseProducts } from './archive-product.ts'
import { readDemoCatalog } from './demo.ts'
import { listOnSaleBySlug, listOrdered, lockForRemoval } from './record-queries.ts'

/** Returns the IDs of the demo's products that are on sale under their names. A renamed one is the owner's. */
export async function listDemoProducts(db: Db): Promise<number[]> {
  const names = new Map(readDemoCatalog().products.map(({ slug, name }) => [slug, name]))
  const rows = await listOnSaleBySlug(db, [...names.keys()])
  return rows.flatMap(({ id, slug, name }) => (slug !== null && names.get(slug) === name ? [id] : []))
}

/** Deletes the demo's products, or archives those that were ordered. */
export async function removeDemoProducts(
  db: Db,
  adminId: number,
): Promise<{ deleted: number; archived: number }> {
  return inTransaction(db, async (db) => {
    const ids = await listDemoProducts(db)
    const records = [...(await lockForRemoval(db, ids)).values()]
    const ordered = await listOrdered(db, ids)
    const kept = records.filter(({ id }) => ordered.has(id))
    const unused = records.filter(({ id }) => !ordered.has(id))
    await changeStatuses(db, adminId, kept, 'archived')
    await eraseProducts(db, adminId, unused)
    return { deleted: unused.length, archived: kept.length }
  })
}
