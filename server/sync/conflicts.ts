import { SYNC_FIELDS, SYNC_MESSAGES, type SyncField } from '#contract/sync/rules.ts'
import { recordChange } from '../audit/audit.ts'
import { archiveAndRecord, unarchiveAndRecord } from '../catalog/admin-products.ts'
import { notFound } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { lastSnapshot } from './apply.ts'
import { applyFields, create, lockRecord, owedFor } from './apply-fields.ts'
import * as links from './link-queries.ts'
import * as ownership from './ownership-queries.ts'

/**
 * Resolves a conflict by an admin's choice: keeps the shop's value from now on, or applies the platform's, even if the
 * shop's was kept before.
 * @throws ShopError 404 if it is already resolved; 409 if a shop rule forbids the platform's value
 */
export async function settleConflict(
  db: Db,
  adminId: number,
  id: number,
  choose: 'here' | 'platform',
): Promise<void> {
  await inTransaction(db, async (db) => {
    // Same lock order as a sync: the product first.
    const externalId = await ownership.findProductOf(db, id)
    const link = externalId && (await links.lockLink(db, externalId))
    const conflict = await ownership.lockConflict(db, id)
    if (!conflict || !link) throw notFound(SYNC_MESSAGES.noConflict)
    if (choose === 'here') {
      await ownership.markKept(db, id)
    } else {
      const changed = await applyPlatformValue(db, adminId, link, conflict.field)
      await ownership.deleteConflict(db, id)
      await links.updateLink(db, changed, {
        stock: conflict.field === 'stockQuantity' || !link.isStockEdited,
        // Edits of other fields must still be found by the next sync. If only one side listed the product, none were
        // compared.
        rest: conflict.field !== 'onSale' && !link.isEdited,
      })
    }
    await recordChange(db, {
      actorId: adminId,
      action: 'sync.settled',
      subjectId: link.productId ?? conflict.externalId,
      before: null,
      after: { field: conflict.field, chosen: choose === 'here' ? 'the shop' : 'the platform' },
    })
  })
}

/** @returns the link to save */
async function applyPlatformValue(
  db: Db,
  adminId: number,
  link: links.ProductLink,
  field: SyncField,
): Promise<links.NewLink> {
  const snapshot = lastSnapshot(link)
  const record = link.productId === null ? null : await lockRecord(db, link.productId)
  if (field !== 'onSale') {
    if (!record) return link
    const { owed } = await applyFields(db, adminId, record, snapshot, [field], 'count')
    return field === 'stockQuantity' ? { ...link, stockOwed: owed } : link
  }
  if (!record) {
    if (!link.isActive) return link
    const { productId, slug } = await create(db, adminId, snapshot)
    const stockOwed = owedFor(link.facts.stockQuantity)
    return { ...link, productId, facts: { ...link.facts, slug }, stockOwed }
  }
  if (link.isActive && record.isArchived) await unarchiveAndRecord(db, adminId, record.id)
  if (!link.isActive && !record.isArchived) await archiveAndRecord(db, adminId, record.id)
  return link
}

/** Returns the fields that follow the platform. If the platform doesn't list the product, that is only 'onSale'. */
export async function readSyncedFields(db: Db, productId: number) {
  const link = await links.findLinkOfProduct(db, productId)
  if (!link) return { isSynced: false, platform: [] }
  const owned = await ownership.listOwnedFields(db, link.externalId)
  const followed = link.isActive ? SYNC_FIELDS : (['onSale'] as const)
  return { isSynced: true, platform: followed.filter((field) => !owned.has(field)) }
}

/** Sets which fields belong to the shop. They keep their current values, and their conflicts are removed. */
export async function changeOwners(db: Db, adminId: number, fields: SyncField[]): Promise<void> {
  await inTransaction(db, async (db) => {
    const before = await ownership.listOwners(db)
    const after = [...new Set(fields)].toSorted()
    if (before.join() === after.join()) return
    await ownership.replaceOwners(db, after)
    await ownership.deleteOpenOf(db, after)
    await recordChange(db, {
      actorId: adminId,
      action: 'sync.owners_changed',
      subjectId: 'platform',
      before: { here: before },
      after: { here: after },
    })
  })
}
