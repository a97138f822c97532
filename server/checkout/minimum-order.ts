import type { PricedCart } from '../pricing/pricing.ts'
import type { Settings } from '../settings/settings.ts'

/** Returns the cents that a cart's items need to reach the shop's minimum order, or null if they do or there are none. */
export function missingCents(
  { lines, quote }: Pick<PricedCart, 'lines' | 'quote'>,
  { minimumOrderCents }: Pick<Settings, 'minimumOrderCents'>,
): number | null {
  if (lines.length === 0 || quote.subtotalCents >= minimumOrderCents) return null
  return minimumOrderCents - quote.subtotalCents
}
