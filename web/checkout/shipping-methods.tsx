import { useQuery } from '@tanstack/react-query'
import { addressLines } from '#contract/addresses/rules.ts'
import { shippingProblem } from '#contract/checkout/countries.ts'
import { expectedDelivery } from '#contract/orders/delivery.ts'
import { goodsOf, pricedItem } from '#contract/pricing/quote.ts'
import {
  type ShippingMethod,
  type ShippingOption,
  shippingOptions,
  zoneFor,
} from '#contract/pricing/shipping.ts'
import type { CartItem } from '../cart/queries.ts'
import { knownDestination, rulesOf, type TypedDestination } from '../cart/quote.ts'
import { type ResponseOf, useApi } from '../platform/api.ts'
import { useFormats } from '../platform/formats.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'

/** Returns the ways to ship a cart to an address with their costs, or none if the shop doesn't ship there. */
export function useShippingOptions(items: CartItem[], to: TypedDestination): ShippingOption[] {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  return shop ? shippingOptionsTo(shop, items, to) : []
}

export function shippingOptionsTo(
  shop: ResponseOf<'GET /api/shop'>,
  items: CartItem[],
  to: TypedDestination,
): ShippingOption[] {
  const place = knownDestination(shop, items, to)
  const zone = place && zoneFor(rulesOf(shop).zones, place)
  return zone ? shippingOptions(zone, goodsOf(items.map(pricedItem))) : []
}

/** Returns why the shop doesn't ship to an address, as far as it has been entered, or null. */
export function useShippingProblem(
  items: CartItem[],
  { country, state = '', zipCode = '' }: TypedDestination,
) {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  if (!shop?.zones || !country) return null
  return shippingProblem(shop.zones, { country, state, zipCode }, goodsOf(items.map(pricedItem)))
}

/**
 * The choice of a shipping method, with prices and expected delivery days. A single method can't be chosen, but shoppers
 * must know beforehand if they have to pick up their order.
 */
export function ShippingMethods({
  options,
  chosen,
  onChoose,
}: {
  options: ShippingOption[]
  chosen: string | undefined
  onChoose(methodId: string): void
}) {
  const { formatCents } = useFormats()
  const [only, ...others] = options
  if (only && others.length === 0) return <OnlyMethod {...only} />
  if (!only) return null
  return (
    <fieldset className="mt-8">
      <legend className="font-serif text-2xl tracking-tight">Shipping method</legend>
      <div className="mt-3 space-y-3">
        {options.map(({ method, cents }) => (
          <label
            key={method.id}
            className={`flex min-h-11 cursor-pointer items-center gap-3 rounded-card border bg-surface p-4 ${method.id === chosen ? 'border-ink' : 'border-control'}`}
          >
            <input
              type="radio"
              name="shippingMethod"
              className="size-5 shrink-0 accent-(--accent)"
              checked={method.id === chosen}
              onChange={() => onChoose(method.id)}
            />
            <MethodText {...method} />
            <span className="shrink-0 tabular-nums">{cents === 0 ? 'Free' : formatCents(cents)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function OnlyMethod({ method, cents }: ShippingOption) {
  const { formatCents } = useFormats()
  if (!method.address && !method.days) return null
  return (
    <section aria-labelledby="only-method" className="mt-8">
      <h2 id="only-method" className="font-serif text-2xl tracking-tight">
        Shipping method
      </h2>
      <p className="mt-3 flex gap-3 rounded-card border border-hairline bg-surface p-4">
        <MethodText {...method} />
        <span className="shrink-0 tabular-nums">{cents === 0 ? 'Free' : formatCents(cents)}</span>
      </p>
    </section>
  )
}

/** The name of a method, its pickup address, and its expected days. */
function MethodText({ name, days, address }: ShippingMethod) {
  const formats = useFormats()
  return (
    <span className="wrap-anywhere min-w-0 grow">
      <span className="font-medium">{name}</span>
      {address && <span className="block text-muted text-sm">{addressLines(address).join(', ')}</span>}
      {days && (
        <span className="block text-muted text-sm">
          {address ? 'Ready for pickup' : 'Expected'} {expectedDelivery(new Date(), days, formats)}
        </span>
      )}
    </span>
  )
}
