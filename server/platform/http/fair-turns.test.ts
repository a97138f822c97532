import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { aCustomer, anAdmin, aProduct } from '../../../tests/support/fixtures.ts'
import { countWaiting, shopDatabase } from '../../../tests/support/fresh-database.ts'
import * as buying from '../../../tests/support/purchase.ts'
import { openTestShop } from '../../../tests/support/shop.ts'
import type { Visitor } from '../../../tests/support/visitor.ts'
import { wireTo } from '../../../tests/support/wire.ts'

const FLOOD = 120
/** Other visitors' requests run together with those of the flood that have already begun. */
const BEFORE_OTHERS = 60

const tool = (name: string, values: object) => ({
  method: 'POST',
  url: '/mcp',
  headers: { accept: 'application/json, text/event-stream' },
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: values } },
})

/** Sends a flood and then one other request. @returns how much of the flood was answered first */
async function floodBefore(
  send: (n: number) => Promise<{ status: number }>,
  other: typeof send,
  expected = 200,
) {
  let answered = 0
  const flood = Array.from({ length: FLOOD }, async (_, n) => {
    const { status } = await send(n)
    answered++
    return status
  })
  expect((await other(FLOOD)).status).toBe(expected)
  const before = answered
  expect(await Promise.all(flood)).toEqual(Array(FLOOD).fill(expected))
  return before
}

test.each<[string, (n: number) => Parameters<Visitor['send']>[0]]>([
  ['pages', (n) => ({ url: `/?search=lamp&maxPrice=${1000 + n}` })],
  ['lists', (n) => ({ url: `/api/products?search=lamp&maxPrice=${1000 + n}` })],
  ['suggestions', (n) => ({ url: `/api/search/suggestions?q=walmut%20${n}` })],
  ['calls by agents', (n) => tool('search_products', { search: `lamp ${n}` })],
  ['sitemaps', () => ({ url: '/sitemap.xml' })],
  ['carts', () => ({ url: '/api/cart' })],
  ['changed carts', () => ({ method: 'DELETE', url: '/api/cart' })],
  ['quotes', () => ({ method: 'POST', url: '/api/quote', body: { place: { country: 'US' } } })],
])('one network’s requests don’t delay those of other networks: %s', async (_, request) => {
  const shop = await openTestShop()
  const [busy, other] = [shop.visitor(), shop.visitor()]
  const before = await floodBefore(
    (n) => busy.send(request(n)),
    (n) => other.send(request(n)),
  )
  expect(before).toBeLessThan(BEFORE_OTHERS)
})

test('one network’s requests don’t delay those of other networks: orders', async () => {
  const shop = await openTestShop()
  const [busy, other] = [await aCustomer(shop), await aCustomer(shop)]
  const before = await floodBefore(
    () => busy.send({ url: '/api/orders' }),
    () => other.send({ url: '/api/orders' }),
  )
  expect(before).toBeLessThan(BEFORE_OTHERS)
})

test('one network’s requests don’t delay those of other networks: versions of policies', async () => {
  const shop = await openTestShop()
  const admin = await anAdmin(shop)
  const texts = { title: 'Terms', searchTitle: '', searchDescription: '' }
  const page = { name: 'terms-conditions', html: '<p>We <em>ship</em>.</p>'.repeat(500), isPublished: true }
  await admin.call('PUT /api/admin/pages/:name', Object.assign(page, texts, { version: 0 }))
  const url = '/api/policies/terms-conditions/versions/1'
  const [busy, other] = [shop.visitor(), shop.visitor()]
  const before = await floodBefore(
    () => busy.send({ url }),
    () => other.send({ url }),
  )
  expect(before).toBeLessThan(BEFORE_OTHERS)
})

test.each([
  ['JSON', '/api/create-payment-intent', 'application/json', 400],
  ['forms', '/cart/items', 'application/x-www-form-urlencoded', 303],
])('one network’s long requests are parsed in its turn: %s', async (_, url, type, status) => {
  const shop = await openTestShop()
  const [busy, other] = [shop.visitor(), shop.visitor()]
  const fields = Array.from({ length: 4000 }, (_, n) => n.toString(36))
  const body = type.endsWith('json')
    ? JSON.stringify(Object.fromEntries(fields.map((name) => [name, 0])))
    : fields.join('&')
  const send = (visitor: Visitor) =>
    visitor.send({ method: 'POST', url, headers: { 'content-type': type }, body })
  const before = await floodBefore(
    () => send(busy),
    () => send(other),
    status,
  )
  expect(before).toBeLessThan(BEFORE_OTHERS)
})

test.each<[string, (itemId: number) => [url: string, body: string]]>([
  ['added items', () => ['/cart/items', 'productId=2&quantity=1']],
  ['changed items', (itemId) => [`/cart/items/${itemId}`, 'quantity=2']],
  ['removed items', (itemId) => [`/cart/items/${itemId}/remove`, '']],
])('one network’s forms without JavaScript don’t delay those of other networks: %s', async (_, form) => {
  const shop = await openTestShop()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const sender = async () => {
    const visitor = shop.visitor()
    const [item] = await visitor.call('POST /api/cart', { productId: 1, quantity: 1 })
    const [url, body] = form(item?.id ?? 0)
    return () => visitor.send({ method: 'POST', url, body, headers })
  }
  expect(await floodBefore(await sender(), await sender(), 303)).toBeLessThan(BEFORE_OTHERS)
})

test('a page that the response cache fetches is fetched in the turn of its network', async () => {
  const shop = await openTestShop({ environment: { TRUST_PROXY: 'true' } })
  const wire = await wireTo(shop)
  const from = (address: string) => (n: number) =>
    wire.get(`/?search=lamp&maxPrice=${1000 + n}`, { 'x-forwarded-for': address })
  expect(await floodBefore(from('203.0.113.9'), from('203.0.113.10'))).toBeLessThan(BEFORE_OTHERS)
})

test('a page that many networks request at the same time is rendered once', async () => {
  const shop = await openTestShop({ environment: { TRUST_PROXY: 'true' } })
  // On a busy machine, a check for changes may take more than a second.
  vi.spyOn(shop.shop.changes, 'isSure').mockReturnValue(true)
  const wire = await wireTo(shop)
  const about = (address: string) => wire.get('/about', { 'x-forwarded-for': address })
  const busy = Array.from({ length: FLOOD }, (_, n) =>
    wire.get(`/?search=lamp&maxPrice=${1000 + n}`, { 'x-forwarded-for': '203.0.113.9' }),
  )
  const pages = Array.from({ length: 20 }, (_, n) => about(`203.0.113.${9 + n}`))
  const all = await Promise.all([...pages, ...busy])
  expect(all.map(({ status }) => status)).toEqual(Array(FLOOD + 20).fill(200))
  expect((await wire.outcomes()).miss).toBe(FLOOD + 1)
})

test('checkouts of one network that wait for its cart take no connections from other networks', async () => {
  const shop = await openTestShop({ databaseUrl: await shopDatabase() })
  const { db } = shop.shop
  const [busy, other] = [shop.visitor(), shop.visitor()]
  await busy.call('POST /api/cart', { productId: (await aProduct(shop)).id, quantity: 1 })
  const body = await buying.checkoutInput(busy)
  await busy.call('POST /api/create-payment-intent', body)
  const flood = await db.transaction().execute(async (transaction) => {
    await sql`select from carts for update`.execute(transaction)
    const checkouts = Array.from({ length: 30 }, () =>
      busy.send({ method: 'POST', url: '/api/create-payment-intent', body }),
    )
    await vi.waitFor(async () => expect(await countWaiting(db)).toBeGreaterThan(0), 20_000)
    for (let search = 0; search < 3; search++)
      expect((await other.send({ url: `/api/products?search=lamp&maxPrice=${1000 + search}` })).status).toBe(
        200,
      )
    expect(await countWaiting(db)).toBe(1)
    return checkouts
  })
  expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(Array(30).fill(200))
})
