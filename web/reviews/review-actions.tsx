import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { REVIEW_MESSAGES } from '#contract/reviews/rules.ts'
import { useApi } from '../platform/api-context.ts'
import { shopInfoQuery } from '../settings/queries.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import { PenIcon, TrashIcon } from '../ui/page-icons.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { Review } from './queries.ts'
import { useDeleteReview, useEditReview, useWriteReview } from './write.ts'

/** Brings form and schema library with it, which most readers never need. */
const ReviewForm = lazy(() => import('./review-form.tsx').then(({ ReviewForm }) => ({ default: ReviewForm })))

/** For a signed-in user without a review of their own (spec section 2). */
export function WriteReview({ productId }: { productId: number }) {
  const [isOpen, setOpen] = useState(false)
  const write = useWriteReview(productId)
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  return (
    <>
      <Button look="outline" onClick={() => setOpen(true)}>
        Write a Review
      </Button>
      <Modal isOpen={isOpen} onClose={() => setOpen(false)} title="Write a Review">
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

/** Edit and delete, for the owner and any admin. */
export function ReviewActions({ review }: { review: Review }) {
  const [isEditing, setEditing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const edit = useEditReview(review.productId)
  const remove = useDeleteReview(review.productId)
  const { id, rating, title, comment } = review
  return (
    <div className="flex">
      <IconButton label={`Edit the review “${title}”`} onClick={() => setEditing(true)}>
        <PenIcon />
      </IconButton>
      <IconButton label={`Delete the review “${title}”`} onClick={() => setDeleting(true)}>
        <TrashIcon />
      </IconButton>
      <Modal isOpen={isEditing} onClose={() => setEditing(false)} title="Edit Your Review">
        <Suspense fallback={<Spinner />}>
          <ReviewForm
            review={{ rating, title, comment }}
            isBusy={edit.isPending}
            onSubmit={(text) => edit.mutate({ id, ...text }, { onSuccess: () => setEditing(false) })}
          />
        </Suspense>
      </Modal>
      <Modal isOpen={isDeleting} onClose={() => setDeleting(false)} title="Delete review">
        <p>Are you sure you want to delete this review?</p>
        <div className="mt-5 flex justify-end gap-3">
          <Button look="outline" onClick={() => setDeleting(false)}>
            Cancel
          </Button>
          <Button
            look="danger"
            isBusy={remove.isPending}
            onClick={() => remove.mutate(id, { onSuccess: () => setDeleting(false) })}
          >
            Delete
          </Button>
        </div>
      </Modal>
    </div>
  )
}
