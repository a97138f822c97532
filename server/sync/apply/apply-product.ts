import { isDeepStrictEqual } from 'node:util'
import { archiveProduct, restoreProduct } from '../../catalog/archive-product.ts'
import { listIdsBySlug } from '../../catalog/record-queries.ts'
import type { Db } from '../../platform/db/database.ts'
import { listPushedSince } from '../../stock/push-queries.ts'
import { lastSnapshot, listActive } from '../map/map-product.ts'
import { mergeSale } from '../plan/merge.ts'
import { type Plan, planProduct } from '../plan/plan-product.ts'
import type { NewVariantLink, PlatformSnapshot, ProductLink, ShopProduct } from '../product.ts'
import { recordChange } from '../record/changes.ts'
import { listOwnedFields, type OwnedFields, replaceConflicts } from '../record/conflict-queries.ts'
import { findLinkOfProduct, lockLink, saveLink } from '../record/link-queries.ts'
import { insertChange } from '../record/run-queries.ts'
import { freeVariantIds, saveVariantLinks } from '../record/variant-link-queries.ts'
import { lockProduct, readProduct, readSides } from './read-product.ts'
import { addProduct, SYSTEM_ACTOR, slugNote, writePlan } from './write-product.ts'

/** Returns true if nothing would change. Checked for whole pages, before any transaction. */
export function isKnown(link: ProductLink | undefined, snapshot: PlatformSnapshot): boolean {
  if (!link) return !snapshot.isActive
  if (snapshot.updatedAt < link.platformUpdatedAt) return true
  if (link.isEdited || link.variants.some(({ stockOwed }) => stockOwed !== 0)) return false
  if (link.isActive !== snapshot.isActive) return false
  const last = [link.facts, listActive(link)]
  return !snapshot.isActive || isDeepStrictEqual(last, [snapshot.facts, snapshot.variants])
}

/**
 * Replaces the platform's stock counts with the last ones if it is uncertain whether they include a push. Every push is
 * followed by another reading, so nothing is lost.
 */
export async function withVerifiedStock(
  db: Db,
  link: ProductLink,
  snapshot: PlatformSnapshot,
): Promise<PlatformSnapshot> {
  const known = link.variants.flatMap(({ variantId }) => variantId ?? [])
  if (snapshot.readAt === null || known.length === 0) return snapshot
  const pushed = await listPushedSince(db, known, snapshot.readAt)
  const last = new Map(link.variants.map((variant) => [variant.externalId, variant]))
  const variants = snapshot.variants.map(({ externalId, facts }) => {
    const { variantId, facts: old } = last.get(externalId) ?? {}
    const isUncertain = old && variantId != null && pushed.has(variantId)
    return { externalId, facts: isUncertain ? { ...facts, stockQuantity: old.stockQuantity } : facts }
  })
  return { ...snapshot, variants }
}

/**
 * Applies a platform product within the caller's transaction, and records what changed. Fields that were edited in the
 * shop become conflicts instead. Ignores snapshots older than the last one.
 * @throws ShopError if a shop rule forbids it
 */
export async function applyProduct(db: Db, runId: number, reading: PlatformSnapshot): Promise<void> {
  const link = await lockLink(db, reading.externalId)
  if (isKnown(link ?? undefined, reading)) return
  const owned = await listOwnedFields(db, reading.externalId)
  if (!link) {
    const twinId = await findTwin(db, reading.facts.slug)
    const twin = twinId === null ? null : await lockProduct(db, twinId)
    if (twin) return applyListed(db, runId, twin, reading, null, owned)
    return createListed(db, runId, reading)
  }
  const snapshot = await withVerifiedStock(db, link, reading)
  const { externalId, isActive, notes } = snapshot
  const product = link.productId === null ? null : await lockProduct(db, link.productId)
  const here = product !== null && !product.isArchived
  const isOwned = owned.product.has('onSale')
  const sale = mergeSale({ now: isActive, last: link.isActive, here, isOwned })
  if (!product && sale === 'take') return createListed(db, runId, snapshot)
  if (product && sale === 'take') {
    if (isActive) await restoreProduct(db, SYSTEM_ACTOR, product.id)
    else await archiveMissingProduct(db, runId, externalId, product, notes)
  }
  if (product && isActive && (here || sale === 'take'))
    return applyListed(db, runId, product, snapshot, link, owned)
  // If only one side lists the product, leave its fields alone until both agree.
  const conflict = { variant: null, field: 'onSale' as const, here, platform: isActive }
  await replaceConflicts(db, externalId, sale === 'conflict' ? [conflict] : [])
  await saveLink(db, { ...link, platformUpdatedAt: snapshot.updatedAt, isActive })
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
  const link = await lockLink(db, externalId)
  if (!link) return
  const updatedAt = at !== null && at > link.platformUpdatedAt ? at : link.platformUpdatedAt
  await applyProduct(db, runId, { ...lastSnapshot(link), updatedAt, isActive: false })
}

/** Returns the ID of the active product with this slug if it isn't linked to a platform product, or null. */
export async function findTwin(db: Db, slug: string | null): Promise<number | null> {
  const id = slug === null ? undefined : (await listIdsBySlug(db, [slug])).get(slug)
  return id === undefined || (await findLinkOfProduct(db, id)) ? null : id
}

async function createListed(db: Db, runId: number, snapshot: PlatformSnapshot) {
  const { id, notes } = await createProduct(db, SYSTEM_ACTOR, snapshot)
  await recordProduct(db, runId, { ...snapshot, id, notes: [notes, snapshot.notes] }, 'created', null)
}

/** Creates a product that only the platform has, and links it. */
export async function createProduct(db: Db, actorId: number | null, snapshot: PlatformSnapshot) {
  const id = await addProduct(db, actorId, snapshot)
  const product = await lockProduct(db, id)
  if (!product) throw new Error(`Product ${id} was just added`)
  const sides = await readSides(db, product, snapshot, null, NOTHING_OWNED)
  const plan = { ...planProduct(sides), fields: [] }
  const { notes, links } = await writePlan(db, actorId, product, snapshot, plan)
  const { slug } = product.facts
  await saveProduct(db, id, snapshot, { slug, links, renamed: plan.renamed })
  return { id, notes: slug === snapshot.facts.slug ? notes : [slugNote(snapshot.facts.slug), ...notes] }
}

/** Owners of fields only protect existing products. */
const NOTHING_OWNED: OwnedFields = { product: new Set(), variants: new Map() }

/** Applies the fields and variants of a product that both sides list. @param link null on first contact */
async function applyListed(
  db: Db,
  runId: number,
  product: ShopProduct,
  snapshot: PlatformSnapshot,
  link: ProductLink | null,
  owned: OwnedFields,
) {
  const { id, isArchived } = product
  const plan = planProduct(await readSides(db, product, snapshot, link, owned))
  const { slug, notes, links } = await writePlan(db, SYSTEM_ACTOR, product, snapshot, plan)
  await saveProduct(db, id, snapshot, { slug, links, renamed: plan.renamed })
  await replaceConflicts(db, snapshot.externalId, plan.conflicts)
  const action = isArchived ? 'restored' : 'changed'
  // Each sync tries again what wasn't written, but says so only once for each change on the platform.
  const isTold = link !== null && snapshot.updatedAt <= link.platformUpdatedAt
  const told = isTold ? [] : notes
  await recordProduct(db, runId, { ...snapshot, id, notes: [told, snapshot.notes] }, action, product)
}

/** Saves the links of a product and of its variants. @param slug the one that the product has */
async function saveProduct(
  db: Db,
  productId: number,
  { externalId, updatedAt: platformUpdatedAt, isActive, facts }: PlatformSnapshot,
  { slug, ...variants }: { slug: string | null; links: NewVariantLink[]; renamed: Plan['renamed'] },
) {
  const link = { externalId, productId, platformUpdatedAt, isActive, facts: { ...facts, slug } }
  await saveLink(db, link)
  await freeVariantIds(
    db,
    externalId,
    variants.links.map((one) => one.externalId),
  )
  await saveVariantLinks(db, externalId, variants)
}

/** Records how a product differs now. @param named.notes about what wasn't written, and about what wasn't mapped */
export async function recordProduct(
  db: Db,
  runId: number,
  named: { id: number; externalId: string; facts: { name: string }; notes: [string[], string[]] },
  action: 'created' | 'changed' | 'restored',
  before: ShopProduct | null,
): Promise<void> {
  const after = await readProduct(db, named.id)
  if (after) await recordChange(db, runId, named, action, before, after)
}

export async function archiveMissingProduct(
  db: Db,
  runId: number,
  externalId: string,
  { id, facts: { name } }: ShopProduct,
  notes: string[] = [],
): Promise<void> {
  await archiveProduct(db, SYSTEM_ACTOR, id)
  const change = { runId, externalId, productId: id, name, note: notes.join(' ') || null }
  await insertChange(db, { ...change, action: 'archived', before: null, after: null })
}
