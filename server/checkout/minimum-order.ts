import { CHECKOUT_MESSAGES } from '#contract/checkout/rules.ts'
import { formatCents } from '#contract/money.ts'
import { invalidInput } from '../errors.ts'
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

/** @throws ShopError 400 for a cart below the shop's minimum order */
export function assertMinimumOrder(cart: Pick<PricedCart, 'lines' | 'quote'>, settings: Settings) {
  const missing = missingCents(cart, settings)
  if (missing === null) return
  const written = (cents: number) => formatCents(cents, settings)
  throw invalidInput(
    CHECKOUT_MESSAGES.belowMinimumOrder(written(settings.minimumOrderCents), written(missing)),
  )
}
