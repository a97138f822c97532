import { useQuery } from '@tanstack/react-query'
import { cartTotals } from '#contract/cart/rules.ts'
import { formatCents } from '#contract/money.ts'
import { useApi } from '../platform/api-context.ts'
import { shopInfoQuery } from '../settings/queries.ts'
import type { CartItem } from './answers.ts'
import { isBlocked } from './line-note.tsx'

/** Subtotal, shipping and total at today's prices. */
export function CartSums({ items }: { items: CartItem[] }) {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  const { subtotalCents, shippingCents, totalCents } = cartTotals(items, shop?.shippingRate ?? '0.00')
  return (
    <dl className="grid gap-1 tabular-nums">
      <Sum name="Subtotal" amount={formatCents(subtotalCents)} />
      <Sum name="Shipping" amount={shippingCents === 0 ? 'Free' : formatCents(shippingCents)} />
      <Sum name="Total" amount={formatCents(totalCents)} isStrong />
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
