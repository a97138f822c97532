import { merge, pick } from './merge.ts'
import { linkOf, type VariantPlan } from './variant-draft.ts'
import { MappingError } from './variant-mapping.ts'
import type { VariantRow, VariantSides } from './variant-rows.ts'
import { within } from './variant-stock.ts'

/** The platform has a single variant again: the shop's first one stays, with its price and stock. */
export function withoutOptions(
  { productId, now, last, here, links, owned, pending, choice }: VariantSides,
  plan: Pick<VariantPlan, 'options' | 'conflicts' | 'renamed' | 'notes'>,
  rows: VariantRow[],
): VariantPlan {
  const first = here.variants.find(({ id }) => id === productId)
  if (last === null || !first)
    throw new MappingError('The product in the shop has options, but not on the platform.')
  const link = links.find(({ variantId }) => variantId === productId)
  const facts = { ...first.facts, ...pick(now, ['price', 'oldPrice', 'stockQuantity']), optionValues: [] }
  const { isStockEdited = false, stockOwed = 0 } = link ?? {}
  const merged = merge(
    { now: facts, last: link?.facts ?? null, here: first.facts, isStockEdited, stockOwed, owned },
    ['price', 'oldPrice', 'stockQuantity'],
  )
  const apply = choice ? (['price', 'oldPrice', 'stockQuantity'] as const) : merged.apply
  const isCounted = now.stockQuantity !== null && apply.some((field) => field === 'stockQuantity')
  const count = (now.stockQuantity ?? 0) + (pending.get(productId) ?? 0)
  const after = { ...first.facts, ...pick(facts, apply), optionValues: [] }
  return {
    ...plan,
    variants: [
      {
        ...{ externalId: null, id: productId },
        facts: isCounted ? { ...after, stockQuantity: within(count, first.held) } : after,
      },
    ],
    conflicts: (choice ? [] : merged.conflicts).map((field) => ({
      ...{ variant: null, field, here: first.facts[field], platform: facts[field] },
    })),
    links: rows.map((row) => linkOf(row, null, false)),
    counted: isCounted ? [productId] : [],
    owed: isCounted ? Math.min(0, count) : 0,
  }
}
