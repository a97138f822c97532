import { isDeepStrictEqual } from 'node:util'
import { removeProduct, restoreProduct } from '../../catalog/archive-product.ts'
import { ShopError } from '../../errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { lastSnapshot } from '../map/map-product.ts'
import { ONLY_FIELDS, PRODUCT_FIELDS, pick, VARIANT_FIELDS } from '../plan/merge.ts'
import { usedOptions } from '../plan/plan-options.ts'
import type { ChangedValues, ShopProduct, ShopVariant, VariantChange } from '../product.ts'
import { flatten } from '../record/changes.ts'
import { lockLink } from '../record/link-queries.ts'
import * as changes from '../record/run-queries.ts'
import type { LeaseHolder } from '../run-lease.ts'
import { applyProduct, archiveMissingProduct, recordProduct } from './apply-product.ts'
import { lockProduct } from './read-product.ts'
import { SYSTEM_ACTOR, writeTexts, writeVariants } from './write-product.ts'

const AT_ONCE = 100
const NEWER = 'It has changed since, so it was left as it is.'
const STOCK = 'Its stock was left as it is, because units may have been sold or delivered.'

/**
 * Undoes a run's changes, newest first, each product in one transaction. Skips and reports a product that was
 * edited since. An undone field differs from the platform and becomes an open conflict, so the next sync doesn't
 * reapply it. Stock isn't undone, because the platform has sold or received those units. An undo is recorded with the
 * sync as its actor, and the run stores who requested it.
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
        if (!(error instanceof ShopError)) throw error
        await once((db) => recordSkipped(db, run.id, change, NEWER))
      }
    }
  }
}

async function undoChange(db: Db, runId: number, change: changes.UndoableChange) {
  const link = await lockLink(db, change.externalId)
  const product = change.productId === null ? null : await lockProduct(db, change.productId)
  const isLinked = link !== null && product !== null && link.productId === product.id
  const skipped = isLinked ? await revertChange(db, runId, change, product) : NEWER
  if (skipped !== null) return recordSkipped(db, runId, change, skipped)
  // Reports differences from the platform as conflicts immediately.
  const after = await lockLink(db, change.externalId)
  if (after) await applyProduct(db, runId, lastSnapshot(after))
}

/** @returns why nothing was reverted, or null if it was */
async function revertChange(
  db: Db,
  runId: number,
  change: changes.UndoableChange,
  product: ShopProduct,
): Promise<string | null> {
  const { id, facts, isArchived } = product
  const { externalId } = change
  const kept = changesStock(change) ? [STOCK] : []
  const named = { id, externalId, facts, notes: [[], kept] as [string[], string[]] }
  if (change.action === 'archived') {
    if (!isArchived) return NEWER
    await restoreProduct(db, SYSTEM_ACTOR, id)
    await recordProduct(db, runId, named, 'restored', product)
    return null
  }
  if (isArchived || !isUnchanged(product, change.after)) return NEWER
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
    return null
  }
  const before = change.before ?? {}
  const fields = PRODUCT_FIELDS.filter((field) => field in before)
  const variants = revertedVariants(product, change)
  const hasChanges = Object.keys(before).length > 0
  if (change.action === 'changed' && hasChanges && fields.length === 0 && !variants) return STOCK
  const target = { ...facts, ...pick(before, fields) }
  const category = { slug: target.category, name: target.category }
  await writeTexts(db, SYSTEM_ACTOR, product, { facts: target, ownsSlug: true, category }, fields)
  const { images } = fields.includes('images') ? target : facts
  if (variants) await writeVariants(db, SYSTEM_ACTOR, { id, images }, variants.options, variants.variants)
  await recordProduct(db, runId, named, 'changed', product)
  if (change.action === 'restored') await archiveMissingProduct(db, runId, externalId, product)
  return null
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

/** Returns the options and active variants before a run, with their current stock, or null if it changed nothing else. */
function revertedVariants(product: ShopProduct, { before }: changes.UndoableChange) {
  const { id: productId, variants } = product
  const current = product.facts.options
  const old = new Map(variantsOf(before, productId).map((change) => [change.id, change]))
  // The variants refer to the URLs of images.
  let isReverted = before?.options !== undefined || before?.images !== undefined
  const active = variants.flatMap((variant) => {
    const { id, isArchived, facts } = variant
    const change = old.get(id)
    const isActive = change?.onSale ?? !isArchived
    if (change?.onSale !== undefined) isReverted = true
    if (!isActive) return []
    if (!change || change.onSale !== undefined) return [{ id, facts }]
    const fields = fieldsOf(change).filter((field) => field !== 'stockQuantity')
    if (fields.length > 0) isReverted = true
    return [{ id, facts: { ...facts, ...pick(change, fields) } }]
  })
  if (!isReverted) return null
  const options = before?.options ?? current
  const kept = options.length > 0 ? active : active.filter(({ id }) => id === productId)
  const isSwitch = options.length > 0 !== current.length > 0
  return { options: usedOptions(options, kept), variants: isSwitch ? withSameUnits(product, kept) : kept }
}

type Reverted = Pick<ShopVariant, 'id' | 'facts'>

/** Leaves as many units as the product has now. The variant that is the only one without options gets the rest. */
function withSameUnits({ id: productId, variants }: ShopProduct, reverted: Reverted[]): Reverted[] {
  const counts = variants.map(({ isArchived, facts }) => (isArchived ? null : facts.stockQuantity))
  const heldOf = new Map(variants.map(({ id, held }) => [id, held]))
  let left = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  const take = ({ id, facts }: Reverted, wanted: number) => {
    if (facts.stockQuantity === null) return { id, facts }
    const stockQuantity = Math.max(Math.min(wanted, left), heldOf.get(id) ?? 0)
    left -= stockQuantity
    return { id, facts: { ...facts, stockQuantity } }
  }
  const others = new Map(
    reverted.flatMap((one) =>
      one.id === productId ? [] : [[one.id, take(one, one.facts.stockQuantity ?? 0)]],
    ),
  )
  return reverted.map((one) => others.get(one.id) ?? take(one, left))
}

const changesStock = ({ action, before, productId }: changes.UndoableChange) =>
  action === 'changed' &&
  variantsOf(before, productId ?? 0).some(({ stockQuantity }) => stockQuantity !== undefined)

/** Returns the changes of variants. Those of an only variant without values are recorded as the product's. */
function variantsOf(values: ChangedValues | null, productId: number): VariantChange[] {
  const { variants, ...flat } = values ?? {}
  const only = ONLY_FIELDS.filter((field) => field in flat)
  return variants ?? (only.length > 0 ? [{ id: productId, title: '', ...pick(flat, only) }] : [])
}

const fieldsOf = (change: VariantChange) =>
  (['optionValues', ...VARIANT_FIELDS] as const).filter((field) => change[field] !== undefined)

async function recordSkipped(
  db: Db,
  runId: number,
  { externalId, productId, name }: changes.UndoableChange,
  note: string,
) {
  const change = { runId, externalId, productId, name, before: null, after: null, note }
  await changes.insertChange(db, { ...change, action: 'failed' })
}
