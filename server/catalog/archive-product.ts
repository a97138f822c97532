import { PRODUCT_MESSAGES } from '#contract/catalog/rules.ts'
import { recordChanges } from '../audit/audit.ts'
import { notFound } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { indexProducts, unindexProducts } from './documents.ts'
import { emitProductEvents } from './product-events.ts'
import { auditFacts } from './product-facts.ts'
import { setArchived } from './queries.ts'
import {
  deleteProducts,
  listOrdered,
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
    const record = (await lockForRemoval(db, [id])).get(id)
    if (!record || record.isArchived) throw notFound(PRODUCT_MESSAGES.notFound)
    if ((await listOrdered(db, [id])).has(id)) {
      await archiveProducts(db, adminId, [record])
      return 'archived'
    }
    await eraseProducts(db, adminId, [record])
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
    await archiveProducts(db, adminId, [record], undoes)
  })
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
    await restoreProducts(db, adminId, [record], undoes)
  })
}

/** Archives active products whose records are locked. Must be the last step of its transaction. */
export async function archiveProducts(
  db: Db,
  actorId: number | null,
  records: ProductRecord[],
  undoes?: number,
): Promise<void> {
  await changeStatus(db, actorId, records, true, undoes)
  await unindexProducts(db, idsOf(records))
}

/** Unarchives products whose records are locked. Must be the last step of its transaction. */
export async function restoreProducts(
  db: Db,
  actorId: number | null,
  records: ProductRecord[],
  undoes?: number,
): Promise<void> {
  await changeStatus(db, actorId, records, false, undoes)
  await indexProducts(db, idsOf(records))
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

async function changeStatus(
  db: Db,
  actorId: number | null,
  records: ProductRecord[],
  isArchived: boolean,
  undoes?: number,
) {
  await recordChanges(
    db,
    records.map(({ id, version }) => ({
      actorId,
      action: isArchived ? 'product.archived' : 'product.restored',
      subjectId: id,
      before: { isArchived: !isArchived, version },
      after: { isArchived, version: version + 1 },
      undoes,
    })),
  )
  await setArchived(db, idsOf(records), isArchived ? now() : null)
  await emitProductEvents(db, idsOf(records), isArchived ? 'archived' : 'restored')
}

const idsOf = (records: ProductRecord[]) => records.map(({ id }) => id)
