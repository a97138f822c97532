import { isDeepStrictEqual } from 'node:util'
import { variantTitle } from '#contract/catalog/variants.ts'
import { VARIANT_FIELDS } from './merge.ts'
import type { VariantFields } from './variant-mapping.ts'
import type { ShopVariant } from './variant-rows.ts'

/** The changed fields of a variant in the record of a run. `onSale` is whether it is active. */
export type VariantChange = {
  /** Null in a preview, for a variant that the shop doesn't have yet. */
  id: number | null
  title: string
  onSale?: boolean
} & Partial<VariantFields>
/** The values of the changed variants. Both lists contain the same variants. */
export type VariantChanges = { before: VariantChange[]; after: VariantChange[] }

type Shown = Pick<ShopVariant, 'isArchived' | 'facts'> & { id: number | null }

/** Lists the variants that differ, with their fields that differ. */
export function variantChanges(before: Shown[], after: Shown[]): VariantChanges {
  const known = new Map(before.flatMap((variant) => (variant.id === null ? [] : [[variant.id, variant]])))
  const changes = after.flatMap((variant) => {
    const old = variant.id === null ? undefined : known.get(variant.id)
    const fields = fieldsBetween(old, variant)
    if (fields.length === 0) return []
    const named = { id: variant.id, title: variantTitle(variant.facts.optionValues) }
    return [
      { before: { ...named, ...valuesOf(old, fields) }, after: { ...named, ...valuesOf(variant, fields) } },
    ]
  })
  return { before: changes.map((one) => one.before), after: changes.map((one) => one.after) }
}

type Name = 'onSale' | keyof VariantFields

function fieldsBetween(old: Shown | undefined, now: Shown): Name[] {
  if (!old || (old.isArchived && !now.isArchived)) return now.isArchived ? [] : ['onSale', 'price']
  if (now.isArchived) return old.isArchived ? [] : ['onSale']
  return (['optionValues', ...VARIANT_FIELDS] as const).filter(
    (field) => !isDeepStrictEqual(old.facts[field], now.facts[field]),
  )
}

function valuesOf(variant: Shown | undefined, fields: Name[]): Partial<VariantChange> {
  return Object.fromEntries(
    fields.map((field) =>
      field === 'onSale'
        ? [field, variant ? !variant.isArchived : false]
        : [field, variant?.facts[field] ?? null],
    ),
  )
}
