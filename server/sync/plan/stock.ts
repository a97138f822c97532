import { STOCK_MAX } from '#contract/catalog/rules.ts'
import type { ShopVariant, VariantLink } from '../product.ts'

/** The stock of a variant after a sync, and the units that the platform has sold and the shop still owes: at most 0. */
type Stock = {
  stockQuantity: number | null
  owed: number
  /** Whether it is the platform's count, instead of changed by the platform's sales. */
  isCounted: boolean
}

/** Returns the stock for the platform's count as a whole. */
export function stockByCount(count: number | null, held: number): Stock {
  if (count === null) return { stockQuantity: null, owed: 0, isCounted: false }
  return { stockQuantity: within(count, held), owed: Math.min(0, count), isCounted: true }
}

/** Returns the stock after the platform's sales, as far as there are enough units. */
function stockByChange(before: number, change: number, held: number): Stock {
  const stockQuantity = within(before + change, held)
  return { stockQuantity, owed: Math.min(0, change - (stockQuantity - before)), isCounted: false }
}

/** Reserved units must stay, regardless of the platform's count. */
const within = (count: number, held: number) => Math.min(Math.max(count, held, 0), STOCK_MAX)

/**
 * Changes a variant's stock by the change of the platform's count, plus units still owed. Takes the count itself if a
 * side didn't count the variant before.
 * @param link null to take the count
 * @param pending changes that are being sent to the platform, which its count doesn't include
 */
export function stockAfter(
  count: number | null,
  { facts: { stockQuantity: before }, held }: Pick<ShopVariant, 'facts' | 'held'>,
  link: Pick<VariantLink, 'facts' | 'stockOwed'> | null,
  pending: number,
): Stock {
  const last = link?.facts.stockQuantity ?? null
  if (link !== null && count !== null && last !== null && before !== null)
    return stockByChange(before, count - last + link.stockOwed, held)
  return stockByCount(count === null ? null : count + pending, held)
}
