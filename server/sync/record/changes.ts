import { isDeepStrictEqual } from 'node:util'
import { variantTitle } from '#contract/catalog/variants.ts'
import type { Db } from '../../platform/db/database.ts'
import { comparedFields, ONLY_FIELDS, PRODUCT_FIELDS, pick, VARIANT_FIELDS } from '../plan/merge.ts'
import type { ChangedValues, ShownProduct, ShownVariant, VariantChange, VariantFields } from '../product.ts'
import { insertChange, type NewChange } from './run-queries.ts'

const FLAT_FIELDS = [...PRODUCT_FIELDS, ...ONLY_FIELDS, 'options'] as const

/** Returns the fields of a product with those of its only variant. */
export function flatten({ facts, variants, summary }: ShownProduct): Omit<ChangedValues, 'variants'> {
  const only = facts.options.length === 0 && variants.find(({ isArchived }) => !isArchived)
  return { ...facts, ...(only ? pick(only.facts, ONLY_FIELDS) : summary) }
}

/** Returns the fields and variants that differ, or all fields of a new product. Null if none do. */
export function changesBetween(before: ShownProduct | null, after: ShownProduct) {
  const now = flatten(after)
  if (before === null) {
    const given = FLAT_FIELDS.filter((field) => !(field === 'options' && after.facts.options.length === 0))
    return { before: null, after: pick(now, given) as ChangedValues }
  }
  const hasOptions = [before, after].some(({ facts }) => facts.options.length > 0)
  const old = flatten(before)
  const fields = [
    ...comparedFields(before.facts, after.facts),
    ...(hasOptions ? [] : ONLY_FIELDS),
    'options' as const,
  ].filter((field) => !isDeepStrictEqual(old[field], now[field]))
  const variants = hasOptions ? variantChanges(before.variants, after.variants) : null
  const hasVariants = variants !== null && variants.after.length > 0
  if (fields.length === 0 && !hasVariants) return null
  return {
    before: { ...pick(old, fields), ...(hasVariants && { variants: variants.before }) } as ChangedValues,
    after: { ...pick(now, fields), ...(hasVariants && { variants: variants.after }) } as ChangedValues,
  }
}

/** Lists the variants that differ, with their fields that differ. Both lists contain the same variants. */
function variantChanges(before: ShownVariant[], after: ShownVariant[]) {
  const known = new Map(before.flatMap((variant) => (variant.id === null ? [] : [[variant.id, variant]])))
  const changes = after.flatMap((variant): { before: VariantChange; after: VariantChange }[] => {
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

function fieldsBetween(old: ShownVariant | undefined, now: ShownVariant): Name[] {
  if (!old || (old.isArchived && !now.isArchived)) return now.isArchived ? [] : ['onSale', 'price']
  if (now.isArchived) return old.isArchived ? [] : ['onSale']
  return (['optionValues', ...VARIANT_FIELDS] as const).filter(
    (field) => !isDeepStrictEqual(old.facts[field], now.facts[field]),
  )
}

function valuesOf(variant: ShownVariant | undefined, fields: Name[]): Partial<VariantChange> {
  return Object.fromEntries(
    fields.map((field) =>
      field === 'onSale'
        ? [field, variant ? !variant.isArchived : false]
        : [field, variant?.facts[field] ?? null],
    ),
  )
}

/**
 * Records what a run changed in a product, or nothing if it stayed the same and everything was written.
 * @param named.notes about what wasn't written, and about what the mapping left out
 */
export async function recordChange(
  db: Db,
  runId: number,
  named: { id: number; externalId: string; facts: { name: string }; notes: [string[], string[]] },
  action: NewChange['action'],
  before: ShownProduct | null,
  after: ShownProduct,
): Promise<void> {
  const { id: productId, externalId, facts, notes } = named
  const values = changesBetween(before, after)
  if (action === 'changed' && values === null && notes[0].length === 0) return
  const change = { runId, externalId, productId, name: facts.name, action }
  const note = notes.flat().join(' ') || null
  await insertChange(db, { ...change, ...(values ?? { before: {}, after: {} }), note })
}
