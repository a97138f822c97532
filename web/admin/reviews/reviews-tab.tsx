import { useQuery } from '@tanstack/react-query'
import { ADMIN_PAGE_SIZE } from '#contract/product-rules.ts'
import { useApi } from '../../platform/api-context.ts'
import { Select } from '../../ui/field.tsx'
import { useAdminAddress } from '../address.ts'
import { ListFrame } from '../list-frame.tsx'
import { SearchField } from '../search-field.tsx'
import { AdminReview } from './admin-review.tsx'
import { allReviewsQuery, type ReviewListQuery } from './queries.ts'

const FILTERS = ['search', 'rating'] as const

/** All reviews, the newest first: edited, deleted and answered here. */
export function ReviewsTab() {
  const { read, addressWith, go } = useAdminAddress()
  const page = Number(read('page') ?? 1)
  const query = { search: read('search'), rating: read('rating'), page } as ReviewListQuery
  const list = useQuery(allReviewsQuery(useApi(), query))
  return (
    <>
      <h1 className="text-3xl">Reviews</h1>
      <section aria-label="Reviews" className="mt-5 grid max-w-2xl gap-3 sm:grid-cols-[2fr_1fr]">
        <SearchField
          label="Search by text, product or author"
          value={read('search') ?? ''}
          onSearch={(search) => go({ search, page: null }, { replace: true })}
        />
        <Select
          label="Stars"
          value={read('rating') ?? ''}
          onChange={({ target }) => go({ rating: target.value, page: null }, { replace: true })}
        >
          <option value="">Any</option>
          {[5, 4, 3, 2, 1].map((stars) => (
            <option key={stars} value={stars}>
              {stars} {stars === 1 ? 'star' : 'stars'}
            </option>
          ))}
        </Select>
      </section>
      <ListFrame
        what="reviews"
        one="review"
        list={list.data}
        isError={list.isError}
        isFiltered={FILTERS.some((name) => read(name))}
        page={page}
        pageSize={ADMIN_PAGE_SIZE}
        addressOf={(number) => addressWith({ page: number === 1 ? null : number })}
        onRetry={() => void list.refetch()}
        onClear={() => go({ search: null, rating: null, page: null })}
        empty={<p>Nobody has written a review yet.</p>}
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
