import { z } from 'zod'
import { ADMIN_PAGE_SIZE } from '../catalog/rules.ts'
import { endpoint } from '../http.ts'
import { RowId, shownText } from '../text.ts'
import { Review } from './api.ts'
import { RATING_MAX, RATING_MIN, REPLY_MAX, REVIEW_MESSAGES } from './rules.ts'

/** A review as admins see it. */
export const ListedReview = Review.extend({
  product: z.object({ name: z.string(), slug: z.string().nullable() }),
})
export type ListedReview = z.infer<typeof ListedReview>

export const ReviewQuery = z.object({
  /** Part of a title, comment, product name, or author's name. */
  search: z.string().trim().max(200).optional(),
  rating: z.coerce.number().int().min(RATING_MIN).max(RATING_MAX).optional(),
  /** Only held reviews. */
  held: z.literal('true').optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(ADMIN_PAGE_SIZE),
})
export type ReviewQuery = z.output<typeof ReviewQuery>

export const listAllReviews = endpoint({
  method: 'GET',
  path: '/api/admin/reviews',
  access: 'admin',
  summary: 'List all reviews in pages, newest first. X-Total-Count is the number of matches.',
  input: ReviewQuery,
  answer: z.array(ListedReview),
})

export const publishReview = endpoint({
  method: 'POST',
  path: '/api/admin/reviews/:id/publish',
  access: 'admin',
  summary: "Publish a held review. It isn't held again.",
  input: z.object({ id: RowId }),
  answer: ListedReview,
})

export const replyToReview = endpoint({
  method: 'PATCH',
  path: '/api/admin/reviews/:id/reply',
  access: 'admin',
  summary: 'Reply to a review as the shop, shown below it. An empty text removes the reply.',
  input: z.object({
    id: RowId,
    text: shownText({ min: 0, tooShort: '', max: REPLY_MAX, tooLong: REVIEW_MESSAGES.replyTooLong }),
  }),
  answer: ListedReview,
})

export const adminReviewEndpoints = [listAllReviews, publishReview, replyToReview] as const
