import { z } from 'zod'
import { ADMIN_PAGE_SIZE } from '../catalog/rules.ts'
import { endpoint } from '../http.ts'
import { LONG_TEXT_MAX_BYTES, RowId, shownLine, shownText, Time } from '../text.ts'
import {
  COMMENT_MAX,
  COMMENT_MIN,
  MODERATORS,
  RATING_DEFAULT,
  RATING_MAX,
  RATING_MIN,
  REPLY_MAX,
  REVIEW_MESSAGES,
  TITLE_MAX,
  TITLE_MIN,
} from './rules.ts'

export const Review = z.object({
  id: z.int().positive(),
  productId: z.int().positive(),
  userId: z.int().positive(),
  rating: z.int().min(RATING_MIN).max(RATING_MAX),
  title: z.string(),
  comment: z.string(),
  /** True if the author has a paid order with this product. */
  isVerifiedPurchase: z.boolean(),
  /** Hidden from shoppers until an admin publishes it or its author verifies their email address. */
  isHeld: z.boolean(),
  createdAt: Time,
  /** Equal to createdAt until the review is edited. */
  updatedAt: Time,
  user: z.object({ fullName: z.string().nullable(), username: z.string() }),
  /** The shop's reply. */
  reply: z.object({ text: z.string(), at: Time }).nullable(),
})
export type Review = z.infer<typeof Review>

const Rating = z
  .number(REVIEW_MESSAGES.rating)
  .int(REVIEW_MESSAGES.rating)
  .min(RATING_MIN, REVIEW_MESSAGES.rating)
  .max(RATING_MAX, REVIEW_MESSAGES.rating)

const Title = shownLine({
  min: TITLE_MIN,
  tooShort: REVIEW_MESSAGES.title,
  max: TITLE_MAX,
  tooLong: REVIEW_MESSAGES.titleTooLong,
})

const Comment = shownText({
  min: COMMENT_MIN,
  tooShort: REVIEW_MESSAGES.comment,
  max: COMMENT_MAX,
  tooLong: REVIEW_MESSAGES.commentTooLong,
})

/** The fields of the review form. */
export const ReviewText = z.object({
  rating: Rating.default(RATING_DEFAULT),
  title: Title,
  comment: Comment,
})
export type ReviewText = z.output<typeof ReviewText>

/** Omitted fields stay unchanged. */
export const ReviewChanges = z.object({
  rating: Rating.optional(),
  title: Title.optional(),
  comment: Comment.optional(),
})
export type ReviewChanges = z.output<typeof ReviewChanges>

export const listReviews = endpoint({
  method: 'GET',
  path: '/api/reviews/product/:productId',
  access: 'anyone',
  ignoresToken: true,
  isCacheable: true,
  summary: 'All reviews of a product, newest first.',
  input: z.object({ productId: RowId }),
  response: z.array(Review),
})

export const writeReview = endpoint({
  method: 'POST',
  path: '/api/reviews',
  access: 'signed-in',
  summary:
    'Review a product, once per user; its rating and count are updated. 403 `purchase_needed` if the shop accepts only verified purchases.',
  input: ReviewText.extend({ productId: RowId }),
  maxBytes: LONG_TEXT_MAX_BYTES,
  response: Review,
  status: 201,
})

export const editReview = endpoint({
  method: 'PATCH',
  path: '/api/reviews/:id',
  access: 'signed-in',
  summary: 'Change your own review, or any review as an admin.',
  input: ReviewChanges.extend({ id: RowId }),
  maxBytes: LONG_TEXT_MAX_BYTES,
  response: Review,
})

export const deleteReview = endpoint({
  method: 'DELETE',
  path: '/api/reviews/:id',
  access: 'signed-in',
  summary: 'Delete your own review, or any review as an admin.',
  input: z.object({ id: RowId }),
  response: z.object({ success: z.literal(true) }),
})

export const reviewEndpoints = [listReviews, writeReview, editReview, deleteReview] as const

/** A review as shown to admins. */
export const ListedReview = Review.extend({
  /** `image` is the URL of its first image, or null. */
  product: z.object({ name: z.string(), slug: z.string().nullable(), image: z.string().nullable() }),
})
export type ListedReview = z.infer<typeof ListedReview>

export const ReviewQuery = z.object({
  /** Part of a title, comment, product name, or author's name. */
  search: z.string().trim().max(200).optional(),
  rating: z.coerce.number().int().min(RATING_MIN).max(RATING_MAX).optional(),
  /** Only held reviews. */
  held: z.literal('true').optional(),
  /** Only published reviews without a reply of the shop. */
  unanswered: z.literal('true').optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(ADMIN_PAGE_SIZE),
})
export type ReviewQuery = z.output<typeof ReviewQuery>

export const listAllReviews = endpoint({
  method: 'GET',
  path: '/api/admin/reviews',
  access: 'admin',
  staff: ['manager', 'support', 'read-only'],
  summary: 'List all reviews in pages, newest first. X-Total-Count is the number of matches.',
  input: ReviewQuery,
  response: z.array(ListedReview),
})

export const publishReview = endpoint({
  method: 'POST',
  path: '/api/admin/reviews/:id/publish',
  access: 'admin',
  staff: MODERATORS,
  summary: "Publish a held review. It won't be held again.",
  input: z.object({ id: RowId }),
  response: ListedReview,
})

export const replyToReview = endpoint({
  method: 'PATCH',
  path: '/api/admin/reviews/:id/reply',
  access: 'admin',
  staff: MODERATORS,
  summary: 'Reply to a review as the shop. The reply is shown below it. An empty text removes the reply.',
  input: z.object({
    id: RowId,
    text: shownText({ min: 0, tooShort: '', max: REPLY_MAX, tooLong: REVIEW_MESSAGES.replyTooLong }),
  }),
  response: ListedReview,
})

export const adminReviewEndpoints = [listAllReviews, publishReview, replyToReview] as const
