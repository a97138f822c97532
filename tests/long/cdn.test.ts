import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Product } from '#contract/catalog/api.ts'
import { purgeChanges } from '../../server/platform/http/purge.ts'
import { afterFile } from '../support/after-file.ts'
import * as fixtures from '../support/fixtures.ts'
import { hasVarnish, startVarnish } from '../support/nodes/varnish.ts'
import { freePort } from '../support/postgres-process.ts'
import { checkOutWith } from '../support/purchase.ts'
import { sendRequest } from '../support/send-request.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { getFrom } from '../support/wire.ts'

const TOKEN = 'a token of the cache'

// Debian's package varnish isn't installed everywhere. Without it, there is nothing to test.
describe.runIf(hasVarnish)('Varnish in front of a shop, with deploy/varnish.vcl,', () => {
  let shop: TestShop
  let url: string
  let lamp: Product
  beforeAll(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    const environment = { TRUST_PROXY: 'true', CDN_PURGE_URL: `${url}/purge`, CDN_PURGE_TOKEN: TOKEN }
    shop = await openTestShop({ environment })
    const origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    afterFile(await startVarnish(port, origin, TOKEN))
    lamp = await fixtures.aProduct(shop, { slug: 'lamp', stockQuantity: 7, categoryId: 1 })
    await fixtures.aProduct(shop, { slug: 'stand', stockQuantity: 7, categoryId: 2 })
    // The first purge is of everything.
    await purgeChanges(shop.shop.db, shop.shop.config.cdn)
    await sql`delete from jobs.job where name = 'purge-cdn-again'`.execute(shop.shop.db)
  }, 60_000)

  const get = (path: string, headers = {}) => getFrom(url + path, headers)
  const outcomeOf = async (path: string, headers = {}) => (await get(path, headers)).headers['x-cache']

  /** Requests pages until all are in Varnish. */
  async function keep(...paths: string[]) {
    for (const path of paths)
      await vi.waitFor(async () => expect(await outcomeOf(path), path).toBe('hit'), 10_000)
  }

  test('keeps pages for every visitor, and shows no tags', async () => {
    await keep('/', '/product/lamp')
    const { headers } = await get('/product/lamp', { cookie: 'cart=x' })
    expect(headers['x-cache']).toBe('hit')
    expect(headers).not.toHaveProperty('surrogate-key')
    expect(headers).not.toHaveProperty('cache-tag')
  })

  test('drops the pages that show a product when it is reserved, and no others', async () => {
    await keep('/', '/product/lamp', '/product/stand', '/about')
    expect((await get('/product/lamp')).text).toContain('"stockQuantity":7')
    await checkOutWith(shop.visitor(), [lamp])
    await vi.waitFor(async () => {
      await shop.runJobs()
      expect((await get('/product/lamp')).text).toContain('"stockQuantity":6')
    }, 20_000)
    expect(await outcomeOf('/product/stand')).toBe('hit')
    expect(await outcomeOf('/about')).toBe('hit')
  })

  test('drops every page when a setting changes', async () => {
    await keep('/', '/about')
    const admin = await fixtures.anAdmin(shop)
    await admin.call('PATCH /api/admin/settings', { shopName: 'Socle' })
    for (const path of ['/', '/about'])
      await vi.waitFor(async () => {
        await shop.runJobs()
        expect((await get(path)).text, path).toContain('Socle')
      }, 20_000)
  })

  test('is bypassed by a browser that has just changed something', async () => {
    await keep('/product/lamp')
    expect(await outcomeOf('/product/lamp', { cookie: 'cart=x; fresh=1' })).toBe('miss')
  })

  test('keeps no cart, no account, and no API call of a signed-in customer', async () => {
    for (const path of ['/cart', '/api/cart', '/profile'])
      for (let times = 0; times < 2; times++) expect(await outcomeOf(path), path).toBe('miss')
  })

  test('accepts a purge only with the token', async () => {
    await keep('/about')
    for (const authorization of ['', 'Bearer ', 'Bearer wrong']) {
      const headers = { authorization, 'surrogate-key': 'shop' }
      expect((await sendRequest(`${url}/purge`, { method: 'POST', headers })).status).toBe(403)
    }
    const injected = { authorization: `Bearer ${TOKEN}`, 'surrogate-key': 'x && req.url ~ .' }
    expect((await sendRequest(`${url}/purge`, { method: 'POST', headers: injected })).status).toBe(400)
    expect(await outcomeOf('/about')).toBe('hit')
  })
})
