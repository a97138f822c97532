import { variantTitle } from '#contract/catalog/variants.ts'
import type { NewVariantLink, ShopVariant, VariantFields } from '../product.ts'
import { type Merged, stockByCount, type VariantField } from './merge.ts'
import type { VariantRow } from './pair-variants.ts'

export type PlannedVariant = {
  /** Null if only the shop has it. */
  externalId: string | null
  /** Null if it is new. */
  id: number | null
  facts: VariantFields
}
/** A variant of the plan, before its SKU and its position are known. */
export type Draft = PlannedVariant &
  Pick<Merged<VariantField>, 'apply' | 'isHeld'> & {
    row: VariantRow | null
    owed: number
    isCounted: boolean
  }

/** A variant that the shop doesn't have yet. */
export function addedDraft(externalId: string, row: VariantRow): Draft {
  if (!row.now) throw new Error(`The variant ${externalId} is on neither side`)
  const { stockQuantity, owed } = stockByCount(row.now.stockQuantity, 0)
  const facts = { ...row.now, stockQuantity }
  return { externalId, id: null, facts, row, owed, apply: [], isCounted: false, isHeld: false }
}

/** A variant of the shop that the platform doesn't have. */
export function keptDraft({ id, facts }: ShopVariant, row: VariantRow | null): Draft {
  const [externalId, owed] = [row?.externalId ?? null, row?.link?.stockOwed ?? 0]
  return { externalId, id, facts, row, owed, apply: [], isCounted: false, isHeld: false }
}

/**
 * When a product gets options, the units that its only variant owes are deducted from the variants with the most
 * units, because the sold variants are unknown.
 */
export function spreadOwed(drafts: Draft[]): void {
  const first = drafts.find(({ row, apply }) => row?.here && row.link && apply.includes('stockQuantity'))
  if (!first || first.isCounted) return
  const others = drafts.filter((draft) => draft !== first && draft.facts.stockQuantity !== null)
  for (const draft of others.toSorted((one, other) => stockOf(other) - stockOf(one))) {
    const units = Math.min(-first.owed, stockOf(draft))
    draft.facts = { ...draft.facts, stockQuantity: stockOf(draft) - units }
    first.owed += units
  }
}

const stockOf = ({ facts }: Draft) => facts.stockQuantity ?? 0

/** Leaves out SKUs that other variants have. @returns the SKUs that rows keep instead */
export function settleSkus(drafts: Draft[], own: Draft[], takenSkus: ReadonlySet<string>) {
  const notes: string[] = []
  const kept = new Map<VariantRow, string | null>()
  const isNew = ({ row, apply }: Draft) => !row?.here || apply.includes('sku')
  const used = new Set([...takenSkus, ...[...own, ...drafts.filter((one) => !isNew(one))].flatMap(skuOf)])
  for (const draft of drafts.filter(isNew)) {
    const [sku] = skuOf(draft)
    if (sku === undefined || used.size < used.add(sku).size) continue
    const title = variantTitle(draft.facts.optionValues) || 'this product'
    notes.push(`Another variant in the shop has the SKU ${draft.facts.sku}, so ${title} doesn’t get it.`)
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
    externalId,
    variantId: here?.id ?? null,
    isActive: now !== null,
    // The SKU that the variant has instead, so that the next run tries again.
    facts: keptSku === undefined ? facts : { ...facts, sku: keptSku },
    stockOwed: draft ? draft.owed : (link?.stockOwed ?? 0),
    isStockAcknowledged,
  }
}
