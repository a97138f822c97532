import type { Review, ReviewChanges, ReviewText } from '#contract/reviews/api.ts'
import {
  mayModerate,
  REVIEW_MESSAGES,
  UNVERIFIED_PER_NETWORK,
  UNVERIFIED_PER_PRODUCT,
} from '#contract/reviews/rules.ts'
import { recordChange } from '../audit/audit.ts'
import { isInCatalog, setReviewSummary } from '../catalog/lookup-queries.ts'
import { notAllowed, notFound, ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import { readSettings } from '../settings/settings.ts'
import * as queries from './queries.ts'

const NETWORK_DAYS = 30

/**
 * Adds a review.
 * @param network the client's network, as grouped for rate limits @throws ShopError 403 'purchase_needed', 404 'Product
 * not found', 409 if this user has already reviewed the product
 */
export async function writeReview(
  db: Db,
  userId: number,
  { productId, text, network }: { productId: number; text: ReviewText; network: string },
): Promise<Review> {
  const { reviewsFromBuyersOnly, holdSuspiciousReviews } = await readSettings(db)
  return inTransaction(db, async (db) => {
    if (!(await isInCatalog(db, productId))) throw notFound('Product not found')
    const hasBought = await queries.hasBought(db, userId, productId)
    if (reviewsFromBuyersOnly && !hasBought) throw purchaseNeeded()
    const isSuspect = holdSuspiciousReviews && !hasBought && (await queries.isUnverified(db, userId))
    const suspect = isSuspect ? network : null
    const id = await queries.insertReview(db, userId, productId, text, suspect)
    if (id === null) throw alreadyReviewed()
    const held = suspect === null ? [] : await holdIfMany(db, suspect)
    await summarize(db, [...held, productId])
    return existingReview(db, id)
  })
}

/** Holds a network's reviews if there are too many, including those published before the limit was reached. */
async function holdIfMany(db: Db, network: string): Promise<number[]> {
  await queries.lockNetwork(db, network)
  await queries.deleteNetworksBefore(db, new Date(now().getTime() - NETWORK_DAYS * 86_400_000))
  return queries.holdNetwork(db, network, {
    perProduct: UNVERIFIED_PER_PRODUCT,
    inAll: UNVERIFIED_PER_NETWORK,
  })
}

/**
 * Publishes a held review.
 * @throws ShopError 404, 409 if it isn't held
 */
export async function publishReview(db: Db, adminId: number, id: number): Promise<void> {
  await inTransaction(db, async (db) => {
    const { productId } = await existingReview(db, id)
    if (!(await queries.updatePublished(db, id)))
      throw new ShopError(409, 'conflict', REVIEW_MESSAGES.notHeld)
    await setReviewSummary(db, productId)
    await recordChange(db, {
      actorId: adminId,
      action: 'review.published',
      subjectId: id,
      before: { isHeld: true },
      after: { isHeld: false },
    })
  })
}

/** Publishes the held reviews of a user who has verified their email address. Runs in the caller's transaction. */
export async function publishReviewsOf(db: Db, userId: number): Promise<void> {
  await summarize(db, await queries.publishReviewsOf(db, userId))
}

/** Edits a review as its author or an admin. An edit without changes isn't recorded. @throws ShopError 403, 404 */
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
    await queries.updateReview(db, id, { rating, title, comment })
    await setReviewSummary(db, review.productId)
    await noteForeign(db, user, review, 'review.edited', { rating, title, comment })
    return existingReview(db, id)
  })
}

/** Deletes a review as its author or an admin. @throws ShopError 403, 404 */
export async function removeReview(db: Db, user: RequestUser, id: number): Promise<void> {
  await inTransaction(db, async (db) => {
    const review = await existingReview(db, id)
    checkMayChange(user, review)
    await queries.deleteReview(db, id)
    await setReviewSummary(db, review.productId)
    await noteForeign(db, user, review, 'review.deleted', null)
  })
}

/** Sets the shop's reply to a review; an empty string removes it. @throws ShopError 404 */
export async function replyToReview(db: Db, user: RequestUser, id: number, text: string): Promise<void> {
  await inTransaction(db, async (db) => {
    const { reply } = await existingReview(db, id)
    if ((reply?.text ?? '') === text) return
    await queries.updateReply(db, id, text || null)
    await recordChange(db, {
      actorId: user.id,
      action: 'review.replied',
      subjectId: id,
      before: { reply: reply?.text ?? null },
      after: { reply: text || null },
    })
  })
}

/** Deletes all of a user's reviews. Runs in the caller's transaction. @returns how many there were */
export async function eraseReviewsOf(db: Db, userId: number): Promise<number> {
  const productIds = await queries.deleteReviewsOf(db, userId)
  await summarize(db, productIds)
  return productIds.length
}

/** @throws ShopError 404 */
async function existingReview(db: Db, id: number): Promise<Review> {
  const review = await queries.findReview(db, id)
  if (!review) throw notFound(REVIEW_MESSAGES.notFound)
  return review
}

/** @throws ShopError 403 */
function checkMayChange(user: RequestUser, review: Review) {
  if (review.userId !== user.id && !moderates(user)) throw notAllowed()
}

/** Returns whether a user may change the reviews of others. */
export const moderates = ({ staffRole, needsSecondFactor, mustChangePassword }: RequestUser) =>
  !needsSecondFactor && !mustChangePassword && mayModerate(staffRole)

/** Records an admin's change to another user's review in the audit log. */
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

/** Always in the same order, so two transactions can't deadlock. */
async function summarize(db: Db, productIds: number[]) {
  for (const id of [...new Set(productIds)].sort((one, other) => one - other)) await setReviewSummary(db, id)
}

const purchaseNeeded = () => new ShopError(403, 'purchase_needed', REVIEW_MESSAGES.purchaseNeeded)
const alreadyReviewed = () => new ShopError(409, 'already_reviewed', REVIEW_MESSAGES.alreadyReviewed)
