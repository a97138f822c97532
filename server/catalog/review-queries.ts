import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/**
 * Holds a product until the transaction ends, so that of two reviews at once the later one sees the earlier. Weaker than
 * 'for update': each of the two has its product held by the foreign key, and would wait for the other.
 */
async function lockForSummary(db: Db, productId: number): Promise<void> {
  await db.selectFrom('products').select('id').where('id', '=', productId).forNoKeyUpdate().execute()
}

/** Without a review a product is again as the spec has new ones: nobody is shown its stars. */
async function updateReviewSummary(db: Db, productId: number): Promise<void> {
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

const RATING_WITHOUT_REVIEWS = 4.5

/** Computes rating and review count anew. Within the transaction that wrote, changed or deleted a review. */
export async function setReviewSummary(db: Db, productId: number): Promise<void> {
  await lockForSummary(db, productId)
  await updateReviewSummary(db, productId)
}
