import type { ProductStatus } from '#contract/catalog/admin-products.ts'
import type { BulkAction, BulkActionChoice, BulkOutcome } from '#contract/catalog/bulk-actions.ts'
import { BULK_MAX, BULK_MESSAGES } from '#contract/catalog/bulk-rules.ts'
import { PRODUCT_MESSAGES } from '#contract/catalog/rules.ts'
import { changed } from '../audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { listMatchingIds } from './admin-queries.ts'
import { changeStatuses, eraseProducts, statusOf } from './archive-product.ts'
import { listOrdered, lockForRemoval, lockRecords, type ProductRecord } from './record-queries.ts'

/**
 * Activates, archives, or deletes products in one transaction. Those that can't be changed are in `refused`, and the others
 * are changed nevertheless.
 * @throws ShopError 409 if other products match the filter than the admin saw
 */
export async function runBulkAction(
  db: Db,
  adminId: number,
  choice: BulkActionChoice,
  action: BulkAction,
): Promise<BulkOutcome> {
  return inTransaction(db, async (db) => {
    const ids = await listChosenIds(db, choice)
    const records = await (action === 'delete' ? lockForRemoval : lockRecords)(db, ids)
    const refused: BulkOutcome['refused'] = ids
      .filter((id) => !records.has(id))
      .map((id) => ({ id, name: `Product ${id}`, reason: PRODUCT_MESSAGES.notFound }))
    const found = [...records.values()].sort((one, other) => one.id - other.id)
    const ordered = action === 'delete' ? await listOrdered(db, ids) : new Set<number>()
    refused.push(
      ...found
        .filter(({ id }) => ordered.has(id))
        .map(({ id, facts }) => ({ id, name: facts.name, reason: BULK_MESSAGES.ordered })),
    )
    const changing = found.filter((record) => !ordered.has(record.id) && isChanging(record, action))
    if (action === 'delete') await eraseProducts(db, adminId, changing)
    else await changeStatuses(db, adminId, changing, STATUS[action])
    return {
      done: changing.map((record) => ({ id: record.id, was: statusOf(record) })),
      unchanged: ids.length - changing.length - refused.length,
      refused,
    }
  })
}

async function listChosenIds(db: Db, { ids, filter, count }: BulkActionChoice): Promise<number[]> {
  if (!filter) return [...new Set(ids)].sort((one, other) => one - other)
  const matching = await listMatchingIds(db, filter, BULK_MAX + 1)
  if (matching.length !== count) throw changed(BULK_MESSAGES.listChanged(matching.length), [])
  return matching
}

const isChanging = (record: ProductRecord, action: BulkAction) =>
  action === 'delete' || statusOf(record) !== STATUS[action]

const STATUS: Record<Exclude<BulkAction, 'delete'>, ProductStatus> = {
  activate: 'active',
  archive: 'archived',
  draft: 'draft',
}
