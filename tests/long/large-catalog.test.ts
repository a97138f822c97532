import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ProductQuery, SORTS } from '#contract/catalog/product-query.ts'
import { Decimal } from '#contract/text.ts'
import { browse } from '../../server/catalog/browse.ts'
import { suggest } from '../../server/catalog/suggestions.ts'
import { fillUpTo, newestWith, openPlans, type Plans, visitAll } from '../races/plans.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
let plans: Plans
beforeAll(async () => {
  const databaseUrl = await shopDatabase()
  shop = await openTestShop({ databaseUrl })
  plans = openPlans(databaseUrl)
  await fillUpTo(shop.shop.db, 100_000)
}, 600_000)
afterAll(() => plans.close())

const FILTERS: Partial<ProductQuery>[] = [
  {},
  { categoryId: 6 },
  { rating: 4 },
  { minPrice: Decimal.parse('10') },
  { color: 'black' },
  { onSale: true },
]
const lists = SORTS.flatMap((sort) => FILTERS.map((filter) => ({ sort, page: 1, pageSize: 24, ...filter })))

test.each(SORTS)(
  'the first ten thousand of a hundred thousand products are listed exactly once, sorted by %s',
  async (sort) => {
    const ids = await visitAll(shop, { sort })
    expect(ids).toHaveLength(10_000)
    expect(new Set(ids).size).toBe(10_000)
  },
)

test('a search that finds more than ten thousand products ranks the newest ten thousand, each exactly once', async () => {
  const ids = await visitAll(shop, { sort: 'relevance', search: 'desk' })
  expect(ids).toHaveLength(10_000)
  expect(new Set(ids)).toEqual(await newestWith(shop.shop.db, 'desk'))
})

test.each(lists)('a hundred thousand products are listed by index: %o', async (list) => {
  expect(await plans.scansOf((db) => browse(db, list))).not.toMatch(/Seq Scan on (products|product_search)\b/)
  expect(await timesSelectOne(() => browse(shop.shop.db, list))).toBeLessThan(250)
})

test.each(['walnut monitor', 'walnt monitr', 'oak tray black', 'xylophone'])(
  'a hundred thousand products are searched by index: %s',
  async (search) => {
    const list = { search, sort: 'relevance', page: 1, pageSize: 24 } as const
    expect(await plans.scansOf((db) => browse(db, list))).not.toMatch(
      /Seq Scan on (products|product_search)\b/,
    )
    expect(await timesSelectOne(() => browse(shop.shop.db, list))).toBeLessThan(600)
    expect(await timesSelectOne(() => suggest(shop.shop.db, search))).toBeLessThan(600)
  },
)

/** Returns the median time of `work` as a multiple of the time for `select 1`, independent of the machine. */
async function timesSelectOne(work: () => Promise<unknown>): Promise<number> {
  const one = await median(() => sql`select 1`.execute(shop.shop.db))
  return (await median(work)) / one
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < 15; run++) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[7] ?? Number.NaN
}
