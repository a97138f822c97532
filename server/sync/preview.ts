import type { SyncPreview } from '#contract/sync/conflicts.ts'
import { EXCEPTION_REASONS, EXCEPTIONS_NAMED, SYNC_MESSAGES } from '#contract/sync/rules.ts'
import { streamProgress } from '../catalog/stream-progress.ts'
import { ShopError } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import { readSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { readPushClock } from '../stock/push-queries.ts'
import { openPlatform } from './access.ts'
import { findTwin, isKnown, withVerifiedStock } from './apply/apply-product.ts'
import { readProduct, readSides } from './apply/read-product.ts'
import { checkPrices } from './map/check-prices.ts'
import { exceptionsOf } from './map/exceptions.ts'
import { mapProduct, readMappingShop } from './map/map-product.ts'
import { MappingError } from './map/map-variants.ts'
import { mergeSale, pick } from './plan/merge.ts'
import { type Plan, planProduct } from './plan/plan-product.ts'
import { PlatformError, type PlatformProduct } from './platform.ts'
import type { PlatformSnapshot, ProductLink, ShownProduct } from './product.ts'
import { changesBetween, flatten } from './record/changes.ts'
import { countOpenOf, listOwnedFields } from './record/conflict-queries.ts'
import * as links from './record/link-queries.ts'
import { allPages } from './walk.ts'

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
        send({ kind: 'progress', seen: report.seen })
      }
      for (const link of await links.listOnSale(parts.db)) {
        parts.stopping.throwIfAborted()
        const product = seen.has(link.externalId) ? null : await platform.findProduct(link.externalId)
        if (product) await previewPage(parts.db, [product], readAt, report)
        else if (!seen.has(link.externalId)) noteMissing(report, link)
      }
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      if (error.kind === 'mismatch') throw new ShopError(409, 'conflict', error.message, { cause: error })
      throw new ShopError(503, 'unavailable', error.message, { cause: error })
    }
    report.exceptions.sort((one, other) => orderOf(one) - orderOf(other))
    return report
  })
}

async function previewPage(db: Db, products: PlatformProduct[], readAt: number, report: Report) {
  const shop = await readMappingShop(db)
  const known = await links.listLinks(
    db,
    products.map(({ id }) => id),
  )
  const unchanged: string[] = []
  for (const product of products) {
    try {
      const link = known.get(product.id)
      const reading = mapProduct(product, shop, link ?? null, readAt)
      const snapshot = link && reading ? await withVerifiedStock(db, link, reading) : reading
      if (!snapshot || isKnown(link, snapshot)) unchanged.push(product.id)
      else await previewProduct(db, snapshot, link ?? null, report)
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
  for (const product of products) noteExceptions(report.exceptions, product)
  report.seen += products.length
}

async function previewProduct(db: Db, snapshot: PlatformSnapshot, link: ProductLink | null, report: Report) {
  const { facts, isActive } = snapshot
  const productId = link ? link.productId : await findTwin(db, facts.slug)
  const product = productId === null ? null : await readProduct(db, productId)
  const plain = { productId, name: facts.name, note: snapshot.notes.join(' ') || null }
  const created = () => note(report, 'created', { ...plain, before: null, after: flatten(asShown(snapshot)) })
  if (!link && !product) return created()
  const owned = await listOwnedFields(db, snapshot.externalId)
  const here = product !== null && !product.isArchived
  // A product that is active here and seen for the first time is listed on both sides.
  const sale = link
    ? mergeSale({ now: isActive, last: link.isActive, here, isOwned: owned.product.has('onSale') })
    : 'agreed'
  if (sale === 'conflict') report.conflicts += 1
  else if (sale === 'take') {
    if (!product) created()
    else note(report, isActive ? 'restored' : 'archived', { ...plain, before: null, after: null })
  }
  // Fields are compared only if both sides list the product.
  if (sale !== 'agreed' || !product || !here || !isActive) return
  const plan = planProduct(await readSides(db, product, snapshot, link, owned))
  report.conflicts += plan.conflicts.length
  const changes = changesBetween(product, afterPlan(product, snapshot, plan))
  if (changes) note(report, 'changed', { ...plain, ...changes })
}

/** Returns a new product as the platform has it. */
function asShown({ facts, variants }: PlatformSnapshot): ShownProduct {
  const { price = '', oldPrice = null } = variants[0]?.facts ?? {}
  return {
    facts,
    variants: variants.map((variant) => ({ id: null, isArchived: false, facts: variant.facts })),
    summary: { price, oldPrice, stockQuantity: null },
  }
}

function afterPlan(product: ShownProduct, { facts }: PlatformSnapshot, plan: Plan): ShownProduct {
  const texts = { ...product.facts, ...pick(facts, plan.fields) }
  if (plan.variants === null) return { ...product, facts: texts }
  const stays = new Set(plan.variants.map(({ id }) => id))
  const gone = product.variants
    .filter(({ id }) => !stays.has(id))
    .map((one) => ({ ...one, isArchived: true }))
  return {
    ...product,
    facts: { ...texts, options: plan.options },
    variants: [...plan.variants.map((one) => ({ ...one, isArchived: false })), ...gone],
  }
}

function noteMissing(report: Report, { productId, name }: { productId: number; name: string }) {
  note(report, 'archived', { productId, name, before: null, after: null, note: null })
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
