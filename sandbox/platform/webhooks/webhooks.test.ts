import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Delivery } from '../../webhooks.ts'
import { openPlatformWorld, openSubscribedShop, type PlatformWorld } from '../fixtures.ts'
import { demoApp } from '../provider.ts'

let world: PlatformWorld

beforeEach(async () => {
  world = await openPlatformWorld()
})

afterEach(() => world.stop())

describe('a platform webhook', () => {
  it('is sent when a product is added, changed, and deleted', async () => {
    const shop = await openSubscribedShop(world)
    const { id } = await world.api<{ id: number }>('POST', '/platform/products', {
      title: 'Cork Board',
      variants: [{ price: '18.00' }],
    })
    await vi.waitFor(() => expect(shop.topics()).toEqual(['products/create']))
    await world.api('PATCH', `/platform/products/${id}`, { price: '19.50' })
    await vi.waitFor(() => expect(shop.topics()).toEqual(['products/create', 'products/update']))
    await world.api('DELETE', `/platform/products/${id}`)
    await vi.waitFor(() => expect(shop.received).toHaveLength(3))

    const [, changed, deleted] = shop.received.map(({ body }) => JSON.parse(body) as object)
    expect(changed).toMatchObject({
      admin_graphql_api_id: `gid://shopify/Product/${id}`,
      handle: 'cork-board',
      status: 'active',
    })
    expect(deleted).toEqual({ id })
  })

  it('names its shop, time, and topic, and has a signature of its raw body', async () => {
    const shop = await openSubscribedShop(world)
    await changeProduct({ title: 'Letter Rack “Ü”' })
    await vi.waitFor(() => expect(shop.received).toHaveLength(1))
    const [{ headers, body }] = shop.received as [(typeof shop.received)[0]]
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-shopify-topic': 'products/update',
      'x-shopify-shop-domain': 'hollow-oak.myshopify.com',
      'x-shopify-api-version': '2026-10',
      'x-shopify-webhook-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-shopify-triggered-at': expect.stringMatching(/^\d{4}-.*Z$/),
      'x-shopify-hmac-sha256': signature(demoApp.apiSecret, body),
    })
  })
})

describe('the fault switch', () => {
  it("'webhook-lost' drops a webhook", async () => {
    const shop = await openSubscribedShop(world)
    await world.switchOn('webhook-lost')
    await changeProduct({ title: 'Unheard' })
    await changeProduct({ title: 'Heard' })
    await vi.waitFor(() => expect(shop.received).toHaveLength(1))
    expect(shop.received[0]?.body).toContain('"title":"Heard"')
    expect((await deliveries()).map(({ state }) => state)).toContain('lost')
  })

  it("'webhook-doubled' sends a webhook twice with the same ID", async () => {
    const shop = await openSubscribedShop(world)
    await world.switchOn('webhook-doubled')
    await changeProduct({ title: 'Twice' })
    await vi.waitFor(() => expect(shop.received).toHaveLength(2))
    expect(new Set(shop.received.map(({ headers }) => headers['x-shopify-webhook-id'])).size).toBe(1)
  })

  it("'webhook-reordered' delivers the next webhook first", async () => {
    const shop = await openSubscribedShop(world)
    await world.switchOn('webhook-reordered', { count: 1, delayMs: 600_000 })
    await changeProduct({ title: 'Older' })
    await changeProduct({ title: 'Newer' })
    await vi.waitFor(() => expect(shop.received).toHaveLength(2))
    expect(shop.received.map(({ body }) => (JSON.parse(body) as { title: string }).title)).toEqual([
      'Newer',
      'Older',
    ])
  })

  it("'webhook-late' delays a webhook", async () => {
    const shop = await openSubscribedShop(world)
    await world.switchOn('webhook-late', { count: 1, delayMs: 200 })
    await changeProduct({ title: 'Later' })
    await vi.waitFor(() => expect(shop.received).toHaveLength(1))
    const [{ at, headers }] = shop.received as [(typeof shop.received)[0]]
    expect(at - Date.parse(String(headers['x-shopify-triggered-at']))).toBeGreaterThan(190)
  })
})

async function changeProduct(change: object) {
  const { id } = await world.productCalled('letter-rack')
  return world.api('PATCH', `/platform/products/${id}`, change)
}

function deliveries() {
  return world.api<Delivery[]>('GET', '/platform/webhooks')
}

function signature(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body, 'utf8').digest('base64')
}
