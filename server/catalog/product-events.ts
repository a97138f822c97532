import type { Db } from '../platform/db/database.ts'
import { emitEvent } from '../webhooks/emit.ts'
import type { VariantJson } from './product-row.ts'
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
function payloadOf({ id, version, isArchived, currency, facts, options, variants }: ProductRecord) {
  const { name, slug, priceCents, oldPriceCents, categoryId, inStock, stockQuantity } = facts
  const { isNew, isFeatured, isOnSale, sku, barcode } = facts
  return {
    ...{
      id,
      version,
      isArchived,
      name,
      slug,
      currency: currency.code,
      priceCents,
      oldPriceCents,
      categoryId,
    },
    ...{ inStock, stockQuantity, isNew, isFeatured, isOnSale },
    ...(variants ? { options, variants: variants.map(variantPayload) } : { sku, barcode }),
  }
}

function variantPayload({ isOffered: inStock, quantity: stockQuantity, ...variant }: VariantJson) {
  const { id, optionValues, sku, barcode, priceCents, oldPriceCents } = variant
  return { id, optionValues, sku, barcode, priceCents, oldPriceCents, inStock, stockQuantity }
}
