import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { askStore, storeOf, variant } from '../../tests/support/platform.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: fixtures.Customer
let store: ReturnType<typeof storeOf>
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  shop.shop.config.publicUrl = shop.url
  admin = await fixtures.anAdmin(shop)
  store = storeOf(shop)
})

const sync = () => admin.call('GET /api/sync-all')
const webhooks = async () => (await admin.call('GET /api/admin/sync-connection')).webhooks
async function subscriptions() {
  const query = '{ webhookSubscriptions(first: 20) { nodes { topic uri } } }'
  const { data } = await askStore<{ webhookSubscriptions: { nodes: { topic: string; uri: string }[] } }>(
    shop,
    query,
  )
  return data.webhookSubscriptions.nodes
}
const priceOf = async (slug: string) => {
  await shop.runJobs()
  const response = await shop.visitor().send({ url: `/api/products/${slug}` })
  return response.status === 200 ? (response.json() as { price: string }).price : response.status
}

describe('a full sync', () => {
  test('creates each webhook subscription on the platform only once', async () => {
    expect(await webhooks()).toBeNull()
    await sync()
    expect(await webhooks()).toEqual({ at: expect.any(String), error: null })
    await sync()
    const uri = `${shop.url}/api/webhooks/shopify`
    expect(await subscriptions()).toEqual([
      { topic: 'PRODUCTS_CREATE', uri },
      { topic: 'PRODUCTS_UPDATE', uri },
      { topic: 'PRODUCTS_DELETE', uri },
      { topic: 'INVENTORY_LEVELS_UPDATE', uri },
    ])
  })

  test('makes later changes in the store reach the catalog through webhooks', async () => {
    await store.change('slate-65-keyboard', { price: '77.70', compareAtPrice: null })
    await expect.poll(() => priceOf('slate-65-keyboard'), { timeout: 30_000 }).toBe('77.70')
    await store.add({ title: 'Told Tray', handle: 'told-tray', variants: [variant('10.00')] })
    await expect.poll(() => priceOf('told-tray'), { timeout: 30_000 }).toBe('10.00')
    await store.remove('told-tray')
    await expect.poll(() => priceOf('told-tray'), { timeout: 30_000 }).toBe(404)
    const [run] = await admin.call('GET /api/admin/sync-runs', {})
    expect(run).toMatchObject({ kind: 'webhook', state: 'done', archived: 1 })
  })

  test('makes stock that changes in the store reach the catalog even without a webhook about the product', async () => {
    const stock = async () => {
      await shop.runJobs()
      return (await admin.call('GET /api/products/:slugOrId', { slugOrId: 'birch-wrist-rest' })).stockQuantity
    }
    await store.fail('webhook-lost', { count: 1 })
    await store.change('birch-wrist-rest', { inventoryQuantity: 7 })
    await expect.poll(stock, { timeout: 30_000 }).toBe(7)
  })

  test('succeeds even if the platform rejects the webhook URL, and the connection shows the reason', async () => {
    shop.shop.config.publicUrl = 'mailto:shop'
    expect(await webhooks()).toBeNull()
    expect(await sync()).toMatchObject({ success: true })
    expect(await webhooks()).toMatchObject({ error: expect.stringContaining('Address is invalid') })
    shop.shop.config.publicUrl = shop.url
  })
})

describe('connecting to a store', () => {
  const enter = (input: object) =>
    admin.call('PUT /api/admin/sync-connection', {
      storeUrl: shop.sandboxUrl,
      apiKey: 'plinth-demo-key',
      ...input,
    })

  test('registers webhooks, too', async () => {
    expect(await enter({})).toMatchObject({ webhooks: null })
    await shop.runJobs()
    expect(await webhooks()).toMatchObject({ error: null })
    expect(await subscriptions()).toHaveLength(4)
  })

  test('reports rejected credentials', async () => {
    await enter({ accessToken: 'shpat_wrong_token' })
    await shop.runJobs()
    expect(await webhooks()).toMatchObject({ error: expect.stringContaining('rejected the shop') })
  })

  test('registers no webhooks without their signing secret', async () => {
    await enter({ accessToken: 'shpat_plinth_sandbox', apiSecret: null })
    await shop.runJobs()
    expect(await webhooks()).toMatchObject({ error: expect.stringMatching(/^Enter the API secret/) })
  })
})
