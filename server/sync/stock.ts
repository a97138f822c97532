import { STOCK_MAX } from '#contract/catalog/rules.ts'
import type { SyncedFields } from './mapping.ts'
import type { Sides } from './merge.ts'
import type { Draft } from './variant-draft.ts'
import type { VariantFields } from './variant-mapping.ts'
import type { ShopVariant, VariantRow, VariantSides } from './variant-rows.ts'

/** Reserved units must stay, regardless of the platform's count. */
export const within = (count: number, held: number) => Math.min(Math.max(count, held, 0), STOCK_MAX)

/** Returns the units that the platform has sold without having them, which the shop owes: 0 or negative. */
export const owedFor = (count: number | null) => Math.min(0, count ?? 0)

/** A stock after a sync, and the units still owed. */
export type Stock = { stockQuantity: number | null; owed: number }

/** Returns the stock for the platform's count as a whole. */
export function stockByCount(count: number | null, held: number): Stock {
  return { stockQuantity: count === null ? null : within(count, held), owed: owedFor(count) }
}

/** Returns the stock after the platform's sales, as far as there are enough units. */
export function stockByChange(before: number, change: number, held: number) {
  const stockQuantity = within(before + change, held)
  return { stockQuantity, owed: Math.min(0, change - (stockQuantity - before)) }
}

/**
 * Returns by how much the platform's count has changed, plus units still owed. Returns null if a side doesn't track the
 * product, in which case the platform's count itself is applied.
 */
export function stockChange({
  now,
  last,
  here,
  stockOwed,
}: Pick<Sides<Pick<SyncedFields, 'stockQuantity'>>, 'now' | 'last' | 'here' | 'stockOwed'>): number | null {
  const counts = [now.stockQuantity, last?.stockQuantity ?? null, here.stockQuantity]
  const [after, before] = counts
  if (after == null || before == null || counts.includes(null)) return null
  return after - before + stockOwed
}

/** Returns the stock of a variant that takes the platform's count or its change. */
export function variantStock(
  { choice, pending }: VariantSides,
  { link }: VariantRow,
  facts: VariantFields,
  { id, held, facts: before }: ShopVariant,
): Stock {
  const change =
    choice || !link
      ? null
      : stockChange({ now: facts, last: link.facts, here: before, stockOwed: link.stockOwed })
  if (change !== null && before.stockQuantity !== null)
    return stockByChange(before.stockQuantity, change, held)
  const count = facts.stockQuantity === null ? null : facts.stockQuantity + (pending.get(id) ?? 0)
  return stockByCount(count, held)
}

/**
 * When a product gets options, the units that the shop has sold since the platform's last count, and those it still
 * owes, are deducted from its first variant and then from the variants with the most units, because the sold variants
 * are unknown.
 */
export function spreadStock({ last, choice }: VariantSides, drafts: Draft[]) {
  const first = drafts.find(({ row, apply }) => row?.here && apply.includes('stockQuantity'))
  const before = first?.row?.here?.facts.stockQuantity ?? null
  if (!first?.row?.now || choice || last?.stockQuantity == null || before === null) return
  const others = drafts.filter((draft) => draft !== first && draft.facts.stockQuantity !== null)
  const count = first.row.now.stockQuantity
  if (count === null) return
  let left = before - last.stockQuantity + (first.row.link?.stockOwed ?? 0) + count
  for (const draft of others.toSorted((one, other) => stockOf(other) - stockOf(one))) {
    const units = Math.min(Math.max(-left, 0), stockOf(draft))
    draft.facts = { ...draft.facts, stockQuantity: stockOf(draft) - units }
    left += units
  }
  first.facts = { ...first.facts, stockQuantity: within(left, first.row.here?.held ?? 0) }
  first.owed = owedFor(left)
}

const stockOf = ({ facts }: Draft) => facts.stockQuantity ?? 0
