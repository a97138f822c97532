import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { storeOf, variant } from '../../tests/support/platform.ts'
import { sendPlatformWebhook } from '../../tests/support/platform-webhook.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { callForStream } from '../../web/platform/api-stream.ts'
import { applyProduct } from './apply/apply-product.ts'
import { lastSnapshot } from './map/map-product.ts'
import { listLinks } from './record/link-queries.ts'

let shop: TestShop
let admin: fixtures.Customer
let store: ReturnType<typeof storeOf>
let product: { id: number }
beforeAll(async () => {
  shop = await openTestShop({ environment: { SHOPIFY_API_SECRET_PREVIOUS: 'the secret before this one' } })
  admin = await fixtures.anAdmin(shop)
  store = storeOf(shop)
  product = await store.add({ title: 'Told Tray', handle: 'told-tray', variants: [variant('10.00')] })
})

/** Sends a signed webhook about a product, and handles it. */
async function sendWebhook(
  topic: string,
  body: object = { id: product.id, title: 'Title of the webhook', variants: [{ price: '0.01' }] },
  options: Parameters<typeof sendPlatformWebhook>[3] = {},
) {
  const status = await sendPlatformWebhook(shop, topic, body, options)
  await shop.runJobs()
  return status
}
const price = async () => {
  const response = await shop.visitor().send({ url: '/api/products/told-tray' })
  return response.status === 200 ? (response.json() as { price: string }).price : response.status
}
const outcomes = async () =>
  (
    await shop.shop.db.selectFrom('sync_webhooks').select(['id', 'outcome']).orderBy('received_at').execute()
  ).map(({ outcome }) => outcome)

describe('a webhook from the platform', () => {
  test('makes the shop fetch the product, because the payload is not trusted', async () => {
    expect(await sendWebhook('products/create')).toBe(200)
    expect(await price()).toBe('10.00')
    await store.change('told-tray', { price: '11.00' })
    expect(await sendWebhook('products/update')).toBe(200)
    expect(await price()).toBe('11.00')
    const [run] = await admin.call('GET /api/admin/sync-runs', {})
    expect(run).toMatchObject({ kind: 'webhook', state: 'done', changed: 1, askedBy: 'the platform' })
  })

  test('that changes nothing creates no run', async () => {
    const before = (await admin.callPaged('GET /api/admin/sync-runs', {})).total
    expect(await sendWebhook('products/update')).toBe(200)
    expect((await admin.callPaged('GET /api/admin/sync-runs', {})).total).toBe(before)
  })

  test('that is delivered twice is processed once', async () => {
    const before = (await outcomes()).length
    await sendWebhook('products/update', undefined, { id: 'twice' })
    await sendWebhook('products/update', undefined, { id: 'twice' })
    expect(await outcomes()).toHaveLength(before + 1)
  })

  test('without a valid signature is rejected', async () => {
    await store.change('told-tray', { price: '12.00' })
    expect(await sendWebhook('products/update', undefined, { secret: 'a stranger' })).toBe(401)
    expect(await sendWebhook('products/update', undefined, { signature: 'AAAA' })).toBe(401)
    expect(await price()).toBe('11.00')
  })

  test('is accepted with the previous secret while a new one is rolled out', async () => {
    expect(await sendWebhook('products/update', undefined, { secret: 'the secret before this one' })).toBe(
      200,
    )
    expect(await price()).toBe('12.00')
  })

  test('with a change to an edited field creates a conflict, like a sync', async () => {
    const { id } = await admin.call('GET /api/products/:slugOrId', { slugOrId: 'told-tray' })
    await admin.call('PATCH /api/admin/products/:id', { id, price: '13.00' })
    await store.change('told-tray', { price: '14.00' })
    await sendWebhook('products/update')
    expect(await price()).toBe('13.00')
    const [conflict] = await admin.call('GET /api/admin/sync-conflicts', {})
    expect(conflict).toMatchObject({ field: 'price', here: '13.00', platform: '14.00' })
  })

  test('changes nothing if it is older than the stored state', async () => {
    const { db } = shop.shop
    const future = new Date(Date.now() + 3_600_000)
    await db.updateTable('sync_products').set({ platform_updated_at: future }).execute()
    await store.change('told-tray', { title: 'Late Tray' })
    await sendWebhook('products/update')
    expect((await admin.call('GET /api/products/:slugOrId', { slugOrId: 'told-tray' })).name).toBe(
      'Told Tray',
    )
    await db
      .updateTable('sync_products')
      .set({ platform_updated_at: new Date(0) })
      .execute()
  })

  test('about a new product does not take a slug that the shop uses', async () => {
    const own = await store.add({ title: 'Own Tray', handle: 'own-tray', variants: [variant('5.00')] })
    await sendWebhook('products/create', { id: own.id })
    await admin.call('PUT /api/admin/sync-owners', { here: ['slug'] })
    // The shop hasn't received a webhook about this change yet.
    await store.change('own-tray', { handle: 'moved-tray' })
    const next = await store.add({ title: 'Newcomer', handle: 'own-tray', variants: [variant('6.00')] })
    await sendWebhook('products/create', { id: next.id })
    const { name } = await admin.call('GET /api/products/:slugOrId', { slugOrId: 'own-tray' })
    expect(name).toBe('Own Tray')
    await admin.call('PUT /api/admin/sync-owners', { here: [] })
  })

  test('from a store changes nothing until both have the same currency', async () => {
    await store.set({ currencyCode: 'EUR' })
    const foreign = await store.add({ title: 'Euro Tray', handle: 'euro-tray', variants: [variant('9.00')] })
    expect(await sendWebhook('products/create', { id: foreign.id })).toBe(200)
    expect((await outcomes()).at(-1)).toMatch(/^skipped: This store's prices are in EUR/)
    expect((await shop.visitor().send({ url: '/api/products/euro-tray' })).status).toBe(404)
    const preview = callForStream(admin, 'POST /api/admin/sync-preview', {}, () => undefined)
    await expect(preview).rejects.toThrow(/in EUR/)
    expect(await admin.call('GET /api/sync-all')).toMatchObject({ success: false, error: 'currency EUR' })
    await admin.call('PATCH /api/admin/settings', { currency: 'EUR' })
    expect(await sendWebhook('products/update', { id: foreign.id })).toBe(200)
    const { price } = await admin.call('GET /api/products/:slugOrId', { slugOrId: 'euro-tray' })
    expect(price).toBe('9.00')
    await admin.call('PATCH /api/admin/settings', { currency: 'USD' })
    await store.set({ currencyCode: 'USD' })
  })

  test('about a deleted product archives it, and data fetched earlier does not unarchive it', async () => {
    const { db } = shop.shop
    const id = `gid://shopify/Product/${product.id}`
    const read = (await listLinks(db, [id])).get(id)
    await store.remove('told-tray')
    expect(await sendWebhook('products/delete', { id: product.id })).toBe(200)
    expect(await price()).toBe(404)
    const run = await db.selectFrom('sync_runs').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    if (!read) throw new Error('The shop has no link to the product')
    await applyProduct(db, run.id, lastSnapshot(read))
    expect(await price()).toBe(404)
  })

  test('about the inventory of a variant makes the shop fetch its product', async () => {
    const lamp = await store.add({ title: 'Told Lamp', handle: 'told-lamp', variants: [variant('10.00')] })
    await sendWebhook('products/create', { id: lamp.id })
    await store.change('told-lamp', { inventoryQuantity: 2 })
    const itemId = 48_000_000_000_000 + (lamp.variants[0]?.id ?? 0)
    // The shop doesn't rely on the count, which may be that of one of several locations.
    const level = { inventory_item_id: itemId, location_id: 61_000_000_001, available: 900 }
    const id = `gid://shopify/InventoryLevel/1?inventory_item_id=${itemId}`
    expect(await sendWebhook('inventory_levels/update', { ...level, admin_graphql_api_id: id })).toBe(200)
    const { stockQuantity } = await admin.call('GET /api/products/:slugOrId', { slugOrId: 'told-lamp' })
    expect(stockQuantity).toBe(2)
    const before = (await outcomes()).length
    expect(await sendWebhook('inventory_levels/update', { ...level, inventory_item_id: 1 })).toBe(200)
    expect((await outcomes()).slice(before), 'an item of no product').toEqual(['nothing to change'])
  })

  test('with another topic is accepted and ignored', async () => {
    const before = (await outcomes()).length
    expect(await sendWebhook('orders/create', { id: 1 })).toBe(200)
    expect(await outcomes()).toHaveLength(before)
  })
})
