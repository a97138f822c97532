import { variantTitle } from '#contract/catalog/variants.ts'
import { SYNC_FIELDS, SYNC_MESSAGES, type SyncField, VARIANT_SYNC_FIELDS } from '#contract/sync/rules.ts'
import { recordChange } from '../../audit/audit.ts'
import { archiveProduct, restoreProduct } from '../../catalog/archive-product.ts'
import { notFound } from '../../errors.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { lastSnapshot } from '../map/map-product.ts'
import { planProduct } from '../plan/plan-product.ts'
import type { ProductLink } from '../product.ts'
import * as conflicts from '../record/conflict-queries.ts'
import * as links from '../record/link-queries.ts'
import { saveVariantLinks } from '../record/variant-link-queries.ts'
import { createProduct } from './apply-product.ts'
import { lockProduct, readSides } from './read-product.ts'
import { writePlan } from './write-product.ts'

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
    const externalId = await conflicts.findProductOf(db, id)
    const link = externalId && (await links.lockLink(db, externalId))
    const conflict = await conflicts.lockConflict(db, id)
    if (!conflict || !link) throw notFound(SYNC_MESSAGES.noConflict)
    if (choose === 'here') {
      await conflicts.markKept(db, id)
    } else {
      await conflicts.deleteConflict(db, id)
      await applyPlatformValue(db, adminId, link, conflict)
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
function variantOf({ variants }: ProductLink, externalId: string | null) {
  const found = variants.find((variant) => variant.externalId === externalId)
  const variant = variantTitle(found?.facts.optionValues ?? [])
  return variant ? { variant } : {}
}

async function applyPlatformValue(
  db: Db,
  adminId: number,
  link: ProductLink,
  choice: { variant: string | null; field: SyncField },
): Promise<void> {
  const product = link.productId === null ? null : await lockProduct(db, link.productId)
  if (choice.field === 'onSale' && choice.variant === null) {
    if (link.isActive && !product) await createProduct(db, adminId, lastSnapshot(link))
    // Edits of fields must still be found by the next sync: if only one side listed the product, none were compared.
    else if (product?.isArchived && link.isActive) await restoreProduct(db, adminId, product.id)
    else if (product && !product.isArchived && !link.isActive) await archiveProduct(db, adminId, product.id)
    return
  }
  if (!product) return
  const snapshot = lastSnapshot(link)
  const owned = await conflicts.listOwnedFields(db, link.externalId)
  const plan = planProduct(await readSides(db, product, snapshot, link, owned, choice))
  const written = await writePlan(db, adminId, product, snapshot, plan)
  await links.saveLink(db, link, !link.isEdited)
  await saveVariantLinks(db, link.externalId, { links: written.links, renamed: plan.renamed })
}

/** Returns the fields that follow the platform. If the platform doesn't list the product, that is only 'onSale'. */
export async function readSyncedFields(db: Db, productId: number) {
  const link = await links.findLinkOfProduct(db, productId)
  if (!link) return { isSynced: false, platform: [] }
  const owned = await conflicts.listOwnedFields(db, link.externalId)
  const hasOptions = link.facts.options.length > 0
  const only = hasOptions ? undefined : link.variants.find(({ isActive }) => isActive)
  const kept = owned.variants.get(only?.externalId ?? '')
  const followed = link.isActive
    ? [...SYNC_FIELDS, ...(hasOptions ? VARIANT_SYNC_FIELDS : [])]
    : (['onSale'] as const)
  return {
    isSynced: true,
    platform: followed.filter((field) => !owned.product.has(field) && !kept?.has(field)),
  }
}

/** Sets which fields belong to the shop. They keep their current values, and their conflicts are removed. */
export async function changeOwners(db: Db, adminId: number, fields: SyncField[]): Promise<void> {
  await inTransaction(db, async (db) => {
    const before = await conflicts.listOwners(db)
    const after = [...new Set(fields)].toSorted()
    if (before.join() === after.join()) return
    await conflicts.replaceOwners(db, after)
    await conflicts.deleteOpenOf(db, after)
    await recordChange(db, {
      actorId: adminId,
      action: 'sync.owners_changed',
      subjectId: 'platform',
      before: { here: before },
      after: { here: after },
    })
  })
}
