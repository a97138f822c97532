import type { VariantStock } from '#contract/catalog/variant-input.ts'
import { VARIANT_MESSAGES } from '#contract/catalog/variants.ts'
import { invalidInput } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import type { ProductRecord } from './record-queries.ts'
import { listStoredVariants } from './variant-queries.ts'
import { setVariants } from './variants.ts'

/**
 * Changes the stock of one variant of a locked product, for staff who may change nothing else of it.
 * @throws ShopError 400 if the product has no such variant; 409 as setVariants
 */
export async function setVariantStock(
  db: Db,
  adminId: number | null,
  { id: productId, options }: ProductRecord,
  { id, ...stock }: VariantStock,
): Promise<void> {
  const active = (await listStoredVariants(db, productId)).filter(({ isArchived }) => !isArchived)
  if (!active.some((variant) => variant.id === id)) throw unknownVariant()
  const variants = active.map((variant) => ({
    id: variant.id,
    optionValues: variant.facts.optionValues,
    ...(variant.id === id && stock),
  }))
  await setVariants(db, adminId, productId, { options, variants })
}

function unknownVariant() {
  const message = VARIANT_MESSAGES.otherProduct
  return invalidInput(message, [{ path: 'variantStock.id', message }])
}
