import { skuTakenBy, VARIANT_MESSAGES } from '#contract/catalog/variants.ts'
import { ShopError } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import { listSkuOwners } from './variant-queries.ts'

/**
 * Names the fields whose SKU an active variant of another product has, and that product.
 * @param wanted the SKU of each field, with its path
 * @throws ShopError 409
 */
export async function checkSkus(
  db: Db,
  productId: number | null,
  wanted: { sku: string | null | undefined; path: string }[],
): Promise<void> {
  const skus = wanted.flatMap(({ sku }) => sku ?? [])
  if (skus.length === 0) return
  const owners = await listSkuOwners(db, skus)
  const errors = wanted.flatMap(({ sku, path }) => {
    const owner = owners.get(sku?.toLowerCase() ?? '')
    return !owner || owner.id === productId ? [] : [{ path, message: skuTakenBy(owner.name) }]
  })
  if (errors.length > 0) throw new ShopError(409, 'conflict', VARIANT_MESSAGES.sameSku, { errors })
}

/** Converts the database error for a SKU that another product got after `checkSkus`. */
export async function explainTakenSku<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'variants_sku') throw error
    const { sameSku: message } = VARIANT_MESSAGES
    throw new ShopError(409, 'conflict', message, { errors: [{ path, message }] })
  }
}
