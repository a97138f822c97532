import type { Db } from '../platform/db/database.ts'
import { upsertQuantity } from './queries.ts'

/** Sets what is on the shelf; null means that this product is not counted. */
export async function setStock(db: Db, productId: number, quantity: number | null): Promise<void> {
  await upsertQuantity(db, productId, quantity)
}
