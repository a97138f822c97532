import type { ProductOption } from '#contract/catalog/api.ts'
import { variantTitle } from '#contract/catalog/variants.ts'
import type { VariantField } from './merge.ts'
import type { NewConflict } from './ownership-queries.ts'
import type { VariantFields } from './variant-mapping.ts'
import type { NewVariantLink } from './variant-queries.ts'
import type { VariantRow } from './variant-rows.ts'

export type PlannedVariant = {
  /** Null if only the shop has it. */
  externalId: string | null
  /** Null if it is new. */
  id: number | null
  facts: VariantFields
}
export type VariantPlan = {
  options: ProductOption[]
  /** The active variants in their order, or null to leave options and variants alone. */
  variants: PlannedVariant[] | null
  conflicts: NewConflict[]
  links: NewVariantLink[]
  renamed: { from: string; to: string }[]
  notes: string[]
  /** Variants whose stock becomes the platform's count. */
  counted: number[]
  /** Units owed by a product without options, or null if they stay unchanged. */
  owed: number | null
}

/** A variant of the plan, before its SKU and its position are known. */
export type Draft = PlannedVariant & { row: VariantRow | null; owed: number; apply: VariantField[] }

/** Leaves out SKUs that other variants have. @returns the SKUs that rows keep instead */
export function settleSkus(drafts: Draft[], own: Draft[], takenSkus: ReadonlySet<string>) {
  const notes: string[] = []
  const kept = new Map<VariantRow, string | null>()
  const isNew = ({ row, apply }: Draft) => !row?.here || apply.includes('sku')
  const used = new Set([...takenSkus, ...[...own, ...drafts.filter((one) => !isNew(one))].flatMap(skuOf)])
  for (const draft of drafts.filter(isNew)) {
    const [sku] = skuOf(draft)
    if (sku === undefined || used.size < used.add(sku).size) continue
    notes.push(
      `Another variant in the shop has the SKU ${draft.facts.sku}, so ${variantTitle(draft.facts.optionValues)} doesn’t get it.`,
    )
    const before = draft.row?.here?.facts.sku ?? null
    const free = before !== null && used.size < used.add(before.toLowerCase()).size ? before : null
    draft.facts = { ...draft.facts, sku: free }
    if (draft.row) kept.set(draft.row, free)
  }
  return { notes, kept }
}

const skuOf = ({ facts: { sku } }: Draft) => (sku === null ? [] : [sku.toLowerCase()])

/** Returns the link to a platform's variant after the sync. */
export function linkOf(
  row: VariantRow,
  draft: Draft | null,
  isStockAcknowledged: boolean,
  keptSku?: string | null,
): NewVariantLink {
  const { externalId, now, link, here } = row
  // The units sold on the platform while only one side has the variant are deducted once both have it again.
  const facts = (draft === null ? link?.facts : now) ?? now ?? link?.facts ?? here?.facts
  if (!facts) throw new Error(`The variant ${externalId} is on neither side`)
  return {
    ...{ externalId, variantId: here?.id ?? null, isActive: now !== null },
    // The SKU that the variant has instead, so that the next run tries again.
    facts: keptSku === undefined ? facts : { ...facts, sku: keptSku },
    stockOwed: draft ? draft.owed : (link?.stockOwed ?? 0),
    isStockAcknowledged,
  }
}
