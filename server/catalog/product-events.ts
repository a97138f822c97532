import type { Db } from '../platform/db/database.ts'
import { emitEvent } from '../webhooks/emit.ts'
import { type ActiveVariant, onlyVariant } from './product-row.ts'
import { type ProductRecord, readRecords } from './record-queries.ts'

/** Emits webhook events in the transaction of the change. For erased products, call it before deleting the row. */
export async function emitProductEvents(
  db: Db,
  ids: number[],
  change: 'created' | 'changed' | 'archived' | 'restored' | 'erased',
): Promise<void> {
  await emitEvent(db, 'product.changed', async () =>
    [...(await readRecords(db, ids)).values()].map((record) => ({
      subjectId: record.id,
      data: { change, product: payloadOf(record) },
    })),
  )
}

/** Amounts are in cents. `stockQuantity` is null if untracked. */
function payloadOf(record: ProductRecord) {
  const { id, version, isArchived, currency, facts, options, variants } = record
  const { name, slug, priceCents, oldPriceCents, categoryId, inStock, stockQuantity } = facts
  const { isNew, isFeatured, isOnSale, sku, barcode } = facts
  return {
    id,
    version,
    isArchived,
    name,
    slug,
    currency: currency.code,
    priceCents,
    oldPriceCents,
    categoryId,
    inStock,
    stockQuantity,
    isNew,
    isFeatured,
    isOnSale,
    ...(onlyVariant(record) ? { sku, barcode } : { options, variants: variants.map(variantPayload) }),
  }
}

function variantPayload(variant: ActiveVariant) {
  const { id, optionValues, sku, barcode, priceCents, oldPriceCents, inStock, stockQuantity } = variant
  return { id, optionValues, sku, barcode, priceCents, oldPriceCents, inStock, stockQuantity }
}
