import { useState } from 'react'
import { Link } from 'react-router'
import { REPLY_MAX } from '#contract/reviews/rules.ts'
import { ChangeDialog } from '../../admin/changes.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { ReviewActions } from '../review-actions.tsx'
import { ReviewCard } from '../review-card.tsx'
import { type ListedReview, usePublishReview, useReply } from './queries.ts'

/** A review with its product, as shoppers see it, and what an admin can do with it. */
export function AdminReview({ review }: { review: ListedReview }) {
  const { product, productId, reply, title } = review
  const publish = usePublishReview()
  const [isAnswering, setAnswering] = useState(false)
  return (
    <li className="py-5">
      <h2 className="mb-2 font-sans text-base tracking-normal">
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
          aria-label={`${reply ? 'Edit answer to' : 'Answer'} “${title}”`}
          onClick={() => setAnswering(true)}
        >
          {reply ? 'Edit answer' : 'Answer'}
        </Button>
      </div>
      {isAnswering && <AnswerDialog review={review} onClose={() => setAnswering(false)} />}
    </li>
  )
}

function AnswerDialog({ review, onClose }: { review: ListedReview; onClose(): void }) {
  const [text, setText] = useState(review.reply?.text ?? '')
  const answer = useReply(review.id)
  return (
    <ChangeDialog
      title={`Answer “${review.title}”`}
      submit="Publish answer"
      change={answer}
      onSubmit={() => answer.mutate(text, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextArea
        label="Answer"
        hint="Everybody can read it under the review. An empty answer is taken away."
        rows={5}
        maxLength={REPLY_MAX}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </ChangeDialog>
  )
}
