import type { BulkChanges } from '#contract/catalog/bulk-edit.ts'
import { priceByPercent } from '#contract/catalog/bulk-rules.ts'
import { differences } from '../audit/differences.ts'
import type { ProductFacts } from './product-row.ts'

type Difference = NonNullable<ReturnType<typeof differences<ProductFacts>>>

/** What a bulk edit makes of one product: null when it is so already; why not, where its price cannot be changed so. */
export function bulkChange(
  facts: ProductFacts,
  changes: BulkChanges,
): Difference | null | { refusal: string } {
  const { pricePercent, oldPrice, ...same } = changes
  const price = pricePercent === undefined ? facts.priceCents : priceByPercent(facts.priceCents, pricePercent)
  if (typeof price === 'object') return price
  const given = Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined))
  return differences(facts, {
    ...facts,
    ...given,
    priceCents: price,
    oldPriceCents: oldPriceAfter(facts, price, oldPrice),
  })
}

/** An old price that a new price has reached is struck out no more: it would announce a reduction that there is not. */
function oldPriceAfter(facts: ProductFacts, price: number, wish: BulkChanges['oldPrice']): number | null {
  const { priceCents, oldPriceCents } = facts
  if (wish === 'remove') return null
  const struck =
    wish === 'strike' && price < priceCents
      ? Math.max(priceCents, oldPriceCents ?? priceCents)
      : oldPriceCents
  return price !== priceCents && struck !== null && struck <= price ? null : struck
}
