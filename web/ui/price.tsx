import { formatMoney } from '#contract/money.ts'

/** A price, and the one before it struck through when there is one, with what the law wants said beside that. */
export function Price({
  price,
  oldPrice,
  priorPrice,
}: {
  price: string
  oldPrice?: string | null
  priorPrice?: string | null
}) {
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
          {priorPrice && (
            <span className="block text-muted text-sm">
              Lowest price in 30 days: {formatMoney(priorPrice)}
            </span>
          )}
        </>
      )}
    </p>
  )
}
