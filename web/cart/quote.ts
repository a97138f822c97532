import { useQuery } from '@tanstack/react-query'
import { isoCountry } from '#contract/checkout/rules.ts'
import { centsOf } from '#contract/money.ts'
import {
  type Destination,
  flatRateRules,
  pricedItem,
  type Quote,
  type QuoteRules,
  quote,
} from '#contract/pricing/quote.ts'
import { zoneFor } from '#contract/pricing/shipping.ts'
import type { TaxRules } from '#contract/pricing/taxes.ts'
import { type ResponseOf, useApi } from '../platform/api.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import type { CartItem } from './queries.ts'

type Shop = ResponseOf<'GET /api/shop'>

/** The shipping address as far as it is known, with the shop's country code and the chosen method. */
export type TypedDestination = {
  country?: string | undefined
  state?: string | undefined
  zipCode?: string | undefined
  methodId?: string | null
  /** The tax rules for a business that owes the VAT itself, or the taxes that the payment provider calculated. */
  taxes?: TaxRules | undefined
}

/**
 * Returns the cart's totals, or null until the shipping rates are loaded.
 * @param to the shipping address, if known
 */
export function useCartQuote(items: CartItem[], to: TypedDestination = {}): Quote | null {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  return shop ? quoteFor(shop, items, to) : null
}

export function quoteFor(shop: Shop, items: CartItem[], to: TypedDestination): Quote {
  const rules = rulesOf(shop)
  return quote(
    items.map(pricedItem),
    knownDestination(shop, to),
    to.taxes ? { ...rules, taxes: to.taxes } : rules,
  )
}

export function rulesOf({ shippingRate, currency, zones, taxes }: Shop): QuoteRules {
  const rules = flatRateRules(centsOf(shippingRate), currency)
  return { ...rules, ...(zones && { zones }), ...(taxes && { taxes }) }
}

/**
 * Returns the destination if the total depends on it, and null if it is unknown or the shop doesn't ship there. A method
 * that isn't offered there is replaced by the cheapest delivery.
 */
export function knownDestination(shop: Shop, to: TypedDestination): Destination | null {
  const { country, state = '', zipCode = '', methodId = null } = to
  if (!country || !(shop.zones || shop.taxes)) return null
  const place = { country: isoCountry(country), region: state, postalCode: zipCode }
  const zone = zoneFor(rulesOf(shop).zones, place)
  if (!zone) return null
  return { ...place, methodId: zone.methods.some(({ id }) => id === methodId) ? methodId : null }
}
