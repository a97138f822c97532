import { useQuery } from '@tanstack/react-query'
import { isoCountry } from '#contract/checkout/rules.ts'
import { centsOf } from '#contract/money.ts'
import {
  type Destination,
  flatRateRules,
  goodsOf,
  pricedItem,
  type Quote,
  type QuoteRules,
  quote,
} from '#contract/pricing/quote.ts'
import { offeredMethod, shippingOptions, zoneFor } from '#contract/pricing/shipping.ts'
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
  /** True if the postal code may be only the first part, which a wallet shares before the payment. */
  isPartial?: boolean | undefined
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
    knownDestination(shop, items, to),
    to.taxes ? { ...rules, taxes: to.taxes } : rules,
  )
}

export function rulesOf({ shippingRate, currency, zones, taxes }: Shop): QuoteRules {
  const rules = flatRateRules(centsOf(shippingRate), currency)
  return { ...rules, ...(zones && { zones }), ...(taxes && { taxes }) }
}

/**
 * Returns the destination if the total depends on it, and null if it is unknown or the shop doesn't ship the cart there. A method
 * that isn't offered there is replaced by the cheapest delivery.
 */
export function knownDestination(shop: Shop, items: CartItem[], to: TypedDestination): Destination | null {
  const { country, state = '', zipCode = '', methodId, isPartial = false } = to
  if (!country || !(shop.zones || shop.taxes)) return null
  const place = { country: isoCountry(country), region: state, postalCode: zipCode, isPartial }
  const zone = zoneFor(rulesOf(shop).zones, place)
  const goods = goodsOf(items.map(pricedItem))
  if (!zone || shippingOptions(zone, goods).length === 0) return null
  return { ...place, methodId: offeredMethod(zone, goods, methodId) }
}
