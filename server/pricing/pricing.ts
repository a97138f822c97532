import { isoCountry } from '#contract/checkout/rules.ts'
import {
  type Destination,
  flatRateRules,
  type Quote,
  type QuoteRules,
  quote,
} from '#contract/pricing/quote.ts'
import { type CartItemRow, listCartItems, type Owner } from '../cart/queries.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Settings } from '../settings/settings.ts'
import { taxRules } from './tax-rules.ts'

export type PricedCart = { lines: CartItemRow[]; quote: Quote }

/** Prices a cart at current prices. @param destination null while the shopper hasn't given an address */
export async function priceCart(
  db: Db,
  owner: Owner,
  settings: Settings,
  destination: Destination | null,
): Promise<PricedCart> {
  const lines = await listCartItems(db, owner, settings)
  return { lines, quote: quote(lines, destination, quoteRules(settings)) }
}

export function destinationOf({ country, state }: { country: string; state: string }): Destination {
  return { country: isoCountry(country), region: state, methodId: null }
}

/** Returns the settings that decide what an order costs. */
export function quoteRules({ shippingRateCents, taxes }: Settings): QuoteRules {
  const today = now().toISOString().slice(0, 10)
  return { ...flatRateRules(shippingRateCents), taxes: taxRules(taxes, '', today) }
}
