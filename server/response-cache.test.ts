import { beforeAll, describe, expect, test, vi } from 'vitest'
import { openTestShop, type TestShop } from '../tests/support/shop.ts'
import { type Wire, type WireAnswer, wireTo } from '../tests/support/wire.ts'
import { aProduct } from './catalog/fixtures.ts'
import { changeSettings } from './settings/settings.ts'

const LIST = '/api/products?page=1&pageSize=24&sort=price_asc'
const PAGE = '/product/walnut-monitor-stand'
const CACHED = [
  '/api/shop',
  '/api/categories',
  LIST,
  '/api/products/walnut-monitor-stand',
  '/api/reviews/product/1',
  '/api/search/suggestions?q=wal',
  '/',
  '/?categoryId=2&sort=price_asc',
  PAGE,
  '/privacy-policy',
]

const lines: Record<string, unknown>[] = []
let shop: TestShop
let wire: Wire
beforeAll(async () => {
  shop = await openTestShop({ onLog: (line) => void lines.push(JSON.parse(line)) })
  // On a busy machine, a check for changes may take more than a second. tests/races/response-cache.test.ts tests that.
  vi.spyOn(shop.shop.changes, 'isSure').mockReturnValue(true)
  wire = await wireTo(shop)
})

const withoutOwn = ({ headers }: Pick<WireAnswer, 'headers'>) => {
  const { date: _date, connection: _c, 'keep-alive': _k, 'x-request-id': _id, vary: _v, ...same } = headers
  return same
}
/** Removes the timestamps from a page's state. */
const timeless = (text: string) => text.replaceAll(/"madeAt":\d+/g, '')

describe('a cached response', () => {
  test.each(CACHED)('is identical to the router’s response: %s', async (url) => {
    await forget()
    const before = await wire.outcomes()
    const made = await wire.get(url)
    const cached = await wire.get(url)
    const after = await wire.outcomes()
    expect([after.miss - before.miss, after.hit - before.hit]).toEqual([1, 1])
    const { statusCode, headers, body } = await shop.app.inject(url)
    expect([made.status, cached.status]).toEqual([statusCode, statusCode])
    expect(cached.bytes).toEqual(made.bytes)
    expect(timeless(cached.text) === timeless(body)).toBe(true)
    expect(withoutOwn(cached)).toEqual(withoutOwn(made))
    const { etag: _, ...same } = withoutOwn({ headers: headers as WireAnswer['headers'] })
    expect(withoutOwn(cached)).toMatchObject(same)
  })

  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['deflate', undefined],
    ['', undefined],
  ])('is sent in the accepted encoding: %s', async (accepted, encoding) => {
    const plain = await wire.get(LIST)
    const encoded = await wire.get(LIST, { 'accept-encoding': accepted })
    expect(encoded.headers['content-encoding']).toBe(encoding)
    expect(encoded.headers.vary).toContain('accept-encoding')
    expect(encoded.headers['content-length']).toBe(String(encoded.bytes.length))
    expect(encoded.text).toBe(plain.text)
    expect(encoded.headers.etag).toBe(plain.headers.etag)
  })

  test('can be a list of 1.5 MB', async () => {
    const description = `<p>${'A long description. '.repeat(3000)}</p>`
    for (let made = 0; made < 26; made++) await aProduct(shop, { name: 'Wordy Thing', description })
    await forget()
    const before = await wire.outcomes()
    const list = await wire.get('/api/products?search=wordy', { 'accept-encoding': 'br' })
    expect(list.text.length).toBeGreaterThan(1_500_000)
    const again = await wire.get('/api/products?search=wordy', { 'accept-encoding': 'br' })
    expect(again.bytes).toEqual(list.bytes)
    expect((await wire.get('/api/products?search=wordy')).text).toBe(list.text)
    const after = await wire.outcomes()
    expect([after.miss - before.miss, after.hit - before.hit]).toEqual([1, 2])
  })

  test('is not sent again to a browser that has it', async () => {
    const { headers } = await wire.get(LIST)
    for (const tag of [
      String(headers.etag),
      String(headers.etag).replace('W/', ''),
      `"x", ${headers.etag}`,
    ]) {
      const again = await wire.get(LIST, { 'if-none-match': tag })
      expect([again.status, again.text]).toEqual([304, ''])
      expect(again.headers.etag).toBe(headers.etag)
    }
    expect((await wire.get(LIST, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('is shared by all spellings of a URL', async () => {
    await forget()
    const before = await wire.outcomes()
    const first = await wire.get('/api/products?page=1&search=lamp')
    for (const url of [
      '/api/products?search=lamp&page=1',
      '/api/products?search=%20lamp&page=1&sort=relevance',
      '/api/products?utm_source=x&search=lamp&page=1',
    ]) {
      expect((await wire.get(url)).text).toBe(first.text)
    }
    const page = await wire.get('/')
    expect((await wire.get('/?utm_source=letter&gclid=1')).text).toBe(page.text)
    const after = await wire.outcomes()
    expect(after.miss - before.miss).toBe(2)
  })

  test('is rendered once for concurrent requests', async () => {
    await forget()
    const before = await wire.outcomes()
    const responses = await Promise.all(Array.from({ length: 20 }, () => wire.get(PAGE)))
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
    expect(new Set(responses.map(({ headers }) => headers['x-request-id'])).size).toBe(20)
    const after = await wire.outcomes()
    expect(after.miss - before.miss).toBe(1)
    expect(after.miss + after.shared + after.hit - before.miss - before.shared - before.hit).toBe(20)
  })

  test('is logged and counted like any other, in one line with its request ID', async () => {
    await wire.get(LIST)
    const { headers } = await wire.get(`${LIST}&token=secret`)
    const own = lines.filter(({ reqId }) => reqId === headers['x-request-id'])
    expect(own).toMatchObject([
      {
        msg: 'request completed',
        req: { method: 'GET', url: `${LIST}&token=[Redacted]`, remoteAddress: '127.0.0.1' },
        res: { statusCode: 200 },
        responseTime: expect.any(Number),
      },
    ])
    const count = async () =>
      Number(
        /request_seconds_count\{method="GET",route="\/api\/products",status="2xx"\} (\d+)/.exec(
          (await wire.get('/metrics')).text,
        )?.[1],
      )
    const before = await count()
    await wire.get(LIST)
    expect(await count()).toBe(before + 1)
  })
})

describe('responses that are never cached', () => {
  test('include errors', async () => {
    const before = await wire.outcomes()
    for (const url of ['/api/products/no-such', '/product/no-such', '/?sort=nonsense']) {
      const first = await wire.get(url)
      expect(first.status).toBeGreaterThanOrEqual(400)
      expect(first.headers['cache-control'] ?? '').not.toContain('public')
      expect((await wire.get(url)).status).toBe(first.status)
    }
    expect((await wire.get('/api/products?sort=nonsense')).status).toBe(400)
    expect((await wire.get('/api/products?page=1&page=2')).status).toBe(400)
    expect((await wire.outcomes()).hit).toBe(before.hit)
  })

  test('include carts, tracking, accounts, and URLs with a secret', async () => {
    const before = await wire.outcomes()
    for (const url of [
      '/cart',
      '/api/cart',
      '/order-tracking?orderId=PL-0000-0000&email=x@example.com',
      '/order-success?payment_intent_client_secret=x',
      '/newsletter/confirm?token=x',
      '/auth',
      '/profile',
    ]) {
      const { headers } = await wire.get(url)
      expect(headers['cache-control'], url).toMatch(/no-store|private/)
    }
    expect(await wire.outcomes()).toEqual(before)
  })

  test('include those of very long URLs, which would fill the memory', async () => {
    const before = await wire.outcomes()
    for (const url of [PAGE, '/', '/api/products?page=1']) {
      const padded = `${url}${url.includes('?') ? '&' : '?'}campaign=${'x'.repeat(10_000)}`
      for (const one of [padded, padded]) expect((await wire.get(one)).status).toBe(200)
    }
    expect(await wire.outcomes()).toEqual(before)
  })

  test('include searches with no results, so that each one is counted', async () => {
    const url = '/api/products?search=unicorn&page=1'
    const before = await wire.outcomes()
    await wire.get(url)
    await wire.get(url)
    const after = await wire.outcomes()
    expect([after.hit - before.hit, after.miss - before.miss]).toEqual([0, 2])
  })
})

test('storefront pages can be cached by a proxy for ten seconds, and browsers revalidate them each time', async () => {
  for (const url of ['/', PAGE, '/about']) {
    expect((await wire.get(url)).headers['cache-control']).toBe(
      'public, max-age=0, s-maxage=10, stale-while-revalidate=20',
    )
  }
  expect((await wire.get('/?search=unicorn')).headers['cache-control']).toBe('private, no-cache')
  expect((await wire.get(LIST)).headers['cache-control']).toBe('no-cache')
})

test('a signed-in customer gets the same catalog, and no one else gets their data', async () => {
  await forget()
  const bearer = { authorization: `Bearer ${'x'.repeat(43)}`, cookie: `cart=${'y'.repeat(43)}` }
  const known = await wire.get(LIST, bearer)
  expect(known.headers['set-cookie']).toBeUndefined()
  expect((await wire.get(LIST)).text).toBe(known.text)
})

test('requests served from the cache count toward the limit of their IP address', async () => {
  const limited = await openTestShop({ environment: { REQUESTS_PER_MINUTE: '5', TRUST_PROXY: 'true' } })
  const wire = await wireTo(limited)
  const requestFrom = (from: string) => wire.get(LIST, { 'x-forwarded-for': from })
  for (let n = 0; n < 5; n++) expect((await requestFrom('203.0.113.9')).status).toBe(200)
  const rejected = await requestFrom('203.0.113.9')
  expect([rejected.status, Number(rejected.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await requestFrom('203.0.113.10')).status).toBe(200)
  for (let n = 0; n < 5; n++) expect((await requestFrom('127.0.0.1')).status).toBe(200)
  expect((await requestFrom('127.0.0.1')).status).toBe(429)
  // Some proxies include the port, which differs for each connection.
  for (const at of [(port: number) => `203.0.113.11:${port}`, (port: number) => `[2001:db8::1]:${port}`]) {
    for (let n = 0; n < 5; n++) expect((await requestFrom(at(2000 + n))).status).toBe(200)
    expect((await requestFrom(at(3000))).status).toBe(429)
  }
})

/** Changes a setting, which invalidates the cache. */
async function forget() {
  await changeSettings(shop.shop.db, { holdMinutes: 30 })
  await shop.shop.changes.catchUp()
}
