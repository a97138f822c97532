import { useFormats } from '../platform/formats.ts'

/** A price, with the old price struck through if there is one, and the notice that the law then requires. */
export function Price({
  price,
  oldPrice,
  priorPrice,
  priceFrom = false,
}: {
  price: string
  oldPrice?: string | null
  priorPrice?: string | null
  /** True if variants of the product cost more. */
  priceFrom?: boolean
}) {
  const { formatMoney } = useFormats()
  return (
    <p className="tabular-nums">
      {priceFrom && 'From '}
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
              Lowest price in the 30 days before the sale: {formatMoney(priorPrice)}
            </span>
          )}
        </>
      )}
    </p>
  )
}
