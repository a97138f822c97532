import { isDeepStrictEqual } from 'node:util'
import { bringBack, removeProduct } from '../catalog/admin-products.ts'
import type { ProductRecord } from '../catalog/record-queries.ts'
import { ShopError } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import { applyProduct, heardBefore } from './apply.ts'
import type { Driver } from './drive.ts'
import * as links from './link-queries.ts'
import { MappingError, type SyncedFacts } from './mapping.ts'
import type { Field } from './merge.ts'
import * as changes from './run-queries.ts'
import { here, lockRecord, retire, take, writeDown } from './take.ts'

const AT_ONCE = 100
/** The sync itself undoes; who wanted it stands in the run. */
const NOBODY = null
const NEWER = 'It was changed since, so it stays as it is.'

/**
 * Undoes what a run changed, the last change first, each product in one transaction. A product that somebody has changed
 * since stays as it is, and the record says so. What was undone differs from the platform's word, and so is a conflict
 * that waits for a choice: the next sync does not do it again.
 * @returns whether it came to the end
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
        // What the shop's rules forbid now, such as an address that another product has taken, is newer too.
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
  // What differs from the platform's word now is noticed at once.
  const after = await links.lockLink(db, change.externalId)
  if (after) await applyProduct(db, runId, heardBefore(after))
}

/** @returns false when something newer contradicts */
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
      ...{ before: null, after: null, note: outcome === 'erased' ? 'It was erased again.' : null },
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

/** Orders move the stock, which contradicts nothing else. */
function isAsLeft(now: SyncedFacts, after: Partial<SyncedFacts> | null): boolean {
  return (Object.keys(after ?? {}) as Field[]).every(
    (field) => field === 'stockQuantity' || isDeepStrictEqual(now[field], after?.[field]),
  )
}

/** A stock that has moved since is left to itself, also where somebody has set it to the very same number. */
function canTurnStock(now: SyncedFacts, after: Partial<SyncedFacts> | null, isSet: boolean): boolean {
  return !isSet && now.stockQuantity === after?.stockQuantity
}

const categoryOf = ({ category }: SyncedFacts) => ({ slug: category, name: category })

async function leave(db: Db, runId: number, { externalId, productId, name }: changes.UndoableChange) {
  const change = { runId, externalId, productId, name, before: null, after: null, note: NEWER }
  await changes.insertChange(db, { ...change, action: 'failed' })
}
