import { isDeepStrictEqual } from 'node:util'
import { variantTitle } from '#contract/catalog/variants.ts'
import type { ProductRecord } from '../catalog/record-queries.ts'
import type { ProductLink } from './link-queries.ts'
import { VARIANT_FIELDS } from './merge.ts'
import type { ChangedValues, UndoableChange, VariantChange } from './run-queries.ts'
import type { VariantFields } from './variant-mapping.ts'
import type { ShopVariant } from './variant-rows.ts'
import { usedOptions } from './variant-structure.ts'

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

/** Returns true if the variants are still as the run left them, except for their stock, which orders change. */
export function areUnchanged(variants: ShopVariant[], after: ChangedValues | null): boolean {
  const stored = new Map(variants.map((variant) => [variant.id, variant]))
  return (after?.variants ?? []).every((change) => {
    const variant = stored.get(change.id ?? 0)
    if (!variant) return false
    if (change.onSale !== undefined) return variant.isArchived !== change.onSale
    return fieldsOf(change).every(
      (field) => field === 'stockQuantity' || isDeepStrictEqual(variant.facts[field], change[field]),
    )
  })
}

/** Returns the options and active variants before a run, or null if it didn't change them or their stock changed since. */
export function revertedVariants(
  { id: productId, options: current }: ProductRecord,
  variants: ShopVariant[],
  { before, after }: UndoableChange,
  { variants: links }: ProductLink,
) {
  const old = new Map((before?.variants ?? []).map((change) => [change.id, change]))
  const left = new Map((after?.variants ?? []).map((change) => [change.id, change]))
  const setSince = new Set(
    links.flatMap(({ variantId, isStockEdited }) => (isStockEdited ? (variantId ?? []) : [])),
  )
  let isReverted = before?.options !== undefined
  const active = variants.flatMap((variant) => {
    const { id, held, isArchived, facts } = variant
    const change = old.get(id)
    const isActive = change?.onSale ?? !isArchived
    if (change?.onSale !== undefined) isReverted = true
    if (!isActive) return []
    if (!change || change.onSale !== undefined) return [{ id, facts }]
    const hasStock = facts.stockQuantity === left.get(id)?.stockQuantity && !setSince.has(id)
    const fields = fieldsOf(change).filter((field) => field !== 'stockQuantity' || hasStock)
    if (fields.length > 0) isReverted = true
    const reverted = { ...facts, ...Object.fromEntries(fields.map((field) => [field, change[field]])) }
    const { stockQuantity } = reverted
    const units = stockQuantity === null ? null : Math.max(stockQuantity, held)
    return [{ id, facts: { ...reverted, stockQuantity: units } }]
  })
  if (!isReverted) return null
  const options = before?.options ?? current
  const kept = options.length > 0 ? active : active.filter(({ id }) => id === productId)
  return { options: usedOptions(options, kept), variants: kept }
}

const fieldsOf = (change: VariantChange) =>
  (['optionValues', ...VARIANT_FIELDS] as const).filter((field) => change[field] !== undefined)
