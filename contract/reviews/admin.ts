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
  /** Part of a title, a comment, a product's name or an author's. */
  search: z.string().trim().max(200).optional(),
  rating: z.coerce.number().int().min(RATING_MIN).max(RATING_MAX).optional(),
  /** Only those that are held back. */
  held: z.literal('true').optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(ADMIN_PAGE_SIZE),
})
export type ReviewQuery = z.output<typeof ReviewQuery>

export const listAllReviews = endpoint({
  method: 'GET',
  path: '/api/admin/reviews',
  access: 'admin',
  summary: 'All reviews in pages, the newest first; X-Total-Count tells how many match.',
  input: ReviewQuery,
  answer: z.array(ListedReview),
})

export const publishReview = endpoint({
  method: 'POST',
  path: '/api/admin/reviews/:id/publish',
  access: 'admin',
  summary: 'Publish a review that is held back; it is not held again.',
  input: z.object({ id: RowId }),
  answer: ListedReview,
})

export const replyToReview = endpoint({
  method: 'PATCH',
  path: '/api/admin/reviews/:id/reply',
  access: 'admin',
  summary: 'Answer a review in the name of the shop, shown under it; an empty text takes the answer away.',
  input: z.object({
    id: RowId,
    text: shownText({ min: 0, tooShort: '', max: REPLY_MAX, tooLong: REVIEW_MESSAGES.replyTooLong }),
  }),
  answer: ListedReview,
})

export const adminReviewEndpoints = [listAllReviews, publishReview, replyToReview] as const
