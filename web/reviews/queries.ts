import { queryOptions } from '@tanstack/react-query'
import { type Api, ApiError, type ResponseOf } from '../platform/api.ts'
import { keys } from '../platform/query-cache.ts'

export type Review = ResponseOf<'GET /api/reviews/product/:productId'>[number]

export const listReviewsQuery = (api: Api, productId: number) =>
  queryOptions({
    queryKey: keys.reviews(productId),
    queryFn: async () => {
      try {
        return await api.call('GET /api/reviews/product/:productId', { productId })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        throw new Error(`Failed to fetch reviews: ${error.status} ${error.statusText}`, { cause: error })
      }
    },
  })

export type ReviewOrder = 'newest' | 'highest' | 'lowest'

export const REVIEW_ORDERS: [value: ReviewOrder, label: string][] = [
  ['newest', 'Newest'],
  ['highest', 'Highest rated'],
  ['lowest', 'Lowest rated'],
]

/** Average and count are computed here from the reviews (spec section 7), and are 0 if there are none. */
export function averageRating(reviews: Review[]): number {
  if (reviews.length === 0) return 0
  return reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length
}

/** Counts the reviews with 5, 4, 3, 2, and 1 stars. */
export function histogram(reviews: Review[]): { stars: number; count: number }[] {
  return [5, 4, 3, 2, 1].map((stars) => ({
    stars,
    count: reviews.filter(({ rating }) => rating === stars).length,
  }))
}

/** Sorts reviews. Ties are sorted newest first. */
export function sortReviews(reviews: Review[], order: ReviewOrder): Review[] {
  const newestFirst = reviews.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id)
  if (order === 'newest') return newestFirst
  return newestFirst.toSorted((a, b) => (order === 'highest' ? b.rating - a.rating : a.rating - b.rating))
}
