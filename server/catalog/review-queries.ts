import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/**
 * Locks a product until the transaction ends, so that of two concurrent reviews the later one sees the earlier. Not
 * 'for update': each review's foreign key already locks the product, so two of them would deadlock.
 */
async function lockForSummary(db: Db, productId: number): Promise<void> {
  await db.selectFrom('products').select('id').where('id', '=', productId).forNoKeyUpdate().execute()
}

/** Without reviews a product gets the spec's default rating, whose stars aren't shown. */
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

/** Recomputes rating and review count. Call it in the transaction that wrote, changed, or deleted a review. */
export async function setReviewSummary(db: Db, productId: number): Promise<void> {
  await lockForSummary(db, productId)
  await updateReviewSummary(db, productId)
}
