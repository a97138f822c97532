import { sql } from 'kysely'
import type { ListedProduct, Product } from '#contract/catalog/api.ts'
import { gramsOf } from '#contract/pricing/weights.ts'
import type { Db } from '../platform/db/database.ts'
import type { PriceSettings } from '../settings/settings.ts'
import { type ProductRow, toListedProduct, toProduct } from './product-row.ts'
import { selectListed } from './queries.ts'

export type FoundProduct = {
  product: Product
  priceCents: number
  weightGrams: number | null
  shipsFree: boolean
  isArchived: boolean
  /** The admin's in-stock setting, whether or not any units are left. */
  isOffered: boolean
}

/** Returns products by ID, including archived ones, because favorites may refer to them. */
export async function listProductsById(
  db: Db,
  ids: number[],
  shop: PriceSettings,
): Promise<Map<number, { product: ListedProduct; isArchived: boolean }>> {
  if (ids.length === 0) return new Map()
  const rows = await selectListed(db).where('products.id', 'in', ids).execute()
  return new Map(
    rows.map((row) => [
      row.id,
      { product: toListedProduct(row, shop), isArchived: row.archived_at !== null },
    ]),
  )
}

/** @param row a row of selectVariants */
export function toFound(row: ProductRow, shop: PriceSettings): FoundProduct {
  return {
    product: { ...toProduct(row, shop), variants: [] },
    priceCents: row.price_cents,
    weightGrams: gramsOf({ weight: row.weight, weightUnit: row.weight_unit }),
    shipsFree: row.shipping_cost_cents === 0,
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

const RATING_WITHOUT_REVIEWS = 4.5

/**
 * Recomputes rating and review count. Call it in the transaction that wrote, changed, or deleted a review. Without
 * reviews, a product gets the spec's default rating, and its stars aren't shown.
 */
export async function setReviewSummary(db: Db, productId: number): Promise<void> {
  // So the later of two concurrent reviews sees the earlier one. Not 'for update': each review's foreign key already
  // locks the product, so two reviews would deadlock.
  await db.selectFrom('products').select('id').where('id', '=', productId).forNoKeyUpdate().execute()
  await sql`
    update products
    set rating = coalesce(summary.rating, ${RATING_WITHOUT_REVIEWS}),
      review_count = summary.count,
      has_reviews = summary.count > 0
    from (
      select round(avg(rating), 1) as rating, count(*)::int as count from reviews
      where product_id = ${productId} and not is_held
    ) as summary
    where products.id = ${productId}`.execute(db)
}
