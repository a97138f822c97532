import type { Favorite } from '#contract/favorites/api.ts'
import { listProductsById } from '../catalog/lookup-queries.ts'
import { now } from '../platform/clock.ts'
import { countRows } from '../platform/db/count-rows.ts'
import type { Db } from '../platform/db/database.ts'
import type { PriceSettings } from '../settings/settings.ts'

/** Returns a user's favorites, newest first. */
export async function listFavorites(db: Db, userId: number, shop: PriceSettings): Promise<Favorite[]> {
  const rows = await db
    .selectFrom('favorites')
    .select(['id', 'product_id'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const products = await listProductsById(
    db,
    rows.map((row) => row.product_id),
    shop,
  )
  return rows.flatMap((row) => {
    const found = products.get(row.product_id)
    if (!found) return []
    return [{ id: row.id, productId: row.product_id, isAvailable: !found.isArchived, product: found.product }]
  })
}

/** Locks the user's row until the transaction ends, but not against rows that refer to it. */
export async function lockUser(db: Db, userId: number): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

export async function countFavorites(db: Db, userId: number): Promise<number> {
  return countRows(db.selectFrom('favorites').where('user_id', '=', userId))
}

/** A product that is already a favorite keeps its position. */
export async function insertFavorite(db: Db, userId: number, productId: number): Promise<void> {
  await db
    .insertInto('favorites')
    .values({ user_id: userId, product_id: productId, created_at: now() })
    .onConflict((conflict) => conflict.columns(['user_id', 'product_id']).doNothing())
    .execute()
}

export async function deleteFavorite(db: Db, userId: number, productId: number): Promise<void> {
  await db.deleteFrom('favorites').where('user_id', '=', userId).where('product_id', '=', productId).execute()
}
