import { isDeepStrictEqual } from 'node:util'
import { removeProduct, restoreProduct } from '../../catalog/archive-product.ts'
import { ShopError } from '../../errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { lastSnapshot } from '../map/map-product.ts'
import { MappingError } from '../map/map-variants.ts'
import { ONLY_FIELDS, PRODUCT_FIELDS, pick, VARIANT_FIELDS } from '../plan/merge.ts'
import { usedOptions } from '../plan/plan-options.ts'
import type { ChangedValues, ProductLink, ShopProduct, VariantChange } from '../product.ts'
import { flatten } from '../record/changes.ts'
import { lockLink } from '../record/link-queries.ts'
import * as changes from '../record/run-queries.ts'
import type { LeaseHolder } from '../run-lease.ts'
import { applyProduct, archiveMissingProduct, recordProduct } from './apply-product.ts'
import { lockProduct } from './read-product.ts'
import { SYSTEM_ACTOR, writeTexts, writeVariants } from './write-product.ts'

const AT_ONCE = 100
const NEWER = 'It has changed since, so it was left as it is.'

/**
 * Undoes a run's changes, newest first, each product in one transaction. Skips and reports a product that was
 * edited since. An undone field differs from the platform and becomes an open conflict, so the next sync doesn't
 * reapply it. An undo is recorded with the sync as its actor, and the run stores who requested it.
 * @returns true if it is complete
 */
export async function undoRun(
  db: Db,
  { run, step }: LeaseHolder,
  shouldContinue: () => boolean,
): Promise<boolean> {
  for (;;) {
    if (!shouldContinue()) return false
    const list = run.undoes === null ? [] : await changes.listToUndo(db, run.undoes, AT_ONCE)
    if (list.length === 0) return true
    for (const change of list) {
      const once = (work: (db: Db) => Promise<void>) =>
        step(async (db) => {
          await work(db)
          await changes.updateUndone(db, change.id)
        })
      try {
        await once((db) => undoChange(db, run.id, change))
      } catch (error) {
        // A shop rule that forbids the old value, for example a slug in use elsewhere, also counts as a newer change.
        if (!(error instanceof ShopError || error instanceof MappingError)) throw error
        await once((db) => recordSkipped(db, run.id, change))
      }
    }
  }
}

async function undoChange(db: Db, runId: number, change: changes.UndoableChange) {
  const link = await lockLink(db, change.externalId)
  const product = change.productId === null ? null : await lockProduct(db, change.productId)
  const isLinked = link !== null && product !== null && link.productId === product.id
  if (!isLinked || !(await revertChange(db, runId, change, product, link)))
    return recordSkipped(db, runId, change)
  // Reports differences from the platform as conflicts immediately.
  const after = await lockLink(db, change.externalId)
  if (after) await applyProduct(db, runId, lastSnapshot(after))
}

/** @returns false if a newer change prevents it */
async function revertChange(
  db: Db,
  runId: number,
  change: changes.UndoableChange,
  product: ShopProduct,
  link: ProductLink,
): Promise<boolean> {
  const { id, facts, isArchived } = product
  const { externalId } = change
  const named = { id, externalId, facts, notes: [[], []] as [string[], string[]] }
  if (change.action === 'archived') {
    if (!isArchived) return false
    await restoreProduct(db, SYSTEM_ACTOR, id)
    await recordProduct(db, runId, named, 'restored', product)
    return true
  }
  if (isArchived || !isUnchanged(product, change.after)) return false
  if (change.action === 'created') {
    const outcome = await removeProduct(db, SYSTEM_ACTOR, id)
    await changes.insertChange(db, {
      runId,
      externalId,
      productId: id,
      name: facts.name,
      action: 'archived',
      before: null,
      after: null,
      note: outcome === 'erased' ? 'It was deleted again.' : null,
    })
    return true
  }
  const before = change.before ?? {}
  const fields = PRODUCT_FIELDS.filter((field) => field in before)
  const variants = revertedVariants(product, change, link)
  const hasChanges = Object.keys(before).length > 0
  if (change.action === 'changed' && hasChanges && fields.length === 0 && !variants) return false
  const target = { ...facts, ...pick(before, fields) }
  const category = { slug: target.category, name: target.category }
  await writeTexts(db, SYSTEM_ACTOR, product, { facts: target, category }, fields)
  const { images } = fields.includes('images') ? target : facts
  if (variants)
    await writeVariants(db, SYSTEM_ACTOR, { id, images }, variants.options, variants.variants, 'set')
  await recordProduct(db, runId, named, 'changed', product)
  if (change.action === 'restored') await archiveMissingProduct(db, runId, externalId, product)
  return true
}

/** Returns true if the product is still as the run left it, except for stock, which orders change. */
function isUnchanged(product: ShopProduct, after: ChangedValues | null): boolean {
  const now = flatten(product)
  const { variants = [], stockQuantity: _, ...fields } = after ?? {}
  const stored = new Map(product.variants.map((variant) => [variant.id, variant]))
  return (
    Object.entries(fields).every(([field, value]) =>
      isDeepStrictEqual(now[field as keyof typeof now], value),
    ) &&
    variants.every((change) => {
      const variant = stored.get(change.id ?? 0)
      if (!variant) return false
      if (change.onSale !== undefined) return variant.isArchived !== change.onSale
      return fieldsOf(change).every(
        (field) => field === 'stockQuantity' || isDeepStrictEqual(variant.facts[field], change[field]),
      )
    })
  )
}

/** Returns the options and active variants before a run, or null if it didn't change them or their stock changed since. */
function revertedVariants(
  { id: productId, facts: { options: current }, variants }: ShopProduct,
  { before, after }: changes.UndoableChange,
  link: ProductLink,
) {
  const [old, left] = [before, after].map(
    (values) => new Map(variantsOf(values, productId).map((change) => [change.id, change])),
  )
  const setSince = new Set(
    link.variants.flatMap(({ variantId, isStockEdited }) => (isStockEdited ? (variantId ?? []) : [])),
  )
  // The variants refer to the URLs of images.
  let isReverted = before?.options !== undefined || before?.images !== undefined
  const active = variants.flatMap((variant) => {
    const { id, held, isArchived, facts } = variant
    const change = old?.get(id)
    const isActive = change?.onSale ?? !isArchived
    if (change?.onSale !== undefined) isReverted = true
    if (!isActive) return []
    if (!change || change.onSale !== undefined) return [{ id, facts }]
    const hasStock = facts.stockQuantity === left?.get(id)?.stockQuantity && !setSince.has(id)
    const fields = fieldsOf(change).filter((field) => field !== 'stockQuantity' || hasStock)
    if (fields.length > 0) isReverted = true
    const reverted = { ...facts, ...pick(change, fields) }
    const { stockQuantity } = reverted
    const units = stockQuantity === null ? null : Math.max(stockQuantity, held)
    return [{ id, facts: { ...reverted, stockQuantity: units } }]
  })
  if (!isReverted) return null
  const options = before?.options ?? current
  const kept = options.length > 0 ? active : active.filter(({ id }) => id === productId)
  return { options: usedOptions(options, kept), variants: kept }
}

/** Returns the changes of variants. Those of an only variant without values are recorded as the product's. */
function variantsOf(values: ChangedValues | null, productId: number): VariantChange[] {
  const { variants, ...flat } = values ?? {}
  const only = ONLY_FIELDS.filter((field) => field in flat)
  return variants ?? (only.length > 0 ? [{ id: productId, title: '', ...pick(flat, only) }] : [])
}

const fieldsOf = (change: VariantChange) =>
  (['optionValues', ...VARIANT_FIELDS] as const).filter((field) => change[field] !== undefined)

async function recordSkipped(db: Db, runId: number, { externalId, productId, name }: changes.UndoableChange) {
  const change = { runId, externalId, productId, name, before: null, after: null, note: NEWER }
  await changes.insertChange(db, { ...change, action: 'failed' })
}
