import { isDeepStrictEqual } from 'node:util'
import { restoreProduct } from '../catalog/products.ts'
import { listIdsBySlug } from '../catalog/record-queries.ts'
import type { Db } from '../platform/db/database.ts'
import { listPushedSince } from '../stock/push-queries.ts'
import {
  applyFields,
  archiveMissingProduct,
  create,
  lockRecord,
  readFields,
  recordChange,
  SYSTEM_ACTOR,
} from './apply-fields.ts'
import { applyVariants, hasOptions, readShopVariants, type VariantCase } from './apply-variants.ts'
import * as links from './link-queries.ts'
import type { PlatformSnapshot } from './mapping.ts'
import { comparedFields, isSame, merge, saleOf, sidesOf } from './merge.ts'
import * as ownership from './ownership-queries.ts'
import { stockChange } from './stock.ts'
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
  if (!link) {
    const twinId = await findTwin(db, reading.facts.slug)
    const twin = twinId === null ? null : await lockRecord(db, twinId)
    if (twin) return applyListed(db, runId, { record: twin, snapshot: reading, link, owned })
    return createFromPlatform(db, runId, reading, link)
  }
  const snapshot = await withVerifiedStock(db, link, reading)
  const { externalId, isActive } = snapshot
  const record = link.productId === null ? null : await lockRecord(db, link.productId)
  const here = record !== null && !record.isArchived
  const sale = saleOf({ now: isActive, last: link.isActive, here, isOwned: owned.has('onSale') })
  if (!record && sale === 'take') return createFromPlatform(db, runId, snapshot, link)
  if (record && sale === 'take') {
    if (isActive) await restoreProduct(db, SYSTEM_ACTOR, record.id)
    else await archiveMissingProduct(db, runId, snapshot.externalId, record, snapshot.notes)
  }
  if (record && isActive && (here || sale === 'take'))
    return applyListed(db, runId, { record, snapshot, link, owned })
  // If only one side lists the product, leave its fields alone until both agree.
  const conflict = { variant: null, field: 'onSale' as const, here, platform: isActive }
  await ownership.replaceConflicts(db, externalId, sale === 'conflict' ? [conflict] : [])
  await links.updateLink(db, { ...link, platformUpdatedAt: snapshot.updatedAt, isActive }, { stock: false })
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

/** Returns the ID of the active product with this slug if it isn't linked to a platform product, or null. */
export async function findTwin(db: Db, slug: string | null): Promise<number | null> {
  const id = slug === null ? undefined : (await listIdsBySlug(db, [slug])).get(slug)
  return id === undefined || (await links.findLinkOfProduct(db, id)) ? null : id
}

/** Creates a product that only the platform has. @param link of a product that was deleted in the shop */
async function createFromPlatform(
  db: Db,
  runId: number,
  snapshot: PlatformSnapshot,
  link: links.ProductLink | null,
) {
  const { linked, notes, save } = await create(db, SYSTEM_ACTOR, snapshot)
  const { externalId, updatedAt: platformUpdatedAt, isActive } = snapshot
  const next = { externalId, platformUpdatedAt, isActive, ...linked }
  await (link ? links.updateLink(db, next) : links.insertLink(db, next))
  await save()
  await recordChange(db, runId, snapshot, linked.productId, 'created', null, notes)
}

/** Applies the fields and variants of a product that both sides list. @param product.link null on first contact */
async function applyListed(
  db: Db,
  runId: number,
  product: Pick<VariantCase, 'record' | 'snapshot' | 'link' | 'owned'>,
) {
  const { record, snapshot, link, owned } = product
  const { externalId, updatedAt: platformUpdatedAt, isActive, facts } = snapshot
  const before = await readFields(db, record)
  const sides = sidesOf(facts, link, before, owned)
  const { apply: fields, conflicts } = merge(sides, comparedFields(facts, before))
  const variantsBefore = hasOptions(record, snapshot) ? await readShopVariants(db, record) : []
  // Another product may have taken the slug of an archived one.
  if (record.isArchived && before.slug === null && !owned.has('slug') && !fields.includes('slug'))
    fields.push('slug')
  const change = stockChange(sides)
  const stock = change === null ? 'count' : { change }
  const { notes, unapplied, owed } = await applyFields(db, SYSTEM_ACTOR, record, snapshot, fields, stock)
  const variants = await applyVariants(db, { ...product, before: variantsBefore })
  const next = {
    ...{ externalId, productId: record.id, platformUpdatedAt, isActive },
    facts: { ...facts, ...unapplied },
    stockOwed: variants?.owed ?? (fields.includes('stockQuantity') ? owed : sides.stockOwed),
  }
  const own = conflicts
    .filter((field) => !fields.includes(field))
    .map((field) => ({ variant: null, field, here: before[field], platform: facts[field] }))
  const open = [...own, ...(variants?.conflicts ?? [])]
  const isStockOpen = open.some(({ variant, field }) => variant === null && field === 'stockQuantity')
  await (link ? links.updateLink(db, next, { stock: !isStockOpen }) : links.insertLink(db, next))
  await variants?.save()
  await ownership.replaceConflicts(db, externalId, open)
  const action = record.isArchived ? 'restored' : 'changed'
  const left = [...notes, ...(variants?.notes ?? [])]
  await recordChange(db, runId, snapshot, record.id, action, before, left, variantsBefore)
}
