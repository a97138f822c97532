import type { SyncField } from '#contract/sync/rules.ts'
import { bringBack } from '../catalog/admin-products.ts'
import { listIdsBySlug, type ProductRecord } from '../catalog/record-queries.ts'
import type { Db } from '../platform/db/database.ts'
import { hasPushSince } from '../stock/push-queries.ts'
import {
  create,
  here,
  lockRecord,
  NOBODY,
  owedAt,
  retire,
  slugNote,
  take,
  writeDown,
} from './apply-fields.ts'
import * as links from './link-queries.ts'
import type { Heard } from './mapping.ts'
import { isSame, merge, stockChange } from './merge.ts'
import * as trust from './ownership-queries.ts'

/** Returns true if nothing would change. Checked for whole pages, before any transaction. */
export function isKnown(link: links.ProductLink | undefined, heard: Heard): boolean {
  if (!link) return !heard.isActive
  if (heard.updatedAt < link.platformUpdatedAt) return true
  if (link.isEdited || link.stockOwed !== 0) return false
  return link.isActive === heard.isActive && (!heard.isActive || isSame(link.facts, heard.facts))
}

/** Returns the last snapshot of a product, so that applying it again finds edits made in the shop since then. */
export function heardBefore({ externalId, platformUpdatedAt, isActive, facts }: links.ProductLink): Heard {
  const category = { slug: facts.category, name: facts.category }
  return { externalId, updatedAt: platformUpdatedAt, isActive, facts, category, readAt: null }
}

/**
 * Replaces the platform's stock count with the last one if it is uncertain whether it includes a push. Every push is
 * followed by another reading, so nothing is lost.
 */
export async function withCertainStock(db: Db, link: links.ProductLink, heard: Heard): Promise<Heard> {
  if (heard.readAt === null || link.productId === null) return heard
  if (!(await hasPushSince(db, link.productId, heard.readAt))) return heard
  return { ...heard, facts: { ...heard.facts, stockQuantity: link.facts.stockQuantity } }
}

/**
 * Applies a platform product within the caller's transaction, and records what changed. Fields that were edited in the
 * shop become conflicts instead. Ignores snapshots older than the last one.
 * @throws ShopError, MappingError if a shop rule forbids it
 */
export async function applyProduct(db: Db, runId: number, reading: Heard): Promise<void> {
  const link = await links.lockLink(db, reading.externalId)
  if (isKnown(link ?? undefined, reading)) return
  const owned = await trust.listOwned(db, reading.externalId)
  if (!link) return takeIn(db, runId, reading, owned)
  const heard = await withCertainStock(db, link, reading)
  const next = { ...link, platformUpdatedAt: heard.updatedAt, isActive: heard.isActive }
  const record = link.productId === null ? null : await lockRecord(db, link.productId)
  const isHere = record !== null && !record.isArchived
  const sale = saleOf({
    now: heard.isActive,
    last: link.isActive,
    here: isHere,
    isOwned: owned.has('onSale'),
  })
  const saleConflict: trust.FoundConflict[] =
    sale === 'conflict' ? [{ field: 'onSale', here: isHere, platform: heard.isActive }] : []
  if (record && sale === 'take') {
    if (heard.isActive) await bringBack(db, NOBODY, record.id)
    else await retire(db, runId, heard.externalId, record)
  }
  if (!record && sale === 'take') {
    const { productId, slug } = await create(db, NOBODY, heard)
    const stockOwed = owedAt(heard.facts.stockQuantity)
    await links.updateLink(db, { ...next, productId, facts: { ...heard.facts, slug }, stockOwed })
    return writeDown(db, runId, heard, productId, 'created', null, null)
  }
  // If only one side lists the product, leave its fields alone until both agree.
  const isOnBoth = heard.isActive && record !== null && (isHere || sale === 'take')
  if (!isOnBoth) {
    await trust.replaceConflicts(db, heard.externalId, saleConflict)
    return links.updateLink(db, next, { stock: false })
  }
  const before = await here(db, record)
  const { isStockEdited } = link
  const sides = {
    ...{ now: heard.facts, last: link.facts, here: before, owned },
    ...{ isStockEdited, stockOwed: link.stockOwed },
  }
  const { take: fields, conflicts } = merge(sides)
  // Another product may have taken the slug of an archived one.
  if (!isHere && before.slug === null && !owned.has('slug') && !fields.includes('slug')) fields.push('slug')
  const { note, taken, owed } = await take(db, NOBODY, record, heard, fields, followed(sides))
  const found = conflicts
    .filter((field) => !fields.includes(field))
    .map((field) => ({ field, here: before[field], platform: heard.facts[field] }))
  await trust.replaceConflicts(db, heard.externalId, found)
  const facts = { ...heard.facts, ...taken }
  const stockOwed = fields.includes('stockQuantity') ? owed : link.stockOwed
  await links.updateLink(db, { ...next, facts, stockOwed }, { stock: !conflicts.includes('stockQuantity') })
  await writeDown(db, runId, heard, record.id, isHere ? 'changed' : 'restored', before, note)
}

/** Compares whether each side lists the product, like a field. */
export function saleOf(sides: { now: boolean; last: boolean; here: boolean; isOwned: boolean }) {
  const { now, last, here, isOwned } = sides
  if (isOwned || here === now) return 'agreed'
  return here === last ? 'take' : 'conflict'
}

/**
 * Archives a product that the platform no longer has.
 * @param at the platform's clock if this product was requested by ID, so that an older page can't restore it
 */
export async function applyMissing(
  db: Db,
  runId: number,
  externalId: string,
  at: Date | null = null,
): Promise<void> {
  const link = await links.lockLink(db, externalId)
  if (!link) return
  const updatedAt = at !== null && at > link.platformUpdatedAt ? at : link.platformUpdatedAt
  await applyProduct(db, runId, { ...heardBefore(link), updatedAt, isActive: false })
}

/** Links a product seen for the first time to the shop's product with the same slug, or creates a new one. */
async function takeIn(db: Db, runId: number, heard: Heard, owned: Set<SyncField>) {
  const { externalId, updatedAt, isActive, facts } = heard
  const twin = await findTwin(db, facts.slug)
  const link = { externalId, platformUpdatedAt: updatedAt, isActive }
  if (twin) {
    const before = await here(db, twin)
    const { take: fields } = merge({
      ...{ now: facts, last: null, here: before },
      ...{ isStockEdited: false, stockOwed: 0, owned },
    })
    const { note, taken, owed } = await take(db, NOBODY, twin, heard, fields, 'count')
    const kept = { ...facts, ...taken }
    await links.insertLink(db, { ...link, productId: twin.id, facts: kept, stockOwed: owed })
    return writeDown(db, runId, heard, twin.id, 'changed', before, note)
  }
  const { productId, slug } = await create(db, NOBODY, heard)
  const stockOwed = owedAt(facts.stockQuantity)
  await links.insertLink(db, { ...link, productId, facts: { ...facts, slug }, stockOwed })
  const note = slug === facts.slug ? null : slugNote(facts.slug)
  await writeDown(db, runId, heard, productId, 'created', null, note)
}

const followed = (sides: Parameters<typeof stockChange>[0]) => {
  const change = stockChange(sides)
  return change === null ? 'count' : { change }
}

/** Returns the active product with this slug if it isn't linked to a platform product, or null. */
async function findTwin(db: Db, slug: string | null): Promise<ProductRecord | null> {
  const id = slug === null ? undefined : (await listIdsBySlug(db, [slug])).get(slug)
  if (id === undefined || (await links.findLinkOfProduct(db, id))) return null
  return lockRecord(db, id)
}
