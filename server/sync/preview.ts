import { isDeepStrictEqual } from 'node:util'
import type { SyncPreview } from '#contract/sync/conflicts.ts'
import { EXCEPTION_REASONS, EXCEPTIONS_NAMED, SYNC_MESSAGES } from '#contract/sync/rules.ts'
import { readRecords } from '../catalog/record-queries.ts'
import { streamProgress } from '../catalog/stream-progress.ts'
import { ShopError } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import { readSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { readPushClock } from '../stock/push-queries.ts'
import { openPlatform } from './access.ts'
import { findTwin, isKnown, withVerifiedStock } from './apply.ts'
import { areSameImages, hasOptions, planFor, readShopVariants, type VariantCase } from './apply-variants.ts'
import { exceptionsOf } from './exceptions.ts'
import * as links from './link-queries.ts'
import { checkPrices, type PlatformSnapshot } from './mapping.ts'
import { comparedFields, merge, pick, type Sides, saleOf, shopFields, sidesOf } from './merge.ts'
import { countOpenOf, listOwnedFields } from './ownership-queries.ts'
import { PlatformError, type PlatformProduct } from './platform.ts'
import { stockByChange, stockChange } from './stock.ts'
import { variantChanges } from './variant-changes.ts'
import { MappingError } from './variant-mapping.ts'
import { allPages, mappingShop, snapshotOf } from './walk.ts'

type Report = Extract<SyncPreview, { kind: 'report' }>
/** Maximum number of changes listed. All are counted. */
const SHOWN = 200

/**
 * Streams what a full sync would change now. Reads the platform like the sync does, and writes nothing. @throws
 * ShopError
 */
export function previewSync(
  parts: Pick<Shop, 'db' | 'config' | 'secrets' | 'stopping'>,
): AsyncGenerator<SyncPreview> {
  return streamProgress<SyncPreview>(async (send) => {
    const report: Report = {
      kind: 'report',
      seen: 0,
      created: 0,
      changed: 0,
      archived: 0,
      conflicts: 0,
      failed: 0,
      exceptions: [],
      changes: [],
    }
    const platform = await openPlatform(parts)
    if (!platform) throw new ShopError(409, 'conflict', SYNC_MESSAGES.notConfigured)
    const seen = new Set<string>()
    const readAt = await readPushClock(parts.db)
    try {
      await checkPrices(platform, await readSettings(parts.db))
      for await (const { products } of allPages(platform)) {
        parts.stopping.throwIfAborted()
        await previewPage(parts.db, products, readAt, report)
        for (const { id } of products) seen.add(id)
        for (const product of products) noteExceptions(report.exceptions, product)
        report.seen += products.length
        send({ kind: 'progress', seen: report.seen })
      }
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      if (error.kind === 'mismatch') throw new ShopError(409, 'conflict', error.message, { cause: error })
      throw new ShopError(503, 'unavailable', error.message, { cause: error })
    }
    await previewMissing(parts.db, seen, report)
    report.exceptions.sort((one, other) => orderOf(one) - orderOf(other))
    return report
  })
}

async function previewPage(db: Db, products: PlatformProduct[], readAt: number, report: Report) {
  const shop = await mappingShop(db)
  const slugOf = new Map(shop.categories.map(({ id, slug }) => [id, slug]))
  const known = await links.listLinks(
    db,
    products.map(({ id }) => id),
  )
  const unchanged: string[] = []
  for (const product of products) {
    try {
      const link = known.get(product.id)
      const reading = snapshotOf(product, shop, link ?? null, readAt)
      const snapshot = link && reading ? await withVerifiedStock(db, link, reading) : reading
      if (!snapshot || isKnown(link, snapshot)) unchanged.push(product.id)
      else await previewProduct(db, snapshot, link ?? null, slugOf, report)
    } catch (error) {
      if (!(error instanceof MappingError)) throw error
      note(report, 'failed', {
        productId: null,
        name: product.title,
        before: null,
        after: null,
        note: error.message,
      })
    }
  }
  // The sync skips these, so their open conflicts stay open.
  report.conflicts += await countOpenOf(db, unchanged)
}

async function previewProduct(
  db: Db,
  snapshot: PlatformSnapshot,
  link: links.ProductLink | null,
  slugOf: Map<number, string>,
  report: Report,
) {
  const { facts } = snapshot
  const id = link ? link.productId : await findTwin(db, facts.slug)
  const record = id === null ? undefined : (await readRecords(db, [id])).get(id)
  const plain = { productId: id, name: facts.name, note: snapshot.notes.join(' ') || null }
  if (!link && !record) return note(report, 'created', { ...plain, before: null, after: facts })
  const owned = await listOwnedFields(db, snapshot.externalId)
  const isHere = record !== undefined && !record.isArchived
  // A product that is active here and seen for the first time is listed on both sides.
  const sale = link
    ? saleOf({ now: snapshot.isActive, last: link.isActive, here: isHere, isOwned: owned.has('onSale') })
    : 'agreed'
  if (sale === 'conflict') report.conflicts += 1
  else if (sale === 'take') {
    if (!record) note(report, 'created', { ...plain, before: null, after: facts })
    else note(report, snapshot.isActive ? 'restored' : 'archived', { ...plain, before: null, after: null })
  }
  // Fields are compared only if both sides list the product.
  if (sale !== 'agreed' || !record || !isHere || !snapshot.isActive) return
  const here = shopFields(record, slugOf.get(record.facts.categoryId) ?? '')
  const sides = sidesOf(facts, link, here, owned)
  const { apply, conflicts } = merge(sides, comparedFields(facts, here))
  const variants = await previewVariants(db, { record, snapshot, link, owned }, apply.includes('images'))
  report.conflicts += conflicts.length + (variants?.conflicts ?? 0)
  const after = withStock(sides, record.held)
  // Sales that are still owed may leave the stock unchanged.
  const changed = apply.filter((field) => !isDeepStrictEqual(after[field], here[field]))
  if (changed.length + (variants?.fields.length ?? 0) > 0)
    note(report, 'changed', {
      ...plain,
      before: { ...pick(here, changed), ...variants?.before },
      after: { ...pick(after, changed), ...variants?.after },
    })
}

/** Returns the changes to options and variants, or null for a product without. */
async function previewVariants(
  db: Db,
  product: Pick<VariantCase, 'record' | 'snapshot' | 'link' | 'owned'>,
  takesImages: boolean,
) {
  const { record, snapshot } = product
  if (!hasOptions(record, snapshot)) return null
  const hasSameImages = takesImages || areSameImages(record.facts.images, snapshot.facts.images)
  const before = await readShopVariants(db, record)
  const plan = await planFor(db, { ...product, before, hasSameImages })
  const conflicts = plan.conflicts.length
  if (plan.variants === null) return { conflicts, fields: [], before: {}, after: {} }
  const stays = new Set(plan.variants.map(({ id }) => id))
  const gone = before.filter(({ id }) => !stays.has(id)).map((one) => ({ ...one, isArchived: true }))
  const after = [...plan.variants.map((one) => ({ ...one, isArchived: false })), ...gone]
  const changes = variantChanges(before, after)
  const isRenamed = !isDeepStrictEqual(plan.options, record.options)
  const fields = [
    ...(isRenamed ? (['options'] as const) : []),
    ...(changes.after.length > 0 ? (['variants'] as const) : []),
  ]
  const shown = (options: object, variants: object) => pick({ options, variants }, fields)
  return {
    ...{ conflicts, fields },
    ...{ before: shown(record.options, changes.before), after: shown(plan.options, changes.after) },
  }
}

/** Returns the platform's facts with the stock that its sales would leave here. */
function withStock(sides: Sides, held: number) {
  const change = stockChange(sides)
  const { stockQuantity } = sides.here
  if (change === null || stockQuantity === null) return sides.now
  return { ...sides.now, stockQuantity: stockByChange(stockQuantity, change, held).stockQuantity }
}

async function previewMissing(db: Db, seen: Set<string>, report: Report) {
  for (const { externalId, productId, name } of await links.listOnSale(db)) {
    if (!seen.has(externalId))
      note(report, 'archived', { productId, name, before: null, after: null, note: null })
  }
}

type Exception = Report['exceptions'][number]

const orderOf = ({ reason }: Exception) => EXCEPTION_REASONS.indexOf(reason)

function noteExceptions(exceptions: Exception[], product: PlatformProduct) {
  for (const reason of exceptionsOf(product)) {
    const known = exceptions.find((one) => one.reason === reason)
    if (!known) exceptions.push({ reason, count: 1, products: [product.title] })
    else {
      known.count += 1
      if (known.products.length < EXCEPTIONS_NAMED) known.products.push(product.title)
    }
  }
}

type Change = Report['changes'][number]

function note(report: Report, action: Change['action'], change: Omit<Change, 'action'>) {
  if (action === 'created' || action === 'archived' || action === 'failed') report[action] += 1
  else report.changed += 1
  if (report.changes.length < SHOWN) report.changes.push({ ...change, action })
}
