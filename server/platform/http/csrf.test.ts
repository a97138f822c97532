import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'

let shop: TestShop
let productId: number
beforeAll(async () => {
  shop = await openTestShop()
  productId = (await fixtures.aProduct(shop)).id
})

/** Adds a product to a visitor's cart with these headers. */
async function add(headers: Record<string, string>, url = '/api/cart') {
  const visitor = shop.visitor()
  await visitor.call('POST /api/cart', { productId, quantity: 1 })
  const { status } = await visitor.send({ method: 'POST', url, body: { productId, quantity: 1 }, headers })
  const [item] = await visitor.call('GET /api/cart')
  return { status, quantity: item?.quantity }
}

describe('a write with the shopper’s cookies', () => {
  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'not an origin' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  ])('is rejected from another site: %j', async (headers) => {
    expect(await add(headers as Record<string, string>)).toEqual({ status: 403, quantity: 1 })
  })

  test.each([
    {},
    { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:3000' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://localhost:3000' },
    { origin: 'http://127.0.0.1:4000', host: '127.0.0.1:4000' },
  ])('is accepted from a page of the shop or a program: %j', async (headers) => {
    expect(await add(headers as Record<string, string>)).toEqual({ status: 200, quantity: 2 })
  })

  test('is rejected from other sites at any path, with other methods, and from forms', async () => {
    const visitor = shop.visitor()
    await visitor.call('POST /api/cart', { productId, quantity: 1 })
    const headers = { 'sec-fetch-site': 'cross-site' }
    for (const [method, url] of [
      ['DELETE', '/api/cart'],
      ['PATCH', '/api/cart/1'],
      ['POST', '/cart/items'],
      ['POST', '/newsletter'],
      ['POST', '/api/auth/logout'],
      ['POST', '/api/google-auth'],
      ['POST', '/nothing/here'],
    ] as const) {
      expect([url, (await visitor.send({ method, url, headers })).status]).toEqual([url, 403])
    }
    expect(await visitor.call('GET /api/cart')).toHaveLength(1)
  })

  test('is accepted from other sites if it uses a signature or a token instead of cookies', async () => {
    const headers = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }
    const unsubscribe = await shop.visitor().send({
      method: 'POST',
      url: `/newsletter/unsubscribe?token=${'A'.repeat(43)}`,
      headers,
    })
    expect(unsubscribe.status).toBe(200)
    const webhook = await shop.visitor().send({ method: 'POST', url: '/api/webhooks/stripe', headers })
    expect(webhook.status).toBe(400)
  })
})

describe('pages of other sites', () => {
  test('can read no response, because no CORS header allows it, not even for a preflight request', async () => {
    for (const url of ['/api/products', '/api/auth/user', '/', '/api/nothing', '/images/960/x.jpg']) {
      const headers = { origin: 'https://evil.example' }
      const response = await shop.visitor().send({ url, headers })
      expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      const before = await shop.visitor().send({
        method: 'OPTIONS',
        url,
        headers: { ...headers, 'access-control-request-method': 'POST' },
      })
      expect(before.status).toBeGreaterThanOrEqual(400)
      expect(Object.keys(before.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })
})
