import { PRODUCT_MESSAGES } from '#contract/catalog/rules.ts'
import { recordChange } from '../audit/audit.ts'
import { notFound } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { indexProducts, unindexProduct } from './documents.ts'
import { emitProductEvents } from './product-events.ts'
import { auditFacts } from './product-facts.ts'
import { setArchived } from './queries.ts'
import {
  deleteProduct,
  isOrdered,
  lockForRemoval,
  lockRecords,
  type ProductRecord,
} from './record-queries.ts'

/** Deletes a product, or archives it if it was ever ordered (contract section 8). @throws ShopError 404 */
export async function removeProduct(
  db: Db,
  adminId: number | null,
  id: number,
): Promise<'erased' | 'archived'> {
  return inTransaction(db, async (db) => {
    const record = await lockForRemoval(db, id)
    if (!record || record.isArchived) throw notFound(PRODUCT_MESSAGES.notFound)
    if (await isOrdered(db, id)) {
      await archive(db, adminId, record)
      return 'archived'
    }
    await recordChange(db, {
      actorId: adminId,
      action: 'product.erased',
      subjectId: id,
      before: auditFacts(record.facts, record.currency),
      after: null,
    })
    await emitProductEvents(db, [id], 'erased')
    await unindexProduct(db, id)
    await deleteProduct(db, id)
    return 'erased'
  })
}

/**
 * Archives a product, whether or not it was ever ordered. Orders and carts may still refer to it. It keeps its slug
 * and SKUs until another product takes them.
 * @throws ShopError 404 if it isn't active
 */
export async function archiveProduct(
  db: Db,
  adminId: number | null,
  id: number,
  undoes?: number,
): Promise<void> {
  await inTransaction(db, async (db) => {
    const record = (await lockRecords(db, [id])).get(id)
    if (!record || record.isArchived) throw notFound(PRODUCT_MESSAGES.notFound)
    await archive(db, adminId, record, undoes)
  })
}

async function archive(db: Db, actorId: number | null, { id, version }: ProductRecord, undoes?: number) {
  await recordChange(db, {
    actorId,
    action: 'product.archived',
    subjectId: id,
    before: { isArchived: false, version },
    after: { isArchived: true, version: version + 1 },
    undoes,
  })
  await setArchived(db, id, now())
  await unindexProduct(db, id)
  await emitProductEvents(db, [id], 'archived')
}

/**
 * Unarchives a product.
 * @throws ShopError 404 if it isn't archived
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
    await recordChange(db, {
      actorId: adminId,
      action: 'product.restored',
      subjectId: id,
      before: { isArchived: true, version: record.version },
      after: { isArchived: false, version: record.version + 1 },
      undoes,
    })
    await setArchived(db, id, null)
    await emitProductEvents(db, [id], 'restored')
    await indexProducts(db, [id])
  })
}
