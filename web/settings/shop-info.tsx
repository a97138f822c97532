import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { centsOf } from '#contract/money.ts'
import { EU_COUNTRIES } from '#contract/pricing/eu.ts'
import type { TaxRules } from '#contract/pricing/taxes.ts'
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

/** Countries whose tax is a value-added tax that English texts call VAT. */
const WITH_VAT: ReadonlySet<string> = new Set([...EU_COUNTRIES, 'CH', 'GB', 'IM', 'IS', 'LI', 'MC', 'NO'])
/** Countries whose tax isn't called VAT, even if the store owner named it so. */
const WITHOUT_VAT: ReadonlySet<string> = new Set(['AU', 'CA', 'IN', 'JP', 'MY', 'NZ', 'SG', 'US'])

/**
 * Returns the name of the tax that prices include, for a note that every shopper sees: 'VAT' only if every rate is one,
 * the store owner's name if all rates have the same, and 'tax' otherwise.
 */
function includedTaxName({ rates, home }: Pick<TaxRules, 'rates' | 'home'>): string {
  const names = new Set(
    rates.map(({ country, name }) => {
      if (WITH_VAT.has(country)) return 'VAT'
      return name === 'VAT' && WITHOUT_VAT.has(country) ? 'tax' : name
    }),
  )
  // Without a table, the provider calculates the taxes; a shop in the EU then charges VAT at home.
  if (names.size === 0) return home ? 'VAT' : 'tax'
  const [name = 'tax'] = names
  return names.size === 1 ? name : 'tax'
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
