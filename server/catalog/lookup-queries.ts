import type { Product } from '#contract/catalog/api.ts'
import type { Db } from '../platform/db/database.ts'
import { type ProductRow, toProduct } from './product-row.ts'
import { selectProducts } from './queries.ts'

export type FoundProduct = {
  product: Product
  priceCents: number
  shippingCostCents: number
  isArchived: boolean
  /** The admin's in-stock setting, regardless of the quantity left. */
  isOffered: boolean
}

/** Returns products by id, including archived ones, which carts, favorites, and orders may still name. */
export async function listProductsById(
  db: Db,
  ids: number[],
  flatRateCents: number,
): Promise<Map<number, FoundProduct>> {
  if (ids.length === 0) return new Map()
  const rows = await selectProducts(db).where('products.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, toFound(row, flatRateCents)]))
}

/** @param row a row of selectProducts */
export function toFound(row: ProductRow, flatRateCents: number): FoundProduct {
  return {
    product: toProduct(row, flatRateCents),
    priceCents: row.price_cents,
    shippingCostCents: row.shipping_cost_cents ?? flatRateCents,
    isArchived: row.archived_at !== null,
    isOffered: row.in_stock,
  }
}

/** Returns whether there is an active product with this id. */
export async function isInCatalog(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('products')
    .select('id')
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
