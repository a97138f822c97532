import type { Db } from '../platform/db/database.ts'
import { announce } from '../webhooks/announce.ts'
import { type ProductRecord, readRecords } from './record-queries.ts'

/** Tells webhooks what became of products, within the transaction that does it; of an erased one, how it was. */
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

/** Amounts in cents; `stockQuantity` null: not counted. */
function toldOf({ id, version, isArchived, facts }: ProductRecord) {
  const { name, slug, priceCents, oldPriceCents, categoryId, inStock, stockQuantity } = facts
  const { isNew, isFeatured, isOnSale } = facts
  return {
    ...{ id, version, isArchived, name, slug, currency: 'USD', priceCents, oldPriceCents, categoryId },
    ...{ inStock, stockQuantity, isNew, isFeatured, isOnSale },
  }
}
