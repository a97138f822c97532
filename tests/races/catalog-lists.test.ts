import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ProductQuery, SORTS } from '#contract/catalog/product-query.ts'
import { Decimal } from '#contract/text.ts'
import { browse } from '../../server/catalog/browse.ts'
import { findProduct } from '../../server/catalog/queries.ts'
import { suggest } from '../../server/catalog/suggestions.ts'
import { Settings } from '../../server/settings/settings.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { fillUpTo, idsOn, newestWith, openPlans, type Plans, visitAll } from './plans.ts'

/** Twenty pages. tests/long/large-catalog.test.ts requests ten thousand products in every order. */
const PRODUCTS = 2000
/** Lists and searches end at ten thousand, and two of three products match a search for 'desk'. */
const MANY_PRODUCTS = 16_000
/** Except to find one product of a frequent color, where it ends at the first one. */
const READS_ALL = /Seq Scan on products\b(?! one)/

let shop: TestShop
let databaseUrl: string
beforeAll(async () => {
  databaseUrl = await shopDatabase()
  shop = await openTestShop({ databaseUrl })
  await fillUpTo(shop.shop.db, PRODUCTS)
}, 120_000)

describe('pagination of two thousand products', () => {
  test.each(SORTS)('covers every product exactly once, sorted by %s', async (sort) => {
    const ids = await visitAll(shop, { sort })
    expect(ids).toHaveLength(PRODUCTS)
    expect(new Set(ids).size).toBe(PRODUCTS)
  })

  test.each(SORTS)(
    'covers every match of a search with a filter exactly once, sorted by %s',
    async (sort) => {
      const expected = await sql<{ id: number }>`
      select id from products join product_search on product_id = id
      where document @@ to_tsquery('english', 'monitor') and colors @> array['black'] and price_cents <= 9999
      order by id`.execute(shop.shop.db)
      const ids = await visitAll(shop, { sort, search: 'monitors', color: 'black', maxPrice: '99.99' })
      expect(expected.rows.length).toBeGreaterThan(30)
      expect(ids.toSorted((a, b) => a - b)).toEqual(expected.rows.map(({ id }) => id))
    },
  )
})

describe('more than ten thousand products', () => {
  beforeAll(() => fillUpTo(shop.shop.db, MANY_PRODUCTS), 120_000)

  test('are counted up to ten thousand', async () => {
    const response = await shop.visitor().send({ url: '/api/products?page=1' })
    expect(response.headers).toMatchObject({ 'x-total-count': '10000', 'x-total-capped': 'true' })
    expect(response.headers.link).toContain('</api/products?page=1667>; rel="last"')
  })

  test('are listed up to the ten-thousandth, and later pages are empty', async () => {
    const page = async (query: string) =>
      (await shop.visitor().send({ url: `/api/products?${query}` })).json()
    expect(await page('page=1667')).toHaveLength(4)
    expect(await page('page=1668')).toEqual([])
    expect(await page('page=2000')).toEqual([])
    expect(await page('page=10000&pageSize=1')).toHaveLength(1)
  })

  // Requests four pages of a hundred. tests/long/large-catalog.test.ts requests all of them.
  test('are ranked up to ten thousand if a search finds more: the newest, each once', async () => {
    const newest = await newestWith(shop.shop.db, 'desk')
    const ids: number[] = []
    for (const page of [1, 50, 99, 100]) {
      const found = await idsOn(shop, { sort: 'relevance', search: 'desk' }, page)
      expect(found).toHaveLength(100)
      ids.push(...found)
    }
    expect(new Set(ids).size).toBe(400)
    expect(ids.filter((id) => !newest.has(id))).toEqual([])
    expect(await idsOn(shop, { sort: 'relevance', search: 'desk' }, 101)).toEqual([])
  })

  test('are listed up to one thousand without `page`', async () => {
    const response = await shop.visitor().send({ url: '/api/products' })
    expect(response.json()).toHaveLength(1000)
    expect(response.headers['x-total-count']).toBe('10000')
  })
})

describe('the query plans for sixteen thousand products', () => {
  let plans: Plans
  beforeAll(() => {
    plans = openPlans(databaseUrl)
  })
  afterAll(() => plans.close())

  const filters: Partial<ProductQuery>[] = [
    {},
    { categoryId: 9 },
    { minPrice: Decimal.parse('25'), maxPrice: Decimal.parse('50') },
    { minPrice: Decimal.parse('10') },
    { rating: 4 },
    { rating: 5 },
    { color: 'black' },
    { featured: true },
    { onSale: true },
    { categoryId: 9, maxPrice: Decimal.parse('50'), rating: 4, color: 'black', onSale: true },
    { search: 'walnut monitor' },
    { search: 'walnt monitr' },
    { search: 'desk' },
    { search: 'wal', color: 'black', minPrice: Decimal.parse('10') },
  ]
  test.each(filters)('read products by index in every sort order, with %o', async (filter) => {
    for (const sort of SORTS) {
      for (const page of [1, 90]) {
        const scans = await plans.scansOf((db) => browse(db, { ...filter, sort, page, pageSize: 100 }))
        expect(scans, sort).not.toMatch(READS_ALL)
        expect(scans, sort).toMatch(/Index/)
      }
    }
  })

  test.each([
    ['relevance', 'products_by_catalog'],
    ['price_asc', 'products_by_price'],
    ['price_desc', 'products_by_price'],
    ['rating', 'products_by_rating'],
    ['newest', 'products_by_time'],
  ] as const)('use the order of the index to sort by %s: %s', async (sort, index) => {
    const scans = await plans.scansOf((db) => browse(db, { sort, page: 1, pageSize: 100 }))
    expect(scans).toContain(`using ${index} on products products_1`)
  })

  test('find tokens and similar tokens by index', async () => {
    const scans = await plans.scansOf((db) => browse(db, { search: 'walnt monitr', sort: 'relevance' }))
    expect(scans).toContain('Bitmap Index Scan on product_search_document')
    expect(scans).toContain('Index Scan using search_tokens_near on search_tokens')
    // Words inside compounds. Few words are found as fast by either index.
    expect(scans).toMatch(/on search_tokens known\nBitmap Index Scan on search_tokens_(?:inside|near)/)
  })

  test('find suggestions, and a product by slug, old slug, or ID, by index', async () => {
    for (const q of ['wal', 'walnt mon', 'walnut zzzzz']) {
      expect(await plans.scansOf((db) => suggest(db, q))).not.toMatch(READS_ALL)
    }
    expect(await plans.scansOf((db) => findProduct(db, '17', Settings.parse({})))).not.toMatch(
      /Seq Scan on products\b/,
    )
  })
})
