import type { Review, ReviewText } from '#contract/reviews.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'

/** The newest first. */
export async function listReviews(db: Db, productId: number): Promise<Review[]> {
  const rows = await selectReviews(db)
    .where('reviews.product_id', '=', productId)
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .execute()
  return rows.map(toReview)
}

/** What one user has written, the newest first. */
export async function listReviewsOf(db: Db, userId: number): Promise<Review[]> {
  const rows = await selectReviews(db)
    .where('reviews.user_id', '=', userId)
    .orderBy('reviews.id', 'desc')
    .execute()
  return rows.map(toReview)
}

export async function findReview(db: Db, id: number): Promise<Review | null> {
  const row = await selectReviews(db).where('reviews.id', '=', id).executeTakeFirst()
  return row ? toReview(row) : null
}

/** @returns the new id; null when this user has reviewed this product already */
export async function insertReview(
  db: Db,
  userId: number,
  productId: number,
  { rating, title, comment }: ReviewText,
): Promise<number | null> {
  const at = now()
  const inserted = await db
    .insertInto('reviews')
    .values({
      product_id: productId,
      user_id: userId,
      rating,
      title,
      comment,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.constraint('reviews_once_per_product').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

export async function updateReview(db: Db, id: number, text: ReviewText): Promise<void> {
  await db
    .updateTable('reviews')
    .set({ rating: text.rating, title: text.title, comment: text.comment, updated_at: now() })
    .where('id', '=', id)
    .execute()
}

/** Null takes the reply away. */
export async function updateReply(db: Db, id: number, reply: string | null): Promise<void> {
  await db
    .updateTable('reviews')
    .set({ reply, replied_at: reply === null ? null : now() })
    .where('id', '=', id)
    .execute()
}

export async function deleteReview(db: Db, id: number): Promise<void> {
  await db.deleteFrom('reviews').where('id', '=', id).execute()
}

/** @returns the products that had one, by ascending id */
export async function deleteReviewsOf(db: Db, userId: number): Promise<number[]> {
  const deleted = await db
    .deleteFrom('reviews')
    .where('user_id', '=', userId)
    .returning('product_id')
    .execute()
  return deleted.map((row) => row.product_id).sort((one, other) => one - other)
}

/** Every review with its author. */
export function selectReviews(db: Db) {
  return db
    .selectFrom('reviews')
    .innerJoin('users', 'users.id', 'reviews.user_id')
    .selectAll('reviews')
    .select(['users.full_name', 'users.username'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('orders')
          .innerJoin('order_items', (join) =>
            join
              .onRef('order_items.order_id', '=', 'orders.id')
              .onRef('order_items.version', '=', 'orders.version'),
          )
          .select('orders.id')
          .whereRef('orders.user_id', '=', 'reviews.user_id')
          .whereRef('order_items.product_id', '=', 'reviews.product_id')
          .where('orders.status', 'in', ['processing', 'shipped', 'delivered']),
      )
        .$castTo<boolean>()
        .as('is_verified_purchase'),
    )
}

type ReviewRow = Awaited<ReturnType<ReturnType<typeof selectReviews>['execute']>>[number]

export function toReview(row: ReviewRow): Review {
  return {
    id: row.id,
    productId: row.product_id,
    userId: row.user_id,
    rating: row.rating,
    title: row.title,
    comment: row.comment,
    isVerifiedPurchase: row.is_verified_purchase,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    user: { fullName: row.full_name, username: row.username },
    reply:
      row.reply !== null && row.replied_at !== null
        ? { text: row.reply, at: row.replied_at.toISOString() }
        : null,
  }
}
