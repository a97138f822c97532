import { REVIEW_MESSAGES } from '#contract/review-rules.ts'
import type { Review, ReviewChanges, ReviewText } from '#contract/reviews.ts'
import { recordChange } from '../audit/audit.ts'
import { isInCatalog } from '../catalog/lookup-queries.ts'
import { setReviewSummary } from '../catalog/review-summary.ts'
import { notAllowed, notFound, ShopError } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import {
  deleteReview,
  deleteReviewsOf,
  findReview,
  insertReview,
  updateReply,
  updateReview,
} from './queries.ts'

/** @throws ShopError 404 'Product not found', 409 when this user has reviewed it already */
export async function writeReview(
  db: Db,
  userId: number,
  productId: number,
  text: ReviewText,
): Promise<Review> {
  return inTransaction(db, async (db) => {
    if (!(await isInCatalog(db, productId))) throw notFound('Product not found')
    const id = await insertReview(db, userId, productId, text)
    if (id === null) throw alreadyReviewed()
    await setReviewSummary(db, productId)
    return existingReview(db, id)
  })
}

/** The author may, and any admin. What changes nothing is no edit. @throws ShopError 403, 404 */
export async function editReview(
  db: Db,
  user: RequestUser,
  id: number,
  changes: ReviewChanges,
): Promise<Review> {
  return inTransaction(db, async (db) => {
    const review = await existingReview(db, id)
    checkMayChange(user, review)
    const { rating = review.rating, title = review.title, comment = review.comment } = changes
    const isSame = rating === review.rating && title === review.title && comment === review.comment
    if (isSame) return review
    await updateReview(db, id, { rating, title, comment })
    await setReviewSummary(db, review.productId)
    await noteForeign(db, user, review, 'review.edited', { rating, title, comment })
    return existingReview(db, id)
  })
}

/** The author may, and any admin. @throws ShopError 403, 404 */
export async function removeReview(db: Db, user: RequestUser, id: number): Promise<void> {
  await inTransaction(db, async (db) => {
    const review = await existingReview(db, id)
    checkMayChange(user, review)
    await deleteReview(db, id)
    await setReviewSummary(db, review.productId)
    await noteForeign(db, user, review, 'review.deleted', null)
  })
}

/** The shop's answer under a review; an empty one takes it away. @throws ShopError 404 */
export async function replyToReview(db: Db, user: RequestUser, id: number, text: string): Promise<void> {
  await inTransaction(db, async (db) => {
    const { reply } = await existingReview(db, id)
    if ((reply?.text ?? '') === text) return
    await updateReply(db, id, text || null)
    await recordChange(db, {
      actorId: user.id,
      action: 'review.replied',
      subjectId: id,
      before: { reply: reply?.text ?? null },
      after: { reply: text || null },
    })
  })
}

/** Erases all that a user has written. Within the caller's transaction. */
export async function eraseReviewsOf(db: Db, userId: number): Promise<void> {
  for (const productId of await deleteReviewsOf(db, userId)) await setReviewSummary(db, productId)
}

/** @throws ShopError 404 */
async function existingReview(db: Db, id: number): Promise<Review> {
  const review = await findReview(db, id)
  if (!review) throw notFound(REVIEW_MESSAGES.notFound)
  return review
}

/** @throws ShopError 403 */
function checkMayChange(user: RequestUser, review: Review) {
  if (user.role !== 'admin' && review.userId !== user.id) throw notAllowed()
}

/** What an admin does to somebody else's review is written down. */
async function noteForeign(
  db: Db,
  user: RequestUser,
  review: Review,
  action: string,
  after: ReviewText | null,
) {
  if (review.userId === user.id) return
  const { productId, userId, rating, title, comment } = review
  await recordChange(db, {
    actorId: user.id,
    action,
    subjectId: review.id,
    before: { productId, userId, rating, title, comment },
    after,
  })
}

const alreadyReviewed = () => new ShopError(409, 'already_reviewed', REVIEW_MESSAGES.alreadyReviewed)
