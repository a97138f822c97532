import { isoCountry } from '#contract/checkout/rules.ts'
import {
  type Destination,
  flatRateRules,
  type Quote,
  type QuoteRules,
  quote,
  STANDARD_CLASS,
} from '#contract/pricing/quote.ts'
import { type CartItemRow, listCartItems, type Owner } from '../cart/queries.ts'
import type { Db } from '../platform/db/database.ts'
import type { Settings } from '../settings/settings.ts'

export type PricedCart = { lines: CartItemRow[]; quote: Quote }

/** Prices a cart at current prices. @param destination null while the shopper hasn't given an address */
export async function priceCart(
  db: Db,
  owner: Owner,
  settings: Settings,
  destination: Destination | null,
): Promise<PricedCart> {
  const lines = await listCartItems(db, owner, settings.shippingRateCents)
  const classed = lines.map((line) => ({ ...line, taxClass: STANDARD_CLASS }))
  return { lines, quote: quote(classed, destination, quoteRules(settings)) }
}

export function destinationOf({ country, state }: { country: string; state: string }): Destination {
  return { country: isoCountry(country), region: state, methodId: null }
}

/** Returns the settings that decide what an order costs. */
function quoteRules({ shippingRateCents }: Settings): QuoteRules {
  return flatRateRules(shippingRateCents)
}
