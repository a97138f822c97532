import { expect, vi } from 'vitest'
import { commitReservation } from '../../../server/stock/stock.ts'
import { openPlatform } from '../../../server/sync/access.ts'
import { variant } from '../platform.ts'
import { openTestShop } from '../shop.ts'
import { pushAll } from '../stock-channels.ts'
import { openSyncTestStore } from '../sync-test-store.ts'

/**
 * Has a shop send each of its queries once, while the sandbox records the traffic: a sync of a product with more variants
 * than a page, of one that takes orders without stock, and of those that are left out; a pushed change of stock; webhooks
 * about a product, its inventory, and its end; and a bulk file.
 */
export async function driveShopify(trafficFile: string): Promise<void> {
  const shop = await openTestShop({ webhooks: true, trafficFile })
  shop.shop.config.publicUrl = shop.url
  const { admin, store, sync } = await openSyncTestStore(shop)
  await admin.call('PATCH /api/admin/settings', { pushStock: true })
  const sizes = Array.from({ length: 130 }, (_, index) => `${index} cm`)
  await store.add({
    title: 'Shelf',
    handle: 'shelf',
    options: [{ name: 'Size', values: sizes }],
    variants: sizes.map((size) => variant('20.00', { values: [size] })),
  })
  for (const [handle, ofVariant, more] of [
    ['endless', { inventoryPolicy: 'CONTINUE' }, {}],
    ['untracked', { tracked: false }, {}],
    ['download', { requiresShipping: false }, {}],
    ['hidden', {}, { publishedAt: null }],
    ['gift', {}, { isGiftCard: true }],
    ['subscription', {}, { requiresSellingPlan: true }],
  ] as const)
    await store.add({ title: handle, handle, variants: [variant('10.00', ofVariant)], ...more })
  expect((await sync()).message).toContain('added')

  const shelf = await admin.call('GET /api/products/:slugOrId', { slugOrId: 'shelf' })
  await commitReservation(shop.shop.db, 'PL-0000-0001', [{ variantId: shelf.id, quantity: 2 }])
  await pushAll(shop)
  const stock = async () => (await store.get('shelf')).variants[0]?.inventoryQuantity
  expect(await stock()).toBe(3)

  await store.change('shelf', { title: 'Long Shelf' })
  await store.change('shelf', { inventoryChange: 4, inventoryChangeOf: 0 })
  await store.remove('untracked')
  const hasNewName = async () => {
    await shop.runJobs()
    const { name } = await admin.call('GET /api/products/:slugOrId', { slugOrId: 'shelf' })
    expect(name).toBe('Long Shelf')
  }
  await vi.waitFor(hasNewName, { timeout: 60_000, interval: 100 })

  const platform = await openPlatform(shop.shop)
  if (!platform) throw new Error('The platform is not configured')
  const products: unknown[] = []
  for await (const page of platform.listAll(null, null)) products.push(...page.products)
  expect(products).toHaveLength(6)
  await shop.close()
}
