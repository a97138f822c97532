import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { mayModerate } from '#contract/reviews/rules.ts'
import { type User, useUser } from '../accounts/queries.ts'
import { useApi } from '../platform/api.ts'
import { useQuery } from '../platform/use-query.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import { Stars } from '../ui/stars.tsx'
import {
  averageRating,
  histogram,
  listReviewsQuery,
  REVIEW_ORDERS,
  type Review,
  type ReviewOrder,
  sortReviews,
} from './queries.ts'
import { ReviewActions, ReviewCard, WriteReview } from './review-card.tsx'

/** Anchor of the reviews on the product page. */
const REVIEWS_ANCHOR = 'reviews'

export function ReviewsSection({ productId }: { productId: number }) {
  const { user } = useUser()
  const { data: reviews, isPending, error, refetch } = useQuery(listReviewsQuery(useApi(), productId))
  return (
    <section
      aria-labelledby="reviews-title"
      id={REVIEWS_ANCHOR}
      className="mt-apart scroll-mt-36 md:scroll-mt-24"
    >
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="reviews-title" className="type-title">
          {t('Customer Reviews')}
        </h2>
        {user && reviews && !reviews.some(({ userId }) => userId === user.id) && (
          <WriteReview productId={productId} />
        )}
      </div>
      {isPending && (
        <p role="status" className="mt-6 text-muted">
          {t('Loading reviews...')}
        </p>
      )}
      {error && (
        <div role="alert" className="mt-6">
          <p>Failed to load reviews: {error.message || t('Unknown error')}</p>
          <Button look="outline" className="mt-3" onClick={() => void refetch()}>
            {t('Try again')}
          </Button>
        </div>
      )}
      {reviews?.length === 0 && (
        <p className="mt-6 text-muted">{t('No reviews yet. Be the first to review this product!')}</p>
      )}
      {reviews && reviews.length > 0 && <ReviewList reviews={reviews} user={user} />}
    </section>
  )
}

function ReviewList({ reviews, user }: { reviews: Review[]; user: User | null }) {
  const mayChange = ({ userId }: Review) =>
    user !== null && (user.id === userId || mayModerate(user.staffRole))
  const [order, setOrder] = useState<ReviewOrder>('newest')
  return (
    <div className="mt-6 grid grid-cols-1 gap-8 md:grid-cols-[260px_1fr] md:gap-12">
      <div>
        <p className="flex items-center gap-3">
          <span className="type-heading tabular-nums">{averageRating(reviews).toFixed(1)}</span>
          <Stars rating={averageRating(reviews)} />
        </p>
        <Histogram reviews={reviews} />
      </div>
      <div>
        {reviews.length > 1 && (
          <div className="w-48">
            <Select
              label={t('Sort reviews')}
              value={order}
              onChange={({ target }) => setOrder(target.value as ReviewOrder)}
            >
              {REVIEW_ORDERS.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </div>
        )}
        <ul className="mt-4 divide-y divide-hairline">
          {sortReviews(reviews, order).map((review) => (
            <li key={review.id} className="py-6 first:pt-2">
              <ReviewCard review={review} actions={mayChange(review) && <ReviewActions review={review} />} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function Histogram({ reviews }: { reviews: Review[] }) {
  return (
    <ul className="mt-4 space-y-1.5 text-muted text-sm" aria-label={t('Ratings')}>
      {histogram(reviews).map(({ stars, count }) => (
        <li key={stars} className="flex items-center gap-3">
          <span className="w-14 shrink-0">{stars === 1 ? '1 star' : t('{stars} stars', { stars })}</span>
          <span aria-hidden="true" className="h-2 grow overflow-hidden rounded-full bg-hairline">
            <span
              className="block h-full rounded-full bg-accent"
              style={{ width: `${(count * 100) / reviews.length}%` }}
            />
          </span>
          <span className="w-6 shrink-0 text-right tabular-nums">{count}</span>
        </li>
      ))}
    </ul>
  )
}

/** Stars for the average rating, and '(N reviews)' (spec section 2). No stars without reviews (contract section 2). */
export function ReviewSummary({ productId }: { productId: number }) {
  const { data: reviews = [] } = useQuery(listReviewsQuery(useApi(), productId))
  const average = averageRating(reviews)
  return (
    <a
      href={`#${REVIEWS_ANCHOR}`}
      className="mt-3 inline-flex min-h-8 tap items-center gap-2 text-muted hover:text-ink"
    >
      {reviews.length > 0 && (
        <Stars rating={average} label={t('{average} out of 5 stars', { average: average.toFixed(1) })} />
      )}
      <span>
        ({reviews.length} {reviews.length === 1 ? 'review' : 'reviews'})
      </span>
    </a>
  )
}
