import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { REVIEW_MESSAGES } from '#contract/reviews/rules.ts'
import { type Api, type InputOf, reasonOf, useApi } from '../platform/api.ts'
import { useDates } from '../platform/dates.ts'
import { belongsTo, keys } from '../platform/query-cache.ts'
import { useMutation, useQuery } from '../platform/use-query.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Spinner } from '../ui/feedback.tsx'
import { Modal } from '../ui/modal.tsx'
import { PenIcon, TrashIcon } from '../ui/page-icons.tsx'
import { Stars } from '../ui/stars.tsx'
import { showErrorToast, showToast } from '../ui/toast-store.ts'
import type { Review } from './queries.ts'

/** Stars, title, comment, author, date, and '(edited)' (spec section 2). */
export function ReviewCard({ review, actions }: { review: Review; actions?: ReactNode }) {
  const { formatDay } = useDates()
  const { rating, title, comment, createdAt, updatedAt, user, reply } = review
  return (
    <article>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Stars rating={rating} />
        {actions}
      </div>
      <h3 className="mt-2 text-base">{title}</h3>
      <p className="mt-1 max-w-prose whitespace-pre-line wrap-anywhere">{comment}</p>
      <p className="mt-3 text-muted text-sm">
        {user.fullName || user.username} · <time dateTime={createdAt}>{formatDay(createdAt, 'numeric')}</time>
        {createdAt !== updatedAt && ' (edited)'}
        {review.isVerifiedPurchase && (
          <span className="ml-2 rounded-full border border-hairline px-2 py-0.5">
            {t('Verified purchase')}
          </span>
        )}
      </p>
      {reply && (
        <div className="mt-4 border-accent border-l-2 pl-4">
          <p className="font-medium text-sm">{t('Reply from the shop')}</p>
          <p className="mt-1 max-w-prose whitespace-pre-line wrap-anywhere">{reply.text}</p>
        </div>
      )}
    </article>
  )
}

/** Loads the form and the schema library, which most readers never need. */
const ReviewForm = lazy(() => import('./review-form.tsx').then(({ ReviewForm }) => ({ default: ReviewForm })))

/** Shown to a signed-in user who hasn't reviewed the product (spec section 2). */
export function WriteReview({ productId }: { productId: number }) {
  const [isOpen, setOpen] = useState(false)
  const write = useWriteReview(productId)
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  return (
    <>
      <Button look="outline" onClick={() => setOpen(true)}>
        {t('Write a Review')}
      </Button>
      <Modal isOpen={isOpen} onClose={() => setOpen(false)} title={t('Write a Review')}>
        {shop?.reviewsFromBuyersOnly && <p className="mb-4 text-muted">{REVIEW_MESSAGES.purchaseNeeded}</p>}
        <Suspense fallback={<Spinner />}>
          <ReviewForm
            isBusy={write.isPending}
            onSubmit={(text) => write.mutate({ productId, ...text }, { onSuccess: () => setOpen(false) })}
          />
        </Suspense>
      </Modal>
    </>
  )
}

/** Edit and delete buttons for the author and any admin. */
export function ReviewActions({ review }: { review: Review }) {
  const [isEditing, setEditing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const edit = useEditReview(review.productId)
  const remove = useDeleteReview(review.productId)
  const { id, rating, title, comment } = review
  return (
    <div className="flex">
      <IconButton label={t('Edit the review “{title}”', { title })} onClick={() => setEditing(true)}>
        <PenIcon />
      </IconButton>
      <IconButton label={t('Delete the review “{title}”', { title })} onClick={() => setDeleting(true)}>
        <TrashIcon />
      </IconButton>
      <Modal isOpen={isEditing} onClose={() => setEditing(false)} title={t('Edit Your Review')}>
        <Suspense fallback={<Spinner />}>
          <ReviewForm
            review={{ rating, title, comment }}
            isBusy={edit.isPending}
            onSubmit={(text) => edit.mutate({ id, ...text }, { onSuccess: () => setEditing(false) })}
          />
        </Suspense>
      </Modal>
      <Modal isOpen={isDeleting} onClose={() => setDeleting(false)} title={t('Delete review')}>
        <p>{t('Are you sure you want to delete this review?')}</p>
        <div className="mt-5 flex justify-end gap-3">
          <Button look="outline" onClick={() => setDeleting(false)}>
            {t('Cancel')}
          </Button>
          <Button
            look="danger"
            isBusy={remove.isPending}
            onClick={() => remove.mutate(id, { onSuccess: () => setDeleting(false) })}
          >
            {t('Delete')}
          </Button>
        </div>
      </Modal>
    </div>
  )
}

type Words = { done: string; thanks: string; failed: string }

function useWriteReview(productId: number) {
  return useReviewChange(
    productId,
    (api, input: InputOf<'POST /api/reviews'>) => api.call('POST /api/reviews', input),
    { done: 'Review submitted', thanks: 'Thank you for your feedback!', failed: 'Failed to submit review' },
  )
}

function useEditReview(productId: number) {
  return useReviewChange(
    productId,
    (api, input: InputOf<'PATCH /api/reviews/:id'>) => api.call('PATCH /api/reviews/:id', input),
    {
      done: 'Review updated',
      thanks: 'Your review has been updated successfully',
      failed: 'Failed to update review',
    },
  )
}

function useDeleteReview(productId: number) {
  return useReviewChange(productId, (api, id: number) => api.call('DELETE /api/reviews/:id', { id }), {
    done: 'Review deleted',
    thanks: 'Your review has been deleted',
    failed: 'Failed to delete review',
  })
}

const HELD =
  'Thank you. Your review will appear once it has been checked, or once you verify your email address.'

/** Refetches the list after each change (spec section 4), and the product's data on cards. */
function useReviewChange<I, A>(productId: number, send: (api: Api, input: I) => Promise<A>, words: Words) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: I) => send(api, input),
    onSuccess: async (response) => {
      const isHeld =
        typeof response === 'object' && response !== null && 'isHeld' in response && response.isHeld
      showToast(words.done, isHeld ? HELD : words.thanks)
      await queryClient.invalidateQueries({
        predicate: belongsTo(keys.reviews(productId), keys.reviews('all'), keys.products()),
      })
    },
    onError: (error) => {
      showErrorToast(words.failed, reasonOf(error, 'Please try again later'))
    },
  })
}
