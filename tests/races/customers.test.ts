import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CustomerQuery } from '#contract/accounts/customers.ts'
import { readCustomers } from '../../server/accounts/customers.ts'
import { inTransaction } from '../../server/platform/db/database.ts'
import * as fixtures from '../support/fixtures.ts'
import { countWaiting, shopDatabase } from '../support/fresh-database.ts'
import * as buying from '../support/purchase.ts'
import { seedOrders } from '../support/seed-orders.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { openPlans, type Plans } from './plans.ts'

let shop: TestShop
let databaseUrl: string
beforeAll(async () => {
  databaseUrl = await shopDatabase()
  shop = await openTestShop({ databaseUrl, webhooks: true })
})

const read = (query: object = {}) => readCustomers(shop.shop.db, CustomerQuery.parse(query))

describe('the totals of customers', () => {
  test('never make purchases of one customer wait, and an earlier reader never overwrites newer ones', async () => {
    const { db } = shop.shop
    const email = 'twice@example.com'
    const lamp = await fixtures.aProduct(shop, { priceCents: 1000 })
    const buy = () => buying.aPaidOrder(shop, shop.visitor(), [lamp], { email })
    await buy()
    const later = await inTransaction(db, async (early) => {
      expect((await readCustomers(early, CustomerQuery.parse({ search: email }))).customers).toMatchObject([
        { orders: 1 },
      ])
      await buy()
      const reading = read({ search: email })
      await expect.poll(() => countWaiting(db), { timeout: 10_000 }).toBe(1)
      return { reading }
    })
    expect((await later.reading).customers).toMatchObject([{ orders: 2, spent: '29.98' }])
  })
})

describe('a list of two thousand customers', () => {
  let plans: Plans
  beforeAll(async () => {
    await seedOrders(shop.shop.db, 2000)
    await read()
    await sql`analyze customer_totals`.execute(shop.shop.db)
    plans = openPlans(databaseUrl)
  }, 120_000)
  afterAll(() => plans.close())

  test.each(['last_asc', 'last_desc', 'orders_asc', 'orders_desc', 'spent_asc', 'spent_desc'])(
    'has every customer once, sorted by %s, and an index finds a page without reading all orders',
    async (sort) => {
      const { total } = await read()
      const pages = await Promise.all(
        Array.from({ length: Math.ceil(total / 100) }, (_, at) =>
          read({ sort, page: at + 1, pageSize: 100 }),
        ),
      )
      const customers = pages.flatMap((page) => page.customers)
      expect(total).toBeGreaterThan(1900)
      expect(new Set(customers.map(({ id }) => id)).size).toBe(total)
      const [column] = sort.split('_')
      const values = customers.map(({ orders, spent, lastOrderAt }) =>
        column === 'orders'
          ? orders
          : column === 'spent'
            ? Number(spent)
            : Date.parse(lastOrderAt ?? '') || 0,
      )
      const ascending = values.toSorted((a, b) => a - b)
      expect(values).toEqual(sort.endsWith('asc') ? ascending : ascending.toReversed())
      const scans = await plans.scansOf((db) => readCustomers(db, CustomerQuery.parse({ sort })))
      expect(scans).toMatch(/Index (Only )?Scan (Backward )?using customer_totals_by_/)
      expect(scans).not.toMatch(/Seq Scan on (orders|payments)/)
    },
  )
})
