import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ADMIN_PAGE_SIZE } from '#contract/catalog/rules.ts'
import { REPLY_MAX } from '#contract/reviews/rules.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { ChangeDialog, showRejectionToast } from '../../admin/changes.tsx'
import { ListFrame } from '../../admin/list-frame.tsx'
import { pagedQuery } from '../../admin/queries.ts'
import { SearchField } from '../../admin/search-field.tsx'
import { type Api, type InputOf, type ResponseOf, useApi } from '../../platform/api.ts'
import { belongsTo, keys } from '../../platform/query-cache.ts'
import { Link } from '../../platform/router/link.tsx'
import { useMutation, useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextArea } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { ReviewActions, ReviewCard } from '../review-card.tsx'

const FILTERS = ['search', 'rating', 'held'] as const

/** All reviews, newest first, with editing, deleting, and replies. */
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
      <h1 className="type-title">Reviews</h1>
      <section aria-label="Reviews" className="mt-5 grid max-w-2xl gap-3 sm:grid-cols-[2fr_1fr_1fr]">
        <SearchField label="Search by text, product, or author" />
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
        plural="reviews"
        singular="review"
        list={list}
        filters={FILTERS}
        pageSize={ADMIN_PAGE_SIZE}
        empty="No reviews yet."
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

/** A review with its product, as shoppers see it, and the admin's actions. */
function AdminReview({ review }: { review: ListedReview }) {
  const { product, productId, reply, title } = review
  const publish = usePublishReview()
  const [isAnswering, setAnswering] = useState(false)
  return (
    <li className="py-5">
      <h2 className="mb-2 text-base">
        <Link
          className="inline-flex min-h-6 items-center underline underline-offset-4"
          to={`/product/${product.slug ?? productId}`}
        >
          {product.name}
        </Link>
      </h2>
      <ReviewCard review={review} actions={<ReviewActions review={review} />} />
      {review.isHeld && (
        <p className="mt-3 text-sm">
          <strong>Held back:</strong> many reviews from unverified accounts came from one network.
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        {review.isHeld && (
          <Button
            look="outline"
            aria-label={`Publish “${title}”`}
            isBusy={publish.isPending}
            onClick={() => publish.mutate(review.id)}
          >
            Publish
          </Button>
        )}
        <Button
          look="outline"
          aria-label={`${reply ? 'Edit reply to' : 'Reply to'} “${title}”`}
          onClick={() => setAnswering(true)}
        >
          {reply ? 'Edit reply' : 'Reply'}
        </Button>
      </div>
      {isAnswering && <AnswerDialog review={review} onClose={() => setAnswering(false)} />}
    </li>
  )
}

function AnswerDialog({ review, onClose }: { review: ListedReview; onClose(): void }) {
  const [text, setText] = useState(review.reply?.text ?? '')
  const response = useReply(review.id)
  return (
    <ChangeDialog
      title={`Reply to “${review.title}”`}
      submit="Publish reply"
      change={response}
      onSubmit={() => response.mutate(text, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextArea
        label="Reply"
        hint="Shown publicly under the review. Leave empty to remove it."
        rows={5}
        maxLength={REPLY_MAX}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </ChangeDialog>
  )
}

type ReviewListQuery = InputOf<'GET /api/admin/reviews'>
type ListedReview = ResponseOf<'GET /api/admin/reviews'>[number]

/** The key shares the prefix of all reviews, so editing or deleting one also refreshes this list. */
const allReviewsQuery = (api: Api, query: ReviewListQuery) =>
  pagedQuery(api, keys.reviews('all', query), 'GET /api/admin/reviews', query)

function usePublishReview() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api.call('POST /api/admin/reviews/:id/publish', { id }),
    onSuccess: () => {
      showToast('Review published')
      return queryClient.invalidateQueries({ predicate: belongsTo(keys.reviews(), keys.products()) })
    },
    onError: showRejectionToast,
  })
}

/** Sets the shop's reply to a review. An empty reply removes it. */
function useReply(id: number) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => api.call('PATCH /api/admin/reviews/:id/reply', { id, text }),
    onSuccess: ({ reply }) => {
      showToast(reply ? 'Reply published' : 'Reply removed')
      return queryClient.invalidateQueries({ queryKey: keys.reviews() })
    },
    onError: showRejectionToast,
  })
}
