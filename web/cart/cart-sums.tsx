import { formatCents } from '#contract/money.ts'
import { pricedLine, sumOfLines } from '#contract/pricing/quote.ts'
import { isBlocked } from './line-parts.tsx'
import type { CartItem } from './queries.ts'
import { useCartQuote } from './quote.ts'

/** Subtotal, shipping and total at today's prices. */
export function CartSums({ items }: { items: CartItem[] }) {
  const quote = useCartQuote(items)
  return (
    <dl className="grid gap-1 tabular-nums">
      <Sum name="Subtotal" amount={formatCents(sumOfLines(items.map(pricedLine)))} />
      {quote ? (
        <>
          <Sum
            name="Shipping"
            amount={quote.shippingCents === 0 ? 'Free' : formatCents(quote.shippingCents)}
          />
          <Sum name="Total" amount={formatCents(quote.totalCents)} isStrong />
        </>
      ) : (
        <Sum name="Shipping" amount="Not available right now" />
      )}
      {items.some(isBlocked) && (
        <div>
          <dt className="sr-only">About the total</dt>
          <dd className="text-sale text-sm">Not available yet: change the marked items to check out.</dd>
        </div>
      )}
    </dl>
  )
}

function Sum({ name, amount, isStrong = false }: { name: string; amount: string; isStrong?: boolean }) {
  return (
    <div
      className={`flex justify-between ${isStrong ? 'mt-1 border-hairline border-t pt-2 font-medium text-lg' : 'text-muted'}`}
    >
      <dt>{name}</dt>
      <dd>{amount}</dd>
    </div>
  )
}
