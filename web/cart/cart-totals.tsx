import { type AmountRow, amountRows } from '#contract/pricing/quote.ts'
import { isBlocked } from './item-parts.tsx'
import type { CartItem } from './queries.ts'
import { useCartQuote } from './quote.ts'

/** Subtotal, shipping, and total at current prices. */
export function CartTotals({ items }: { items: CartItem[] }) {
  const quote = useCartQuote(items)
  return (
    <dl className="grid gap-1 tabular-nums">
      {quote ? (
        amountRows(quote).map((row) => <TotalRow key={row.label} {...row} />)
      ) : (
        <TotalRow label="Total" value="Not available right now" />
      )}
      {items.some(isBlocked) && (
        <div>
          <dt className="sr-only">About the total</dt>
          <dd className="text-sale text-sm">To check out, update the marked items.</dd>
        </div>
      )}
    </dl>
  )
}

function TotalRow({ label, value, isTotal = false }: AmountRow) {
  return (
    <div
      className={`flex justify-between ${isTotal ? 'mt-1 border-hairline border-t pt-2 font-medium text-lg' : 'text-muted'}`}
    >
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
