import { STOCK_MAX } from '#contract/catalog/rules.ts'
import { stockChange } from './merge.ts'
import type { Draft } from './variant-draft.ts'
import type { VariantFields } from './variant-mapping.ts'
import type { ShopVariant, VariantRow, VariantSides } from './variant-rows.ts'

/** Reserved units must stay, regardless of the platform's count. */
export const within = (count: number, held: number) => Math.min(Math.max(count, held, 0), STOCK_MAX)

/** Returns a new variant. The shop owes the units that the platform has sold without having them. */
export function added(now: VariantFields): { facts: VariantFields; owed: number } {
  const { stockQuantity } = now
  if (stockQuantity === null) return { facts: now, owed: 0 }
  return { facts: { ...now, stockQuantity: within(stockQuantity, 0) }, owed: Math.min(0, stockQuantity) }
}

/** Returns the stock of a variant that takes the platform's count or its change, and the units it still owes. */
export function stockAfter(
  { choice, pending }: VariantSides,
  { link }: VariantRow,
  facts: VariantFields,
  { id, held, facts: before }: ShopVariant,
) {
  const change =
    choice || !link
      ? null
      : stockChange({ now: facts, last: link.facts, here: before, stockOwed: link.stockOwed })
  if (change === null || before.stockQuantity === null) {
    if (facts.stockQuantity === null) return { stockQuantity: null, owed: 0 }
    const count = facts.stockQuantity + (pending.get(id) ?? 0)
    return { stockQuantity: within(count, held), owed: Math.min(0, count) }
  }
  const stockQuantity = within(before.stockQuantity + change, held)
  return { stockQuantity, owed: Math.min(0, change - (stockQuantity - before.stockQuantity)) }
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
  first.owed = Math.min(0, left)
}

const stockOf = ({ facts }: Draft) => facts.stockQuantity ?? 0
