import { useQuery } from '@tanstack/react-query'
import { useApi } from '../platform/api-context.ts'
import { Stars } from '../ui/stars.tsx'
import { listReviewsQuery } from './queries.ts'
import { averageRating } from './ratings.ts'
import { REVIEWS_ANCHOR } from './reviews-section.tsx'

/** Stars from the average review rating, and '(N reviews)' (spec section 2); no stars without reviews (contract section 2). */
export function ReviewSummary({ productId }: { productId: number }) {
  const { data: reviews = [] } = useQuery(listReviewsQuery(useApi(), productId))
  const average = averageRating(reviews)
  return (
    <a
      href={`#${REVIEWS_ANCHOR}`}
      className="mt-3 inline-flex min-h-8 tap items-center gap-2 text-muted hover:text-ink"
    >
      {reviews.length > 0 && <Stars rating={average} label={`${average.toFixed(1)} out of 5 stars`} />}
      <span>({reviews.length} reviews)</span>
    </a>
  )
}
