import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { askStore, storeOf } from '../../tests/support/platform.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { openPlatform } from './access.ts'
import type { Platform, PlatformPage, PlatformProduct } from './platform.ts'

const PRODUCTS = 250
let shop: TestShop
let platform: Platform
beforeAll(async () => {
  shop = await openTestShop()
  const store = storeOf(shop)
  await store.set({ bucketSize: 100_000, restoreRate: 100_000 })
  await store.stockWith(PRODUCTS)
  const opened = await openPlatform(shop.shop)
  if (!opened) throw new Error('The platform is not configured')
  platform = opened
})

async function walked(): Promise<PlatformProduct[]> {
  const products: PlatformProduct[] = []
  for (let cursor: string | null = null; ; ) {
    const page: PlatformPage = await platform.listProducts(cursor, null)
    products.push(...page.products)
    cursor = page.next
    if (cursor === null) return products
  }
}

describe('the bulk file of a store that is too large for paging', () => {
  test('contains the same data for every product as the paged queries', async () => {
    const pages: PlatformPage[] = []
    for await (const page of platform.listAll(null, null)) pages.push(page)
    expect(pages.map(({ products }) => products.length)).toEqual([0, 100, 100, 50])
    expect(pages.at(-1)?.next).toBeNull()
    expect(byId(pages.flatMap(({ products }) => products))).toEqual(byId(await walked()))
  })

  test('is resumed where a crash interrupted it', async () => {
    const whole = await walked()
    const pages = platform.listAll(null, null)
    await pages.next()
    const { next, products } = (await pages.next()).value as PlatformPage
    const rest = await all(next, null)
    expect(rest).toHaveLength(PRODUCTS - products.length)
    expect(byId([...products, ...rest])).toEqual(byId(whole))
  })

  test('is requested only once, despite a crash before its first product', async () => {
    await storeOf(shop).fail('bulk-slow', { count: 1, delayMs: 1500 })
    const { next, products } = (await platform.listAll(null, null).next()).value as PlatformPage
    expect(products).toEqual([])
    const operation = await newestOperation()
    expect(await all(next, null)).toHaveLength(PRODUCTS)
    expect(await newestOperation()).toBe(operation)
  })

  test('is found on the platform after a crash before its ID was saved', async () => {
    const begun = platform.clock()
    await storeOf(shop).fail('bulk-slow', { count: 1, delayMs: 1500 })
    await platform.listAll(null, null).next()
    const operation = await newestOperation()
    expect(await all(null, begun)).toHaveLength(PRODUCTS)
    expect(await newestOperation()).toBe(operation)
  })

  test('is awaited if it was requested before the run began, and then a new one is requested', async () => {
    await storeOf(shop).fail('bulk-slow', { count: 1, delayMs: 1500 })
    await platform.listAll(null, null).next()
    const operation = await newestOperation()
    expect(await all(null, new Date(Date.now() + 3_600_000))).toHaveLength(PRODUCTS)
    expect(await newestOperation()).not.toBe(operation)
  })

  // 'BulkOperationUserErrorCode' in Shopify's reference of the Admin API.
  test('is requested again if the platform is busy with too many writes', async () => {
    await storeOf(shop).fail('bulk-limit', { count: 1 })
    expect(await all(null, null)).toHaveLength(PRODUCTS)
  })

  test('is treated as incomplete if it is truncated', async () => {
    await storeOf(shop).fail('bulk-cut', { count: 1 })
    await expect(all(null, null)).rejects.toMatchObject({ kind: 'unavailable' })
  })

  test('is not fetched from a private IP address, even if the platform returns one', async () => {
    await storeOf(shop).fail('bulk-inside', { count: 1 })
    await expect(all(null, null)).rejects.toMatchObject({
      kind: 'unavailable',
      detail: "169.254.169.254 isn't a public host, so the shop won't connect to it.",
    })
    expect(await all(null, null)).toHaveLength(PRODUCTS)
  })
})

describe('a run that was interrupted', () => {
  test('after requesting the file continues with that file', async () => {
    const admin = await fixtures.anAdmin(shop)
    await storeOf(shop).stockWith(20)
    await admin.call('POST /api/admin/sync-runs', { kind: 'full' })
    // Simulates the state after a crash.
    await platform.prices()
    const row = { cursor: 'bulk:', platform_at: platform.clock() }
    await shop.shop.db.updateTable('sync_runs').set(row).execute()
    await platform.listAll(null, null).next()
    const operation = await newestOperation()
    await shop.runJobs()
    const [run] = await admin.call('GET /api/admin/sync-runs', {})
    expect(run).toMatchObject({ state: 'done', seen: 20, created: 20 })
    expect(await newestOperation()).toBe(operation)
    const { cursor } = await shop.shop.db.selectFrom('sync_runs').select('cursor').executeTakeFirstOrThrow()
    expect(cursor).toBeNull()
  })
})

async function all(cursor: string | null, begun: Date | null): Promise<PlatformProduct[]> {
  const products: PlatformProduct[] = []
  for await (const page of platform.listAll(cursor, begun)) products.push(...page.products)
  return products
}

/** Returns the ID of the platform's latest bulk operation. */
async function newestOperation(): Promise<string> {
  const { data } = await askStore<{ bulkOperations: { nodes: { id: string }[] } }>(
    shop,
    '{ bulkOperations(first: 1) { nodes { id } } }',
  )
  return data.bulkOperations.nodes[0]?.id ?? ''
}

const byId = (products: PlatformProduct[]) => products.toSorted((one, other) => (one.id < other.id ? -1 : 1))
