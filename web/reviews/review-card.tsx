import type { ReactNode } from 'react'
import { Stars } from '../ui/stars.tsx'
import type { Review } from './queries.ts'

/** Stars, title, comment, author, date, and '(edited)' (spec section 2). */
export function ReviewCard({ review, actions }: { review: Review; actions?: ReactNode }) {
  const { rating, title, comment, createdAt, updatedAt, user, reply } = review
  return (
    <article>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Stars rating={rating} />
        {actions}
      </div>
      <h3 className="mt-2 font-medium font-sans text-base tracking-normal">{title}</h3>
      <p className="mt-1 max-w-prose whitespace-pre-line wrap-anywhere">{comment}</p>
      <p className="mt-3 text-muted text-sm">
        {user.fullName || user.username} · {/* Server and browser may live in different time zones. */}
        <time dateTime={createdAt} suppressHydrationWarning>
          {new Date(createdAt).toLocaleDateString()}
        </time>
        {createdAt !== updatedAt && ' (edited)'}
        {review.isVerifiedPurchase && (
          <span className="ml-2 rounded-full border border-hairline px-2 py-0.5">Verified purchase</span>
        )}
      </p>
      {reply && (
        <div className="mt-4 border-accent border-l-2 pl-4">
          <p className="font-medium text-sm">Reply from the shop</p>
          <p className="mt-1 max-w-prose whitespace-pre-line wrap-anywhere">{reply.text}</p>
        </div>
      )}
    </article>
  )
}
