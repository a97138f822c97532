import type { Db } from '../platform/db/database.ts'

export async function upsertQuantity(db: Db, productId: number, quantity: number | null): Promise<void> {
  await db
    .insertInto('stock')
    .values({ product_id: productId, quantity })
    .onConflict((conflict) => conflict.column('product_id').doUpdateSet({ quantity }))
    .execute()
}
