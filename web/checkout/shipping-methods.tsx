import { useQuery } from '@tanstack/react-query'
import { shippingProblem } from '#contract/checkout/countries.ts'
import { expectedDelivery } from '#contract/orders/delivery.ts'
import { goodsOf, pricedItem } from '#contract/pricing/quote.ts'
import { type ShippingOption, shippingOptions, zoneFor } from '#contract/pricing/shipping.ts'
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
  const place = knownDestination(shop, to)
  const zone = place && zoneFor(rulesOf(shop).zones, place)
  return zone ? shippingOptions(zone, goodsOf(items.map(pricedItem))) : []
}

/** Returns why the shop doesn't ship to an address, as far as it has been entered, or null. */
export function useShippingProblem({ country, state = '', zipCode = '' }: TypedDestination) {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  if (!shop?.zones || !country) return null
  return shippingProblem(shop.zones, { country, state, zipCode })
}

/** The choice of a shipping method, with prices and expected delivery days. Hidden if there is nothing to choose. */
export function ShippingMethods({
  options,
  chosen,
  onChoose,
}: {
  options: ShippingOption[]
  chosen: string | undefined
  onChoose(methodId: string): void
}) {
  const { dateLocale, formatCents } = useFormats()
  if (options.length < 2) return null
  return (
    <fieldset className="mt-8">
      <legend className="font-serif text-2xl tracking-tight">Shipping method</legend>
      <div className="mt-3 space-y-3">
        {options.map(({ method: { id, name, days, address }, cents }) => (
          <label
            key={id}
            className={`flex min-h-11 cursor-pointer items-center gap-3 rounded-card border bg-surface p-4 ${id === chosen ? 'border-ink' : 'border-control'}`}
          >
            <input
              type="radio"
              name="shippingMethod"
              className="size-5 shrink-0 accent-(--accent)"
              checked={id === chosen}
              onChange={() => onChoose(id)}
            />
            <span className="wrap-anywhere min-w-0 grow">
              <span className="font-medium">{name}</span>
              {address && <span className="block text-muted text-sm">{address.replaceAll('\n', ', ')}</span>}
              {days && (
                <span className="block text-muted text-sm">
                  {address ? 'Ready for pickup' : 'Expected'} {expectedDelivery(new Date(), days, dateLocale)}
                </span>
              )}
            </span>
            <span className="shrink-0 tabular-nums">{cents === 0 ? 'Free' : formatCents(cents)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
