import { variantTitle } from '#contract/catalog/variants.ts'
import { SYNC_FIELDS, SYNC_MESSAGES, type SyncField, VARIANT_SYNC_FIELDS } from '#contract/sync/rules.ts'
import { recordChange } from '../audit/audit.ts'
import { archiveProduct, restoreProduct } from '../catalog/products.ts'
import { notFound } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { lastSnapshot } from './apply.ts'
import { applyFields, create, lockRecord } from './apply-fields.ts'
import { applyVariants, readShopVariants } from './apply-variants.ts'
import * as links from './link-queries.ts'
import * as ownership from './ownership-queries.ts'

/**
 * Resolves a conflict with an admin's choice: keeps the shop's value from now on, or applies the platform's value, even
 * if the shop's was kept before.
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
      const changed = await applyPlatformValue(db, adminId, link, conflict)
      await ownership.deleteConflict(db, id)
      await links.updateLink(db, changed, {
        stock: (conflict.field === 'stockQuantity' && conflict.variant === null) || !link.isStockEdited,
        // Edits of other fields must still be found by the next sync. If only one side listed the product, none were
        // compared.
        rest: (conflict.field !== 'onSale' || conflict.variant !== null) && !link.isEdited,
      })
    }
    await recordChange(db, {
      actorId: adminId,
      action: 'sync.settled',
      subjectId: link.productId ?? conflict.externalId,
      before: null,
      after: {
        ...variantOf(link, conflict.variant),
        field: conflict.field,
        chosen: choose === 'here' ? 'the shop' : 'the platform',
      },
    })
  })
}

/** Names the variant for the audit log. */
function variantOf({ variants }: links.ProductLink, externalId: string | null) {
  const found = variants.find((variant) => variant.externalId === externalId)
  return found && { variant: variantTitle(found.facts.optionValues) }
}

/** @returns the link to save */
async function applyPlatformValue(
  db: Db,
  adminId: number,
  link: links.ProductLink,
  { variant, field }: { variant: string | null; field: SyncField },
): Promise<links.NewLink> {
  const snapshot = lastSnapshot(link)
  const record = link.productId === null ? null : await lockRecord(db, link.productId)
  if (variant !== null || !isProductField(field)) {
    if (!record) return link
    const before = await readShopVariants(db, record)
    const sides = { record, before, snapshot, link, owned: new Set<SyncField>(), choice: { variant, field } }
    const applied = await applyVariants(db, sides, adminId)
    await applied?.save()
    return { ...link, stockOwed: applied?.owed ?? link.stockOwed }
  }
  if (field !== 'onSale') {
    if (!record) return link
    const { owed } = await applyFields(db, adminId, record, snapshot, [field], 'count')
    return field === 'stockQuantity' ? { ...link, stockOwed: owed } : link
  }
  if (!record) {
    if (!link.isActive) return link
    const { linked, save } = await create(db, adminId, snapshot)
    await save()
    return { ...link, ...linked }
  }
  if (link.isActive && record.isArchived) await restoreProduct(db, adminId, record.id)
  if (!link.isActive && !record.isArchived) await archiveProduct(db, adminId, record.id)
  return link
}

/** Returns the fields that follow the platform. If the platform doesn't list the product, that is only 'onSale'. */
export async function readSyncedFields(db: Db, productId: number) {
  const link = await links.findLinkOfProduct(db, productId)
  if (!link) return { isSynced: false, platform: [] }
  const owned = await ownership.listOwnedFields(db, link.externalId)
  const ofVariants = link.facts.options.length > 0 ? VARIANT_SYNC_FIELDS : []
  const followed = link.isActive ? [...SYNC_FIELDS, ...ofVariants] : (['onSale'] as const)
  return { isSynced: true, platform: followed.filter((field) => !owned.has(field)) }
}

/** Whether the field is one of a product, with or without options. */
function isProductField(field: SyncField): field is (typeof SYNC_FIELDS)[number] {
  return SYNC_FIELDS.some((one) => one === field)
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
