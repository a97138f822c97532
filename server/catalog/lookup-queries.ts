import type { Product } from '#contract/catalog/api.ts'
import type { Db } from '../platform/db/database.ts'
import { type ProductRow, toProduct } from './product-row.ts'
import { selectProducts } from './queries.ts'

export type FoundProduct = {
  product: Product
  priceCents: number
  shippingCostCents: number
  isArchived: boolean
  /** What the admin says; whether there is any left is another question. */
  isOffered: boolean
}

/** Products by id, archived ones too, for what others keep of them. */
export async function listProductsById(
  db: Db,
  ids: number[],
  flatRateCents: number,
): Promise<Map<number, FoundProduct>> {
  if (ids.length === 0) return new Map()
  const rows = await selectProducts(db).where('products.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, toFound(row, flatRateCents)]))
}

/** @param row of selectProducts */
export function toFound(row: ProductRow, flatRateCents: number): FoundProduct {
  return {
    product: toProduct(row, flatRateCents),
    priceCents: row.price_cents,
    shippingCostCents: row.shipping_cost_cents ?? flatRateCents,
    isArchived: row.archived_at !== null,
    isOffered: row.in_stock,
  }
}

/** Whether there is such a product and it is not archived. */
export async function isInCatalog(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('products')
    .select('id')
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
