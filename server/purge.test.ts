import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import * as fixtures from '../tests/support/fixtures.ts'
import { aReceiver, type Receiver } from '../tests/support/receiver.ts'
import { openTestShop, type TestShop } from '../tests/support/shop.ts'

const TOKEN = 'a token of the CDN'
let shop: TestShop
let cdn: Receiver
beforeAll(async () => {
  cdn = await aReceiver()
  shop = await openTestShop({ environment: { CDN_PURGE_URL: `${cdn.url}/purge`, CDN_PURGE_TOKEN: TOKEN } })
})

const purges = () => cdn.received.map(({ body }) => (JSON.parse(body) as { tags: string[] }).tags)

/** Runs jobs until the CDN has received these tags. */
async function receives(tags: unknown) {
  await shop.shop.changes.catchUp()
  await vi.waitFor(async () => {
    await shop.runJobs()
    expect(purges()).toContainEqual(tags)
  }, 20_000)
}

describe('The purge of a CDN (docs/operations.md)', () => {
  test('is of everything at first, and then of what a change affects, with the token', async () => {
    const admin = await fixtures.anAdmin(shop)
    const lamp = await fixtures.aProduct(shop, { slug: 'lamp', stockQuantity: 7 })
    await receives(['shop'])
    cdn.received.length = 0
    await admin.call('PATCH /api/admin/products/:id', { id: lamp.id, stockQuantity: 9 })
    await receives([`product-${lamp.id}`])
    const [{ headers } = { headers: {} as Record<string, string> }] = cdn.received
    expect(headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      'surrogate-key': `product-${lamp.id}`,
      'content-type': 'application/json',
    })
    cdn.received.length = 0
    await admin.call('PATCH /api/admin/products/:id', { id: lamp.id, price: '7.31' })
    await receives(expect.arrayContaining(['lists', `product-${lamp.id}`]))
  })

  test('is repeated after a failure, and repeated later', async () => {
    const admin = await fixtures.anAdmin(shop)
    cdn.received.length = 0
    const lamp = await fixtures.aProduct(shop, { slug: 'second-lamp', stockQuantity: 7 })
    // The category isn't empty anymore, so every page changes.
    await receives(['shop'])
    cdn.received.length = 0
    cdn.responses.push(500, 503)
    await admin.call('PATCH /api/admin/products/:id', { id: lamp.id, stockQuantity: 8 })
    await vi.waitFor(async () => {
      await shop.runJobs()
      expect(purges().filter((tags) => tags.includes(`product-${lamp.id}`))).toHaveLength(3)
    }, 20_000)
    cdn.received.length = 0
    await sql`update jobs.job set start_after = now() where name = 'purge-cdn-again'`.execute(shop.shop.db)
    await receives([`product-${lamp.id}`])
  })
})

describe('A page', () => {
  test('names what it shows in the headers that CDNs read, and may stay in a CDN until it is purged', async () => {
    const visitor = shop.visitor()
    const { headers } = await visitor.send({ url: '/product/lamp' })
    const { id } = await visitor.call('GET /api/products/:slugOrId', { slugOrId: 'lamp' })
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=600, stale-while-revalidate=20')
    expect(String(headers['cache-tag']).split(',')).toEqual(
      expect.arrayContaining(['shop', 'lists', `product-${id}`]),
    )
    expect(headers['surrogate-key']).toBe(String(headers['cache-tag']).replaceAll(',', ' '))
    expect((await visitor.send({ url: '/cart' })).headers).not.toHaveProperty('cache-tag')
  })

  test('has no such headers without a CDN', async () => {
    const other = await openTestShop()
    const { headers } = await other.visitor().send({ url: '/' })
    expect(Object.keys(headers).filter((name) => /tag|surrogate/.test(name) && name !== 'etag')).toEqual([])
    expect(headers['cache-control']).toContain('s-maxage=10,')
  })
})
