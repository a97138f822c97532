import type { Db } from '../platform/db/database.ts'
import { announce } from '../webhooks/emit.ts'
import { type ProductRecord, readRecords } from './record-queries.ts'

/** Emits webhook events in the transaction of the change; for erased products, call it before deleting the row. */
export async function announceProducts(
  db: Db,
  ids: number[],
  change: 'created' | 'changed' | 'archived' | 'restored' | 'erased',
): Promise<void> {
  await announce(db, 'product.changed', async () =>
    [...(await readRecords(db, ids)).values()].map((record) => ({
      subjectId: record.id,
      data: { change, product: toldOf(record) },
    })),
  )
}

/** Amounts in cents; `stockQuantity` is null if stock isn't counted. */
function toldOf({ id, version, isArchived, facts }: ProductRecord) {
  const { name, slug, priceCents, oldPriceCents, categoryId, inStock, stockQuantity } = facts
  const { isNew, isFeatured, isOnSale } = facts
  return {
    ...{ id, version, isArchived, name, slug, currency: 'USD', priceCents, oldPriceCents, categoryId },
    ...{ inStock, stockQuantity, isNew, isFeatured, isOnSale },
  }
}
