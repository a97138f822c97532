import { SYNC_FIELDS, SYNC_MESSAGES, type SyncField } from '#contract/sync/rules.ts'
import { recordChange } from '../audit/audit.ts'
import { bringBack, retireProduct } from '../catalog/admin-products.ts'
import { notFound } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { heardBefore } from './apply.ts'
import { create, lockRecord, owedAt, take } from './apply-fields.ts'
import * as links from './link-queries.ts'
import * as trust from './ownership-queries.ts'

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
    const externalId = await trust.findProductOf(db, id)
    const link = externalId && (await links.lockLink(db, externalId))
    const conflict = await trust.lockConflict(db, id)
    if (!conflict || !link) throw notFound(SYNC_MESSAGES.noConflict)
    if (choose === 'here') {
      await trust.updateKept(db, id)
    } else {
      const changed = await takePlatforms(db, adminId, link, conflict.field)
      await trust.deleteConflict(db, id)
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
async function takePlatforms(
  db: Db,
  adminId: number,
  link: links.ProductLink,
  field: SyncField,
): Promise<links.NewLink> {
  const heard = heardBefore(link)
  const record = link.productId === null ? null : await lockRecord(db, link.productId)
  if (field !== 'onSale') {
    if (!record) return link
    const { owed } = await take(db, adminId, record, heard, [field], 'count')
    return field === 'stockQuantity' ? { ...link, stockOwed: owed } : link
  }
  if (!record) {
    if (!link.isActive) return link
    const { productId, slug } = await create(db, adminId, heard)
    const stockOwed = owedAt(link.facts.stockQuantity)
    return { ...link, productId, facts: { ...link.facts, slug }, stockOwed }
  }
  if (link.isActive && record.isArchived) await bringBack(db, adminId, record.id)
  if (!link.isActive && !record.isArchived) await retireProduct(db, adminId, record.id)
  return link
}

/** Returns the fields that follow the platform. If the platform doesn't list the product, that is only 'onSale'. */
export async function readSyncedFields(db: Db, productId: number) {
  const link = await links.findLinkOfProduct(db, productId)
  if (!link) return { isSynced: false, platform: [] }
  const owned = await trust.listOwned(db, link.externalId)
  const followed = link.isActive ? SYNC_FIELDS : (['onSale'] as const)
  return { isSynced: true, platform: followed.filter((field) => !owned.has(field)) }
}

/** Sets which fields belong to the shop. They keep their current values, and their conflicts are removed. */
export async function changeOwners(db: Db, adminId: number, fields: SyncField[]): Promise<void> {
  await inTransaction(db, async (db) => {
    const before = await trust.listOwners(db)
    const after = [...new Set(fields)].toSorted()
    if (before.join() === after.join()) return
    await trust.replaceOwners(db, after)
    await trust.deleteOpenOf(db, after)
    await recordChange(db, {
      actorId: adminId,
      action: 'sync.owners_changed',
      subjectId: 'platform',
      before: { here: before },
      after: { here: after },
    })
  })
}
