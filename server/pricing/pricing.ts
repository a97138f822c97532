import { type Quote, quote } from '#contract/pricing/quote.ts'
import { type CartLine, listCartLines, type Owner } from '../cart/queries.ts'
import type { Db } from '../platform/db/database.ts'

export type PricedCart = { lines: CartLine[]; quote: Quote }

/** Prices a cart at current prices. @param shippingRateCents the flat rate from the settings */
export async function priceCart(db: Db, owner: Owner, shippingRateCents: number): Promise<PricedCart> {
  const lines = await listCartLines(db, owner, shippingRateCents)
  return { lines, quote: quote(lines, { flatRateCents: shippingRateCents }) }
}
