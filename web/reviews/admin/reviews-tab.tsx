import { useQuery } from '@tanstack/react-query'
import { ADMIN_PAGE_SIZE } from '#contract/catalog/rules.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { ListFrame } from '../../admin/list-frame.tsx'
import { SearchField } from '../../admin/search-field.tsx'
import { useApi } from '../../platform/api-context.ts'
import { Select } from '../../ui/field.tsx'
import { AdminReview } from './admin-review.tsx'
import { allReviewsQuery, type ReviewListQuery } from './queries.ts'

const FILTERS = ['search', 'rating', 'held'] as const

/** All reviews, the newest first: edited, deleted and answered here. */
export function ReviewsTab() {
  const { read, page, filter } = useAdminAddress()
  const query = {
    search: read('search'),
    rating: read('rating'),
    held: read('held'),
    page,
  } as ReviewListQuery
  const list = useQuery(allReviewsQuery(useApi(), query))
  return (
    <>
      <h1 className="text-3xl">Reviews</h1>
      <section aria-label="Reviews" className="mt-5 grid max-w-2xl gap-3 sm:grid-cols-[2fr_1fr_1fr]">
        <SearchField label="Search by text, product or author" />
        <Select label="Stars" {...filter('rating')}>
          <option value="">Any</option>
          {[5, 4, 3, 2, 1].map((stars) => (
            <option key={stars} value={stars}>
              {stars} {stars === 1 ? 'star' : 'stars'}
            </option>
          ))}
        </Select>
        <Select label="Visibility" {...filter('held')}>
          <option value="">Any</option>
          <option value="true">Held back</option>
        </Select>
      </section>
      <ListFrame
        what="reviews"
        one="review"
        list={list}
        filters={FILTERS}
        pageSize={ADMIN_PAGE_SIZE}
        empty="Nobody has written a review yet."
      >
        {(reviews) => (
          <ul className="divide-y divide-hairline border-hairline border-t">
            {reviews.map((review) => (
              <AdminReview key={review.id} review={review} />
            ))}
          </ul>
        )}
      </ListFrame>
    </>
  )
}
