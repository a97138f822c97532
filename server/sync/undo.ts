import { isDeepStrictEqual } from 'node:util'
import { removeProduct, restoreProduct } from '../catalog/products.ts'
import type { ProductRecord } from '../catalog/record-queries.ts'
import { ShopError } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import { applyProduct, lastSnapshot } from './apply.ts'
import { applyFields, archiveMissingProduct, lockRecord, readFields, recordChange } from './apply-fields.ts'
import { readShopVariants, writeVariants } from './apply-variants.ts'
import * as links from './link-queries.ts'
import type { SyncedFields } from './mapping.ts'
import { FIELDS, type Field } from './merge.ts'
import type { LeaseHolder } from './run-lease.ts'
import * as changes from './run-queries.ts'
import { areUnchanged, revertedVariants } from './variant-changes.ts'
import { MappingError } from './variant-mapping.ts'

const AT_ONCE = 100
/** An undo is recorded with the sync as its actor. The run stores who requested it. */
const SYSTEM_ACTOR = null
const NEWER = 'It has changed since, so it was left as it is.'

/**
 * Undoes a run's changes, newest first, each product in one transaction. Skips and reports a product that was
 * edited since. An undone field differs from the platform and becomes an open conflict, so the next sync doesn't
 * reapply it.
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
  const link = await links.lockLink(db, change.externalId)
  const record = change.productId === null ? null : await lockRecord(db, change.productId)
  if (!link || !record || link.productId !== record.id) return recordSkipped(db, runId, change)
  if (!(await revertChange(db, runId, change, record, link))) return recordSkipped(db, runId, change)
  // Reports differences from the platform as conflicts immediately.
  const after = await links.lockLink(db, change.externalId)
  if (after) await applyProduct(db, runId, lastSnapshot(after))
}

/** @returns false if a newer change prevents it */
async function revertChange(
  db: Db,
  runId: number,
  change: changes.UndoableChange,
  record: ProductRecord,
  link: links.ProductLink,
): Promise<boolean> {
  const { id } = record
  const facts = await readFields(db, record)
  const named = { externalId: change.externalId, facts, notes: [] }
  if (change.action === 'archived') {
    if (!record.isArchived) return false
    await restoreProduct(db, SYSTEM_ACTOR, id)
    await recordChange(db, runId, named, id, 'restored', facts, [])
    return true
  }
  const variants = await readShopVariants(db, record)
  const isSame = isUnchanged(facts, change.after) && areUnchanged(variants, change.after)
  if (record.isArchived || !isSame) return false
  if (change.action === 'created') {
    const outcome = await removeProduct(db, SYSTEM_ACTOR, id)
    await changes.insertChange(db, {
      ...{ runId, externalId: change.externalId, productId: id, name: facts.name, action: 'archived' },
      ...{ before: null, after: null, note: outcome === 'erased' ? 'It was deleted again.' : null },
    })
    return true
  }
  const changed = Object.keys(change.before ?? {}).filter(isField)
  const fields = changed.filter((field) =>
    field === 'stockQuantity' ? canRevertStock(facts, change.after, link.isStockEdited) : true,
  )
  const reverted = revertedVariants(record, variants, change, link)
  if (change.action === 'changed' && changed.length > 0 && fields.length === 0 && !reverted) return false
  const target = { ...facts, ...change.before }
  await applyFields(db, SYSTEM_ACTOR, record, { facts: target, category: categoryOf(target) }, fields, 'set')
  const shown = reverted && (await lockRecord(db, id))
  if (shown) await writeVariants(db, SYSTEM_ACTOR, shown, reverted.options, reverted.variants, 'set')
  await recordChange(db, runId, named, id, 'changed', facts, [], variants)
  if (change.action === 'restored') await archiveMissingProduct(db, runId, change.externalId, record)
  return true
}

/** Ignores the stock, which orders change. */
function isUnchanged(now: SyncedFields, after: changes.ChangedValues | null): boolean {
  return Object.keys(after ?? {}).every(
    (field) =>
      field === 'stockQuantity' ||
      !(field === 'options' || isField(field)) ||
      isDeepStrictEqual(now[field], after?.[field]),
  )
}

/** Returns true if the stock is unchanged since. A manual change to the same number counts as a change. */
function canRevertStock(now: SyncedFields, after: Partial<SyncedFields> | null, isSet: boolean): boolean {
  return !isSet && now.stockQuantity === after?.stockQuantity
}

const isField = (name: string): name is Field => FIELDS.some((field) => field === name)

const categoryOf = ({ category }: SyncedFields) => ({ slug: category, name: category })

async function recordSkipped(db: Db, runId: number, { externalId, productId, name }: changes.UndoableChange) {
  const change = { runId, externalId, productId, name, before: null, after: null, note: NEWER }
  await changes.insertChange(db, { ...change, action: 'failed' })
}
