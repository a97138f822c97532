import { isAllowed } from '../accounts/allowed-roles.ts'
import type { StaffRole } from '../accounts/staff-roles.ts'

/** Rules and messages for reviews (spec section 5). Doesn't import zod, so pages can load it early. */

export const RATING_MIN = 1
export const RATING_MAX = 5
export const RATING_DEFAULT = 5
export const TITLE_MIN = 3
export const TITLE_MAX = 120
export const COMMENT_MIN = 10
export const COMMENT_MAX = 5000
export const REPLY_MAX = 2000
/**
 * Maximum number of reviews by unverified accounts from one network within 30 days, for one product and for all. With
 * more, they are held unless the store owner publishes them all.
 */
export const UNVERIFIED_PER_PRODUCT = 3
export const UNVERIFIED_PER_NETWORK = 20

/** The roles that may publish reviews, reply to them, and change those of others. */
export const MODERATORS = ['manager', 'support'] as const

export const mayModerate = (role: StaffRole | null = null) => role !== null && isAllowed(role, MODERATORS)

export const REVIEW_MESSAGES = {
  rating: `Rating must be a whole number from ${RATING_MIN} to ${RATING_MAX}`,
  title: `Title must be at least ${TITLE_MIN} characters`,
  titleTooLong: `Title must be at most ${TITLE_MAX} characters`,
  comment: `Comment must be at least ${COMMENT_MIN} characters`,
  commentTooLong: `Comment must be at most ${COMMENT_MAX} characters`,
  replyTooLong: `The reply must be at most ${REPLY_MAX} characters`,
  alreadyReviewed: 'You have already reviewed this product',
  purchaseNeeded: 'Only customers who bought this product can review it.',
  notHeld: 'This review is already published.',
  notFound: 'Review not found',
} as const
