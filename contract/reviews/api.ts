import { z } from 'zod'
import { endpoint } from '../http.ts'
import { RowId, shownText, Time } from '../text.ts'
import {
  COMMENT_MAX,
  COMMENT_MIN,
  RATING_DEFAULT,
  RATING_MAX,
  RATING_MIN,
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
  /** True if a paid order of the author contains this product. */
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

const Title = shownText({
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
  answer: z.array(Review),
})

export const writeReview = endpoint({
  method: 'POST',
  path: '/api/reviews',
  access: 'signed-in',
  summary:
    'Review a product, once per user; its rating and count are updated. 403 `purchase_needed` if the shop accepts only verified purchases.',
  input: ReviewText.extend({ productId: RowId }),
  answer: Review,
  status: 201,
})

export const editReview = endpoint({
  method: 'PATCH',
  path: '/api/reviews/:id',
  access: 'signed-in',
  summary: 'Change your own review, or any review as an admin.',
  input: ReviewChanges.extend({ id: RowId }),
  answer: Review,
})

export const deleteReview = endpoint({
  method: 'DELETE',
  path: '/api/reviews/:id',
  access: 'signed-in',
  summary: 'Delete your own review, or any review as an admin.',
  input: z.object({ id: RowId }),
  answer: z.object({ success: z.literal(true) }),
})

export const reviewEndpoints = [listReviews, writeReview, editReview, deleteReview] as const
