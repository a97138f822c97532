import { t } from '#contract/language/language.ts'

const STARS = [1, 2, 3, 4, 5]

/** Five stars, filled up to the integer part of the rating (spec section 1). */
export function Stars({ rating, label }: { rating: number; label?: string }) {
  const filled = Math.trunc(rating)
  return (
    <span
      role="img"
      aria-label={label ?? t('{rating} out of 5 stars', { rating })}
      className="inline-flex text-accent"
    >
      {STARS.map((star) => (
        <Star key={star} isFilled={star <= filled} />
      ))}
    </span>
  )
}

export function Star({ isFilled, className = 'size-4' }: { isFilled: boolean; className?: string }) {
  return (
    <svg viewBox="0 0 20 20" className={className} aria-hidden="true" data-filled={isFilled}>
      <path
        d="M10 1.8l2.5 5.3 5.7.8-4.1 4.1 1 5.8L10 15.1l-5.1 2.7 1-5.8L1.8 7.9l5.7-.8z"
        fill={isFilled ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.2"
        strokeLinejoin="round"
      />
    </svg>
  )
}
