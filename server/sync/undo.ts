import { isDeepStrictEqual } from 'node:util'
import { bringBack, removeProduct } from '../catalog/admin-products.ts'
import type { ProductRecord } from '../catalog/record-queries.ts'
import { ShopError } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import { applyProduct, heardBefore } from './apply.ts'
import { here, lockRecord, retire, take, writeDown } from './apply-fields.ts'
import * as links from './link-queries.ts'
import { MappingError, type SyncedFacts } from './mapping.ts'
import type { Field } from './merge.ts'
import type { Driver } from './run-lease.ts'
import * as changes from './run-queries.ts'

const AT_ONCE = 100
/** The sync is the actor of an undo. The run stores who requested it. */
const NOBODY = null
const NEWER = 'It has changed since, so it was left as it is.'

/**
 * Undoes the changes of a run, newest first, each product in one transaction. Skips and reports a product that was
 * edited since. An undone field differs from the platform and becomes an open conflict, so the next sync doesn't
 * reapply it.
 * @returns true if it is complete
 */
export async function undoRun(db: Db, { run, step }: Driver, mayGoOn: () => boolean): Promise<boolean> {
  for (;;) {
    if (!mayGoOn()) return false
    const list = run.undoes === null ? [] : await changes.listToUndo(db, run.undoes, AT_ONCE)
    if (list.length === 0) return true
    for (const change of list) {
      const once = (work: (db: Db) => Promise<void>) =>
        step(async (db) => {
          await work(db)
          await changes.updateUndone(db, change.id)
        })
      try {
        await once((db) => undoOne(db, run.id, change))
      } catch (error) {
        // A shop rule that forbids the old value, for example a slug in use elsewhere, also counts as a newer change.
        if (!(error instanceof ShopError || error instanceof MappingError)) throw error
        await once((db) => leave(db, run.id, change))
      }
    }
  }
}

async function undoOne(db: Db, runId: number, change: changes.UndoableChange) {
  const link = await links.lockLink(db, change.externalId)
  const record = change.productId === null ? null : await lockRecord(db, change.productId)
  if (!link || !record || link.productId !== record.id) return leave(db, runId, change)
  if (!(await turnBack(db, runId, change, record, link))) return leave(db, runId, change)
  // Reports differences from the platform as conflicts immediately.
  const after = await links.lockLink(db, change.externalId)
  if (after) await applyProduct(db, runId, heardBefore(after))
}

/** @returns false if a newer change prevents it */
async function turnBack(
  db: Db,
  runId: number,
  change: changes.UndoableChange,
  record: ProductRecord,
  { isStockEdited }: links.ProductLink,
): Promise<boolean> {
  const { id } = record
  const facts = await here(db, record)
  const named = { externalId: change.externalId, facts }
  if (change.action === 'archived') {
    if (!record.isArchived) return false
    await bringBack(db, NOBODY, id)
    await writeDown(db, runId, named, id, 'restored', facts, null)
    return true
  }
  if (record.isArchived || !isAsLeft(facts, change.after)) return false
  if (change.action === 'created') {
    const outcome = await removeProduct(db, NOBODY, id)
    await changes.insertChange(db, {
      ...{ runId, externalId: change.externalId, productId: id, name: facts.name, action: 'archived' },
      ...{ before: null, after: null, note: outcome === 'erased' ? 'It was deleted again.' : null },
    })
    return true
  }
  const changed = Object.keys(change.before ?? {}) as Field[]
  const fields = changed.filter((field) =>
    field === 'stockQuantity' ? canTurnStock(facts, change.after, isStockEdited) : true,
  )
  if (change.action === 'changed' && changed.length > 0 && fields.length === 0) return false
  const target = { ...facts, ...change.before }
  await take(db, NOBODY, record, { facts: target, category: categoryOf(target) }, fields, 'set')
  await writeDown(db, runId, named, id, 'changed', facts, null)
  if (change.action === 'restored') await retire(db, runId, change.externalId, record)
  return true
}

/** Ignores the stock, which orders change. */
function isAsLeft(now: SyncedFacts, after: Partial<SyncedFacts> | null): boolean {
  return (Object.keys(after ?? {}) as Field[]).every(
    (field) => field === 'stockQuantity' || isDeepStrictEqual(now[field], after?.[field]),
  )
}

/** Returns true if the stock is unchanged since. A manual change to the same number counts as a change. */
function canTurnStock(now: SyncedFacts, after: Partial<SyncedFacts> | null, isSet: boolean): boolean {
  return !isSet && now.stockQuantity === after?.stockQuantity
}

const categoryOf = ({ category }: SyncedFacts) => ({ slug: category, name: category })

async function leave(db: Db, runId: number, { externalId, productId, name }: changes.UndoableChange) {
  const change = { runId, externalId, productId, name, before: null, after: null, note: NEWER }
  await changes.insertChange(db, { ...change, action: 'failed' })
}
