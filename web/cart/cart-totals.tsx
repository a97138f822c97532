import { useQuery } from '@tanstack/react-query'
import { type AmountRow, amountRows } from '#contract/pricing/quote.ts'
import { useApi } from '../platform/api.ts'
import { useFormats } from '../platform/formats.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { isBlocked } from './item-parts.tsx'
import type { CartItem } from './queries.ts'
import { useCartQuote } from './quote.ts'

/** Subtotal, shipping, and total at current prices. */
export function CartTotals({ items }: { items: CartItem[] }) {
  const { formatCents } = useFormats()
  const quote = useCartQuote(items)
  return (
    <dl className="grid gap-1 tabular-nums">
      {quote ? (
        amountRows(quote, formatCents).map((row) => <TotalRow key={row.label} {...row} />)
      ) : (
        <TotalRow label="Total" value="Not available right now" />
      )}
      {quote?.taxes.length === 0 && <TaxNote />}
      {items.some(isBlocked) && (
        <div>
          <dt className="sr-only">About the total</dt>
          <dd className="text-sale text-sm">To check out, update the marked items.</dd>
        </div>
      )}
    </dl>
  )
}

/** The note about taxes until the shipping address is known. */
function TaxNote() {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  if (!shop?.taxes) return null
  return shop.taxes.pricesIncludeTax ? (
    <TotalRow label="Tax" value="Included in prices" />
  ) : (
    <TotalRow label="Tax" value="Calculated at checkout" />
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
