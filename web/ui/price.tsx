import { formatMoney } from '#contract/money.ts'

/** A price, and the one before it struck through when there is one. */
export function Price({ price, oldPrice }: { price: string; oldPrice?: string | null }) {
  return (
    <p className="tabular-nums">
      <span className={oldPrice ? 'text-sale' : ''}>{formatMoney(price)}</span>
      {oldPrice && (
        <>
          {' '}
          <s className="text-muted">
            <span className="sr-only">was </span>
            {formatMoney(oldPrice)}
          </s>
        </>
      )}
    </p>
  )
}
