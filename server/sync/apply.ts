import { isDeepStrictEqual } from 'node:util'
import type { SyncField } from '#contract/sync/rules.ts'
import { unarchiveAndRecord } from '../catalog/admin-products.ts'
import { listIdsBySlug, type ProductRecord } from '../catalog/record-queries.ts'
import type { Db } from '../platform/db/database.ts'
import { listPushedSince } from '../stock/push-queries.ts'
import {
  applyFields,
  archiveMissingProduct,
  create,
  lockRecord,
  owedFor,
  readFields,
  recordChange,
  SYSTEM_ACTOR,
} from './apply-fields.ts'
import { applyVariants, hasOptions, readShopVariants } from './apply-variants.ts'
import * as links from './link-queries.ts'
import type { PlatformSnapshot } from './mapping.ts'
import { comparedFields, isSame, merge, saleOf, stockChange } from './merge.ts'
import * as ownership from './ownership-queries.ts'
import type { VariantSnapshot } from './variant-mapping.ts'

/** Returns true if nothing would change. Checked for whole pages, before any transaction. */
export function isKnown(link: links.ProductLink | undefined, snapshot: PlatformSnapshot): boolean {
  if (!link) return !snapshot.isActive
  if (snapshot.updatedAt < link.platformUpdatedAt) return true
  if (link.isEdited || link.stockOwed !== 0 || link.variants.some(({ stockOwed }) => stockOwed !== 0))
    return false
  if (link.isActive !== snapshot.isActive) return false
  return !snapshot.isActive || (isSame(link.facts, snapshot.facts) && hasSameVariants(link, snapshot))
}

const hasSameVariants = (link: links.ProductLink, { variants }: PlatformSnapshot) =>
  isDeepStrictEqual(activeVariants(link), variants)

const activeVariants = ({ variants }: links.ProductLink): VariantSnapshot[] =>
  variants.flatMap(({ isActive, externalId, facts }) => (isActive ? [{ externalId, facts }] : []))

/** Returns the last snapshot of a product, so that applying it again finds edits made in the shop since then. */
export function lastSnapshot(link: links.ProductLink): PlatformSnapshot {
  const { externalId, platformUpdatedAt: updatedAt, isActive, facts } = link
  const category = { slug: facts.category, name: facts.category }
  const variants = facts.options.length > 0 ? activeVariants(link) : []
  return { externalId, updatedAt, isActive, facts, category, variants, notes: [], readAt: null }
}

/**
 * Replaces the platform's stock counts with the last ones if it is uncertain whether they include a push. Every push is
 * followed by another reading, so nothing is lost.
 */
export async function withVerifiedStock(
  db: Db,
  link: links.ProductLink,
  snapshot: PlatformSnapshot,
): Promise<PlatformSnapshot> {
  if (snapshot.readAt === null || link.productId === null) return snapshot
  const ids = link.variants.flatMap(({ variantId }) => variantId ?? [])
  const pushed = await listPushedSince(db, [link.productId, ...ids], snapshot.readAt)
  if (pushed.size === 0) return snapshot
  const last = new Map(
    link.variants.flatMap(({ externalId, variantId, facts }) =>
      variantId !== null && pushed.has(variantId) ? [[externalId, facts.stockQuantity] as const] : [],
    ),
  )
  const stockQuantity = pushed.has(link.productId) ? link.facts.stockQuantity : snapshot.facts.stockQuantity
  return {
    ...snapshot,
    facts: { ...snapshot.facts, stockQuantity },
    variants: snapshot.variants.map(({ externalId, facts }) => {
      const count = last.get(externalId)
      return { externalId, facts: count === undefined ? facts : { ...facts, stockQuantity: count } }
    }),
  }
}

/**
 * Applies a platform product within the caller's transaction, and records what changed. Fields that were edited in the
 * shop become conflicts instead. Ignores snapshots older than the last one.
 * @throws ShopError, MappingError if a shop rule forbids it
 */
export async function applyProduct(db: Db, runId: number, reading: PlatformSnapshot): Promise<void> {
  const link = await links.lockLink(db, reading.externalId)
  if (isKnown(link ?? undefined, reading)) return
  const owned = await ownership.listOwnedFields(db, reading.externalId)
  if (!link) return createFromPlatform(db, runId, reading, owned)
  const snapshot = await withVerifiedStock(db, link, reading)
  const next = { ...link, platformUpdatedAt: snapshot.updatedAt, isActive: snapshot.isActive }
  const record = link.productId === null ? null : await lockRecord(db, link.productId)
  const isInShop = record !== null && !record.isArchived
  const sale = saleOf({
    now: snapshot.isActive,
    last: link.isActive,
    here: isInShop,
    isOwned: owned.has('onSale'),
  })
  const saleConflict: ownership.NewConflict[] =
    sale === 'conflict'
      ? [{ variant: null, field: 'onSale', here: isInShop, platform: snapshot.isActive }]
      : []
  if (record && sale === 'take') {
    if (snapshot.isActive) await unarchiveAndRecord(db, SYSTEM_ACTOR, record.id)
    else await archiveMissingProduct(db, runId, snapshot.externalId, record)
  }
  if (!record && sale === 'take') {
    const { productId, slug, save } = await create(db, SYSTEM_ACTOR, snapshot)
    const stockOwed = owedFor(snapshot.facts.stockQuantity)
    await links.updateLink(db, { ...next, productId, facts: { ...snapshot.facts, slug }, stockOwed })
    await save()
    return recordChange(db, runId, snapshot, productId, 'created', null, [])
  }
  // If only one side lists the product, leave its fields alone until both agree.
  const isOnBoth = snapshot.isActive && record !== null && (isInShop || sale === 'take')
  if (!isOnBoth) {
    await ownership.replaceConflicts(db, snapshot.externalId, saleConflict)
    return links.updateLink(db, next, { stock: false })
  }
  const before = await readFields(db, record)
  const { isStockEdited } = link
  const sides = {
    ...{ now: snapshot.facts, last: link.facts, here: before, owned },
    ...{ isStockEdited, stockOwed: link.stockOwed },
  }
  const { apply: fields, conflicts } = merge(sides, comparedFields(snapshot.facts, before))
  const variantsBefore = hasOptions(record, snapshot) ? await readShopVariants(db, record) : []
  // Another product may have taken the slug of an archived one.
  if (!isInShop && before.slug === null && !owned.has('slug') && !fields.includes('slug')) fields.push('slug')
  const { notes, unapplied, owed } = await applyFields(
    db,
    SYSTEM_ACTOR,
    record,
    snapshot,
    fields,
    followed(sides),
  )
  const variants = await applyVariants(db, { record, before: variantsBefore, snapshot, link, owned })
  const found = conflicts
    .filter((field) => !fields.includes(field))
    .map((field) => ({ variant: null, field, here: before[field], platform: snapshot.facts[field] }))
  const facts = { ...snapshot.facts, ...unapplied }
  const stockOwed = variants?.owed ?? (fields.includes('stockQuantity') ? owed : link.stockOwed)
  const open = [...found, ...(variants?.conflicts ?? [])]
  const isStockOpen = open.some(({ variant, field }) => variant === null && field === 'stockQuantity')
  await links.updateLink(db, { ...next, facts, stockOwed }, { stock: !isStockOpen })
  await variants?.save()
  await ownership.replaceConflicts(db, snapshot.externalId, open)
  const action = isInShop ? 'changed' : 'restored'
  await recordChange(
    db,
    runId,
    snapshot,
    record.id,
    action,
    before,
    [...notes, ...(variants?.notes ?? [])],
    variantsBefore,
  )
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
  await applyProduct(db, runId, { ...lastSnapshot(link), updatedAt, isActive: false })
}

/** Links a product seen for the first time to the shop's product with the same slug, or creates a new one. */
async function createFromPlatform(db: Db, runId: number, snapshot: PlatformSnapshot, owned: Set<SyncField>) {
  const { externalId, updatedAt, isActive, facts } = snapshot
  const twin = await findTwin(db, facts.slug)
  const link = { externalId, platformUpdatedAt: updatedAt, isActive }
  if (twin) {
    const before = await readFields(db, twin)
    const sides = { now: facts, last: null, here: before, isStockEdited: false, stockOwed: 0, owned }
    const { apply: fields } = merge(sides, comparedFields(facts, before))
    const variantsBefore = hasOptions(twin, snapshot) ? await readShopVariants(db, twin) : []
    const { notes, unapplied, owed } = await applyFields(db, SYSTEM_ACTOR, twin, snapshot, fields, 'count')
    const unlinked = { record: twin, before: variantsBefore, snapshot, link: null, owned }
    const variants = await applyVariants(db, unlinked)
    const merged = { ...facts, ...unapplied }
    await links.insertLink(db, { ...link, productId: twin.id, facts: merged, stockOwed: owed })
    await variants?.save()
    const left = [...notes, ...(variants?.notes ?? [])]
    return recordChange(db, runId, snapshot, twin.id, 'changed', before, left, variantsBefore)
  }
  const { productId, slug, notes, save } = await create(db, SYSTEM_ACTOR, snapshot)
  const stockOwed = owedFor(facts.stockQuantity)
  await links.insertLink(db, { ...link, productId, facts: { ...facts, slug }, stockOwed })
  await save()
  await recordChange(db, runId, snapshot, productId, 'created', null, notes)
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
