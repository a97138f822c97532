import { useQuery } from '@tanstack/react-query'
import { centsOf } from '#contract/money.ts'
import { flatRateRules, pricedItem, type Quote, quote } from '#contract/pricing/quote.ts'
import { useApi } from '../platform/api.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import type { CartItem } from './queries.ts'

/** Returns the cart's totals, or null until the shipping rate is loaded. */
export function useCartQuote(items: CartItem[]): Quote | null {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  if (!shop) return null
  const rules = flatRateRules(centsOf(shop.shippingRate), shop.currency)
  return quote(items.map(pricedItem), null, shop.taxes ? { ...rules, taxes: shop.taxes } : rules)
}
