import { type RawBuilder, sql } from 'kysely'
import type { Review, ReviewText } from '#contract/reviews/api.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'

/** Lists the reviews that shoppers see, newest first. */
export async function listReviews(db: Db, productId: number): Promise<Review[]> {
  const rows = await selectReviews(db)
    .where('reviews.product_id', '=', productId)
    .where('reviews.is_held', '=', false)
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .execute()
  return rows.map(toReview)
}

/** Lists one user's reviews, newest first. */
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

/** @returns the new ID, or null if this user has already reviewed this product */
export async function insertReview(
  db: Db,
  userId: number,
  productId: number,
  { rating, title, comment }: ReviewText,
  network: string | null,
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
      network,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.constraint('reviews_once_per_product').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

/** Serializes counting the reviews from this network until the end of the transaction. */
export async function lockNetwork(db: Db, network: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${network}, 1))`.execute(db)
}

export async function deleteNetworksBefore(db: Db, time: Date): Promise<void> {
  await db
    .updateTable('reviews')
    .set({ network: null })
    .where('network', 'is not', null)
    .where('created_at', '<', time)
    .execute()
}

/**
 * Holds a network's reviews by unverified accounts if there are more than allowed, of one product or of all.
 * @returns the affected products
 */
export async function holdNetwork(
  db: Db,
  network: string,
  allowed: { perProduct: number; inAll: number },
): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`
    with suspicious as (
      select reviews.id, count(*) over (partition by product_id) as of_product, count(*) over () as in_all
      from reviews join users on users.id = reviews.user_id
      where reviews.network = ${network} and not reviews.is_approved and users.email_verified_at is null
    )
    update reviews set is_held = true
    from suspicious
    where suspicious.id = reviews.id and not is_held
      and (of_product > ${allowed.perProduct} or in_all > ${allowed.inAll})
    returning product_id`.execute(db)
  return ascending(rows)
}

/** @returns false if the review isn't held */
export async function updatePublished(db: Db, id: number): Promise<boolean> {
  const updated = await db
    .updateTable('reviews')
    .set({ is_held: false, is_approved: true, network: null })
    .where('id', '=', id)
    .where('is_held', '=', true)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** @returns the products of the published reviews, by ascending ID */
export async function publishReviewsOf(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .updateTable('reviews')
    .set({ is_held: false, network: null })
    .where('user_id', '=', userId)
    .where('is_held', '=', true)
    .returning('product_id')
    .execute()
  return ascending(rows)
}

export async function hasBought(db: Db, userId: number, productId: number): Promise<boolean> {
  const row = await db
    .selectNoFrom(isPurchase(sql`${userId}`, sql`${productId}`).as('has_bought'))
    .executeTakeFirstOrThrow()
  return row.has_bought
}

export async function isUnverified(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.email_verified_at === null
}

export async function updateReview(db: Db, id: number, text: ReviewText): Promise<void> {
  await db
    .updateTable('reviews')
    .set({ rating: text.rating, title: text.title, comment: text.comment, updated_at: now() })
    .where('id', '=', id)
    .execute()
}

/** Updates the shop's reply; null removes it. */
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

/** @returns the products of the deleted reviews, by ascending ID */
export async function deleteReviewsOf(db: Db, userId: number): Promise<number[]> {
  const deleted = await db
    .deleteFrom('reviews')
    .where('user_id', '=', userId)
    .returning('product_id')
    .execute()
  return ascending(deleted)
}

/** Selects reviews with their authors. */
export function selectReviews(db: Db) {
  return db
    .selectFrom('reviews')
    .innerJoin('users', 'users.id', 'reviews.user_id')
    .selectAll('reviews')
    .select(['users.full_name', 'users.username'])
    .select(isPurchase(sql.ref('reviews.user_id'), sql.ref('reviews.product_id')).as('is_verified_purchase'))
}

/** True if the user has a paid order with this product. */
const isPurchase = (userId: RawBuilder<unknown>, productId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from orders
  join order_items on order_items.order_id = orders.id and order_items.version = orders.version
  where orders.user_id = ${userId} and order_items.product_id = ${productId}
    and orders.status in ('processing', 'shipped', 'delivered')
)`

const ascending = (rows: { product_id: number }[]) =>
  [...new Set(rows.map((row) => row.product_id))].sort((one, other) => one - other)

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
    isHeld: row.is_held,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    user: { fullName: row.full_name, username: row.username },
    reply:
      row.reply !== null && row.replied_at !== null
        ? { text: row.reply, at: row.replied_at.toISOString() }
        : null,
  }
}
