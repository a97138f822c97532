import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { type AmountRow, amountRows } from '#contract/pricing/quote.ts'
import { useApi } from '../platform/api.ts'
import { useFormats } from '../platform/formats.ts'
import { hasSeveralRates, shopInfoQuery } from '../settings/shop-info.tsx'
import { loadLater } from '../ui/load-later.tsx'
import { isBlocked } from './item-parts.tsx'
import type { CartItem } from './queries.ts'
import { knownDestination, quoteFor, type TypedDestination } from './quote.ts'

/**
 * Subtotal, shipping, and total at current prices. Other shipping rates may apply once the destination is known.
 * @param to the shipping address entered so far
 */
export function CartTotals({ items, to = {} }: { items: CartItem[]; to?: TypedDestination }) {
  const { formatCents, locale } = useFormats()
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  const quote = shop && quoteFor(shop, items, to)
  const isKnown = shop && knownDestination(shop, items, to) !== null
  const isUntaxed = shop?.taxes?.isCalculated && !to.taxes
  const isFrom = shop && !isKnown && hasSeveralRates(shop)
  return (
    <dl className="grid gap-1 tabular-nums">
      {quote ? (
        amountRows(quote, formatCents, locale).map((row) => (
          <TotalRow key={row.label} {...(isFrom ? withFrom(row) : row)} />
        ))
      ) : (
        <TotalRow label="Total" value="Not available right now" />
      )}
      {(!isKnown || isUntaxed) && quote?.taxes.length === 0 && <TaxNote />}
      {shop?.zones && to.country && !isKnown && (
        <div>
          <dt className="sr-only">Shipping</dt>
          <dd className="text-sale text-sm">
            <Suspense>
              <NotShipped zones={shop.zones} items={items} to={to} />
            </Suspense>
          </dd>
        </div>
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

const NotShipped = loadLater(async () => (await import('./not-shipped.tsx')).NotShipped)

function withFrom(row: AmountRow): AmountRow {
  if (row.label !== 'Shipping' && !row.isTotal) return row
  return { ...row, value: `from ${row.value === 'Free' ? 'free' : row.value}` }
}

/** The note about taxes, shown until the shipping address is known. */
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
