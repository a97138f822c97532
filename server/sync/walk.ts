import type { Logger } from 'pino'
import { SYNC_MESSAGES } from '#contract/sync/rules.ts'
import { ShopError } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import { isDatabaseUnavailable } from '../platform/db/unavailable.ts'
import { readSettings } from '../settings/settings.ts'
import { applyMissing, applyProduct, isKnown } from './apply/apply-product.ts'
import { checkPrices } from './map/check-prices.ts'
import { countExceptions } from './map/exceptions.ts'
import { lastSnapshot, mapProduct, readMappingShop } from './map/map-product.ts'
import { type Platform, PlatformError, type PlatformPage, type PlatformProduct } from './platform.ts'
import * as links from './record/link-queries.ts'
import { findRun, insertChange } from './record/run-queries.ts'
import { type LeaseHolder, LeaseLostError } from './run-lease.ts'

const AT_ONCE = 100
/** Maximum number of objects that the platform pages through (Shopify's documentation). */
const WALK_MAX = 25_000
/** Prefix of the cursor of a bulk walk. */
const BULK = 'bulk:'

/**
 * Walks through the platform's products from the run's cursor, page by page, and applies each. Saves the cursor after
 * each page. Repeating a page after a crash changes nothing.
 * @param shouldContinue checked between pages @returns true if the walk is complete
 */
export async function walk(
  { db, log }: { db: Db; log: Logger },
  lease: LeaseHolder,
  platform: Platform,
  shouldContinue: () => boolean,
): Promise<boolean> {
  const { run } = lease
  const attempt = recordFailures(lease, log)
  if (run.platformAt === null) await begin(db, lease, platform)
  if (!run.isWalked) {
    for await (const { products, next } of pagesOf(lease, platform)) {
      await applyPage(db, lease, products, attempt)
      const ids = products.map(({ id }) => id)
      await lease.step((db) => links.updateSeen(db, run.id, ids))
      const cursor = next && isBulk(run) ? `${BULK}${next}` : next
      await lease.note(
        { cursor, is_walked: next === null, warning: platform.warning() },
        { seen: ids.length, exceptions: countExceptions(products) },
      )
      if (next !== null && !shouldContinue()) return false
    }
  }
  if (!(await checkEdited(db, lease, attempt, shouldContinue))) return false
  return run.kind === 'full' ? archiveMissing(db, lease, platform, attempt, shouldContinue) : true
}

/** Reads page by page, or from a file if the store exceeds the platform's paging limit. */
async function* pagesOf({ run, note }: LeaseHolder, platform: Platform): AsyncGenerator<PlatformPage> {
  if (run.cursor === null && run.kind === 'full' && (await isTooLarge(platform))) {
    run.cursor = BULK
    await note({ cursor: BULK })
  }
  if (isBulk(run)) yield* platform.listAll(run.cursor?.slice(BULK.length) || null, run.platformAt)
  else yield* walkPages(platform, run.cursor, run.since)
}

/** Lists all products from the start. */
export async function* allPages(platform: Platform): AsyncGenerator<PlatformPage> {
  yield* (await isTooLarge(platform)) ? platform.listAll(null, null) : walkPages(platform, null, null)
}

async function* walkPages(
  platform: Platform,
  from: string | null,
  since: Date | null,
): AsyncGenerator<PlatformPage> {
  for (let cursor = from; ; ) {
    const page = await platform.listProducts(cursor, since)
    yield page
    cursor = page.next
    if (cursor === null) return
  }
}

const isTooLarge = async (platform: Platform) => (await platform.count()) > WALK_MAX
const isBulk = ({ cursor }: { cursor: string | null }) => cursor?.startsWith(BULK) ?? false

/** Compares products that were edited in the shop, even if the platform didn't change them. */
async function checkEdited(
  db: Db,
  { run, step }: LeaseHolder,
  attempt: Attempt,
  shouldContinue: () => boolean,
): Promise<boolean> {
  for (;;) {
    if (!shouldContinue()) return false
    const edited = await links.listEdited(db, run.id, AT_ONCE)
    if (edited.length === 0) return true
    for (const link of edited) {
      const { externalId, productId, facts } = link
      await attempt({ externalId, productId, name: facts.name }, () =>
        step((db) => applyProduct(db, run.id, lastSnapshot(link))),
      )
    }
  }
}

/** Saves the platform's clock before reading the first product, so the next run covers changes made during this one. */
async function begin(db: Db, { run, note }: LeaseHolder, platform: Platform) {
  await checkPrices(platform, await readSettings(db))
  const clock = platform.clock()
  if (clock) await note({ platform_at: clock })
  run.platformAt = clock
}

async function applyPage(db: Db, lease: LeaseHolder, products: PlatformProduct[], attempt: Attempt) {
  const known = await links.listLinks(
    db,
    products.map(({ id }) => id),
  )
  const shop = await readMappingShop(db)
  for (const product of products) {
    const link = known.get(product.id)
    const named = { externalId: product.id, productId: link?.productId ?? null, name: product.title }
    await attempt(named, async () => {
      const snapshot = mapProduct(product, shop, link ?? null, lease.run.stockClock)
      if (!snapshot || isKnown(link, snapshot)) return
      await lease.step((db) => applyProduct(db, lease.run.id, snapshot))
    })
  }
}

type Attempt = (product: links.NamedLink, work: () => Promise<void>) => Promise<void>

/** Records a product that can't be applied, for any reason, so that the run continues with the others. */
function recordFailures({ run, step }: LeaseHolder, log: Logger): Attempt {
  return async (product, work) => {
    try {
      await work()
    } catch (error) {
      if (error instanceof LeaseLostError || error instanceof PlatformError) throw error
      if (isDatabaseUnavailable(error as Error)) throw error
      const isExplained = error instanceof ShopError
      if (!isExplained) log.error({ err: error, externalId: product.externalId }, 'product not synced')
      const note = isExplained ? error.message : SYNC_MESSAGES.unexpected
      const change = { runId: run.id, ...product, action: 'failed' as const, before: null, after: null, note }
      await step((db) => insertChange(db, change))
    }
  }
}

/**
 * Archives products that a full run didn't see. If the store suddenly has no products at all, an error is more likely,
 * such as a lost permission of the app, so nothing is archived. The platform's list may also have ended early, so each
 * product is requested by its ID before it is archived.
 */
async function archiveMissing(
  db: Db,
  lease: LeaseHolder,
  platform: Platform,
  attempt: Attempt,
  shouldContinue: () => boolean,
): Promise<boolean> {
  const { run, step, note } = lease
  if ((await findRun(db, run.id))?.seen === 0 && (await links.countLinks(db)) > 0) {
    const message = 'The platform returned no products at all. Nothing was changed.'
    throw new PlatformError('unreadable', message, 'no products')
  }
  for (;;) {
    if (!shouldContinue()) return false
    const missing = await links.listUnseen(db, run.id, AT_ONCE)
    if (missing.length === 0) return true
    for (const link of missing) {
      const product = await platform.findProduct(link.externalId)
      if (product) {
        await applyPage(db, lease, [product], attempt)
        await step((db) => links.updateSeen(db, run.id, [product.id]))
        await note({}, { seen: 1, exceptions: countExceptions([product]) })
      } else await attempt(link, () => step((db) => applyMissing(db, run.id, link.externalId)))
    }
  }
}
