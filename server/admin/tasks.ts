import type { ShopTasks } from '#contract/admin/api.ts'
import { countAdminProducts } from '../catalog/admin-queries.ts'
import type { Db } from '../platform/db/database.ts'
import { countAllReviews } from '../reviews/admin-queries.ts'
import { countConflicts } from '../sync/record/conflict-queries.ts'

/** Counts records that wait for an admin, by the queries of their lists. */
export async function readTasks(db: Db): Promise<ShopTasks> {
  const [soldOut, heldReviews, conflicts] = await Promise.all([
    countAdminProducts(db, { status: 'on-sale', stock: 'out' }),
    countAllReviews(db, { held: 'true' }),
    countConflicts(db, 'open'),
  ])
  return { soldOut, heldReviews, conflicts }
}
