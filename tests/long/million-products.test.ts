import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COUNT_MAX, type ProductQuery, SORTS } from '#contract/catalog/product-query.ts'
import { Decimal } from '#contract/text.ts'
import { browse } from '../../server/catalog/browse.ts'
import { findProduct } from '../../server/catalog/queries.ts'
import { suggest } from '../../server/catalog/suggestions.ts'
import type { Db } from '../../server/platform/db/database.ts'
import { Settings } from '../../server/settings/settings.ts'
import { openPlans, type Plans } from '../races/plans.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { fillWithCopies } from './million-products.ts'

let shop: TestShop
let plans: Plans
beforeAll(async () => {
  const databaseUrl = await shopDatabase()
  shop = await openTestShop({ databaseUrl })
  plans = openPlans(databaseUrl)
  await fillWithCopies(shop.shop.db, 1_000_000)
}, 1_800_000)
afterAll(() => plans.close())

const FILTERS: Partial<ProductQuery>[] = [
  {},
  { categoryId: 6 },
  { rating: 4 },
  { minPrice: Decimal.parse('10'), maxPrice: Decimal.parse('80') },
  { color: 'black' },
  { onSale: true },
  { featured: true },
]
const everything = /Seq Scan on (products|product_search|product_images|stock)\b/

describe('a million products', () => {
  test.each(SORTS)('are read by index, sorted by %s, for every filter and page', async (sort) => {
    for (const filter of FILTERS) {
      for (const page of [1, 100]) {
        const query = { sort, page, pageSize: 24, ...filter }
        const scans = await plans.scansOf((db) => browse(db, query))
        expect(scans, JSON.stringify(query)).not.toMatch(everything)
      }
    }
  })

  test.each(['walnut monitor', 'walnt monitr', 'xylophone'])('are searched by index: %s', async (search) => {
    const query = { search, sort: 'relevance', page: 1, pageSize: 24 } as const
    expect(await plans.scansOf((db) => browse(db, query))).not.toMatch(everything)
    expect(await plans.scansOf((db) => suggest(db, search))).not.toMatch(everything)
  })

  test('are found by slug by index', async () => {
    const find = (db: Db) => findProduct(db, 'walnut-monitor-stand', Settings.parse({}))
    expect(await plans.scansOf(find)).not.toMatch(everything)
  })

  test('are counted up to ten thousand', async () => {
    const response = await shop.visitor().send({ url: '/api/products?page=1&pageSize=24' })
    expect(response.headers).toMatchObject({ 'x-total-count': String(COUNT_MAX), 'x-total-capped': 'true' })
  })

  test.each(SORTS)(
    'cost at most twice as much on page 100 as on page 1, sorted by %s, for every filter',
    async (sort) => {
      for (const filter of FILTERS) {
        const blocks = (page: number) =>
          plans.blocksOf((db) => browse(db, { sort, page, pageSize: 24, ...filter }))
        expect(await blocks(100), JSON.stringify(filter)).toBeLessThanOrEqual(2 * (await blocks(1)))
      }
    },
  )
})
