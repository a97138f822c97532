import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { centsOf } from '#contract/money.ts'
import { includedTaxName } from '#contract/pricing/tax-name.ts'
import { type Api, type ResponseOf, useApi } from '../platform/api.ts'
import { SHIPPING } from '../platform/paths.ts'
import { keys } from '../platform/query-cache.ts'

export const shopInfoQuery = (api: Api) =>
  queryOptions({ queryKey: keys.shop, queryFn: () => api.call('GET /api/shop') })

/** Returns whether shipping can cost something other than the first method of the first zone. */
export function hasSeveralRates({ zones = [] }: ResponseOf<'GET /api/shop'>): boolean {
  const deliveries = zones[0]?.methods.filter(({ kind }) => kind !== 'pickup') ?? []
  return zones.length > 1 || deliveries.length > 1
}

type PriceNoteProps = { className: string; before?: string; shippingCost?: string }

/**
 * 'incl. VAT, plus shipping', shown with prices that include tax, as EU law requires (Directive 2011/83/EU, article 6).
 * @param shippingCost of one product; omitted for all products
 */
export function PriceNote({ className, before = '', shippingCost }: PriceNoteProps) {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  if (!shop?.taxes?.pricesIncludeTax) return null
  const isExtra = shippingCost === undefined ? chargesShipping(shop) : centsOf(shippingCost) > 0
  return (
    <p className={`${className} text-muted text-sm`}>
      {before}incl. {includedTaxName(shop.taxes)}
      {isExtra && (
        <>
          , plus{' '}
          <Link className="underline underline-offset-4" to={SHIPPING}>
            shipping
          </Link>
        </>
      )}
    </p>
  )
}

function chargesShipping({ zones, shippingRate }: ResponseOf<'GET /api/shop'>): boolean {
  const methods = zones?.flatMap((zone) => zone.methods)
  if (!methods) return centsOf(shippingRate) > 0
  return methods.some(({ rateCents, bands = [] }) =>
    [{ rateCents }, ...bands].some((rate) => (rate.rateCents ?? 0) > 0),
  )
}

/** Returns the shop's name. */
export function useShopName(): string {
  return useQuery(shopInfoQuery(useApi())).data?.name ?? 'Plinth'
}

export function ShopName() {
  return useShopName()
}
