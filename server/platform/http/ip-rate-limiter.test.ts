import { beforeAll, describe, expect, test } from 'vitest'
import { ErrorBody } from '#contract/errors.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'

const PER_MINUTE = 20
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ environment: { REQUESTS_PER_MINUTE: String(PER_MINUTE) } })
})

describe('too many requests from one IP address', () => {
  test.each(['/api/categories', '/api/nothing', '/images/960/none.jpg', '/robots.txt', '/.env'])(
    'are rejected at %s, and those of other IP addresses are not',
    async (url) => {
      const visitor = shop.visitor()
      for (let n = 0; n < PER_MINUTE; n++) await visitor.send({ url: '/healthz' })
      const rejected = await visitor.send({ url })
      expect(rejected.status).toBe(429)
      expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
      expect(ErrorBody.parse(rejected.json()).code).toBe('too_many_requests')
      expect((await shop.visitor().send({ url: '/api/categories' })).status).toBe(200)
    },
  )

  test('count once per page, regardless of the page’s internal requests', async () => {
    const visitor = shop.visitor()
    for (let n = 0; n < PER_MINUTE; n++) expect((await visitor.send({ url: '/faq' })).status).toBe(200)
    expect((await visitor.send({ url: '/faq' })).status).toBe(429)
  })

  test('are counted for a whole IPv6 site, whose limit is higher than that of each network', async () => {
    const visitor = shop.visitor()
    const ask = async () => (await visitor.send({ url: '/healthz' })).status
    for (let network = 0; network < 8; network++) {
      visitor.address = `2001:db8:7:${network}::1`
      for (let n = 0; n < PER_MINUTE; n++) expect(await ask()).toBe(200)
      expect(await ask()).toBe(429)
    }
    visitor.address = '2001:db8:7:8::1'
    expect(await ask()).toBe(429)
    visitor.address = '2001:db8:8:8::1'
    expect(await ask()).toBe(200)
  })

  test('can’t be disguised as the shop’s internal requests', async () => {
    const visitor = shop.visitor()
    const headers = { 'x-in-process': '1' }
    for (let n = 0; n < PER_MINUTE; n++) await visitor.send({ url: '/healthz', headers })
    expect((await visitor.send({ url: '/healthz', headers })).status).toBe(429)
  })

  test('are not counted from this machine, because behind a proxy they would include every client', async () => {
    const visitor = shop.visitor()
    visitor.address = '127.0.0.1'
    for (let n = 0; n <= PER_MINUTE; n++) {
      expect((await visitor.send({ url: '/healthz' })).status).toBe(200)
    }
  })
})
