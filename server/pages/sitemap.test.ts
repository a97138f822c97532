import { fastify } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { createFairTurns, offerFairTurns } from '../platform/http/fair-turns.ts'
import { serveSitemap } from './sitemap.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
const addressesIn = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1])

describe('/sitemap.xml', () => {
  test('lists the pages of the shop and every product, from the database', async () => {
    const response = await shop.visitor().send({ url: '/sitemap.xml' })
    expect(response.headers['content-type']).toContain('application/xml')
    const addresses = addressesIn(response.text)
    expect(addresses).toContain('http://localhost:3000/')
    expect(addresses).toContain('http://localhost:3000/product/halo-desk-lamp')
    const pages = ['contact', 'shipping', 'returns', 'faq', 'about', 'privacy-policy', 'terms-conditions']
    for (const page of pages) expect(addresses).toContain(`http://localhost:3000/${page}`)
    expect(addresses.filter((address) => address?.includes('/product/'))).toHaveLength(10)
  })

  test('is split if it would be too large, and lists every product exactly once', async () => {
    const app = fastify()
    app.decorateRequest('network', null)
    offerFairTurns(app, createFairTurns())
    serveSitemap(app, shop.shop, 4)
    const index = (await app.inject('/sitemap.xml')).body
    expect(index).toContain('<sitemapindex')
    const parts = addressesIn(index).map((address) => new URL(address ?? '').pathname)
    expect(parts).toEqual(['/sitemap-1.xml', '/sitemap-2.xml', '/sitemap-3.xml'])
    const listed = (
      await Promise.all(parts.map(async (part) => addressesIn((await app.inject(part)).body)))
    ).flat()
    const products = listed.filter((address) => address?.includes('/product/'))
    expect(new Set(products).size).toBe(10)
    expect(products).toHaveLength(10)
    expect((await app.inject('/sitemap-4.xml')).statusCode).toBe(404)
    await app.close()
  })
})

describe('/robots.txt', () => {
  test('excludes personal pages and links to the sitemap', async () => {
    const { text } = await shop.visitor().send({ url: '/robots.txt' })
    expect(text).toContain('Disallow: /checkout')
    expect(text).toContain('Disallow: /newsletter')
    expect(text).toContain('Sitemap: http://localhost:3000/sitemap.xml')
  })
})
