import type { ProductStatus } from '#contract/catalog/admin-products.ts'
import { PRODUCT_MESSAGES } from '#contract/catalog/rules.ts'
import { recordChanges } from '../audit/audit.ts'
import { notFound } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { indexProducts, unindexProducts } from './documents.ts'
import { emitProductEvents } from './product-events.ts'
import { auditFacts } from './product-facts.ts'
import { setStatus } from './queries.ts'
import {
  deleteProducts,
  listOrdered,
  lockForRemoval,
  lockRecords,
  type ProductRecord,
} from './record-queries.ts'

/** Deletes a product or draft, or archives it if it was ever ordered (contract section 8). @throws ShopError 404 */
export async function removeProduct(
  db: Db,
  adminId: number | null,
  id: number,
): Promise<'erased' | 'archived'> {
  return inTransaction(db, async (db) => {
    const record = (await lockForRemoval(db, [id])).get(id)
    if (!record || statusOf(record) === 'archived') throw notFound(PRODUCT_MESSAGES.notFound)
    if ((await listOrdered(db, [id])).has(id)) {
      await changeStatuses(db, adminId, [record], 'archived')
      return 'archived'
    }
    await eraseProducts(db, adminId, [record])
    return 'erased'
  })
}

/**
 * Archives a product, whether or not it was ever ordered. Orders and carts may still refer to it. It keeps its slug
 * and SKUs until another product takes them.
 * @throws ShopError 404 if it already is
 */
export async function archiveProduct(
  db: Db,
  adminId: number | null,
  id: number,
  undoes?: number,
): Promise<void> {
  await inTransaction(db, async (db) => {
    const record = (await lockRecords(db, [id])).get(id)
    if (!record || statusOf(record) === 'archived') throw notFound(PRODUCT_MESSAGES.notFound)
    await changeStatuses(db, adminId, [record], 'archived', undoes)
  })
}

/**
 * Makes a product a draft, which shoppers don't see.
 * @throws ShopError 404 if it already is one
 */
export async function draftProduct(db: Db, adminId: number, id: number, undoes?: number): Promise<void> {
  await inTransaction(db, async (db) => {
    const record = (await lockRecords(db, [id])).get(id)
    if (!record || record.isDraft) throw notFound(PRODUCT_MESSAGES.notFound)
    await changeStatuses(db, adminId, [record], 'draft', undoes)
  })
}

/**
 * Activates an archived product or a draft.
 * @throws ShopError 404 if it is active
 */
export async function restoreProduct(
  db: Db,
  adminId: number | null,
  id: number,
  undoes?: number,
): Promise<void> {
  await inTransaction(db, async (db) => {
    const record = (await lockRecords(db, [id])).get(id)
    if (!record?.isArchived) throw notFound(PRODUCT_MESSAGES.notFound)
    await changeStatuses(db, adminId, [record], 'active', undoes)
  })
}

/** Changes the status of products whose records are locked. Must be the last step of its transaction. */
export async function changeStatuses(
  db: Db,
  actorId: number | null,
  records: ProductRecord[],
  status: ProductStatus,
  undoes?: number,
): Promise<void> {
  await recordChanges(
    db,
    records.map((record) => ({
      actorId,
      action: ACTIONS[status],
      subjectId: record.id,
      before: { ...auditStatus(statusOf(record), status), version: record.version },
      after: { ...auditStatus(status, statusOf(record)), version: record.version + 1 },
      undoes,
    })),
  )
  const ids = idsOf(records)
  await setStatus(db, ids, status)
  await emitProductEvents(db, ids, status === 'active' ? 'restored' : 'archived')
  await (status === 'active' ? indexProducts : unindexProducts)(db, ids)
}

const ACTIONS: Record<ProductStatus, string> = {
  active: 'product.restored',
  draft: 'product.drafted',
  archived: 'product.archived',
}

/** Returns the fields of the audit log. Most changes don't involve drafts. */
function auditStatus(status: ProductStatus, other: ProductStatus) {
  const isDraft = status === 'draft'
  return { isArchived: status !== 'active', ...((isDraft || other === 'draft') && { isDraft }) }
}

export function statusOf({ isArchived, isDraft }: ProductRecord): ProductStatus {
  return isDraft ? 'draft' : isArchived ? 'archived' : 'active'
}

/** Deletes products without orders, which `lockForRemoval` has locked. Must be the last step of its transaction. */
export async function eraseProducts(db: Db, actorId: number | null, records: ProductRecord[]): Promise<void> {
  await recordChanges(
    db,
    records.map(({ id, facts, currency }) => ({
      actorId,
      action: 'product.erased',
      subjectId: id,
      before: auditFacts(facts, currency),
      after: null,
    })),
  )
  await emitProductEvents(db, idsOf(records), 'erased')
  await unindexProducts(db, idsOf(records))
  await deleteProducts(db, idsOf(records))
}

const idsOf = (records: ProductRecord[]) => records.map(({ id }) => id)
