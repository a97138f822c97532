import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { CustomerQuery } from '#contract/accounts/customers.ts'
import { DASHBOARD_PERIODS } from '#contract/admin/rules.ts'
import { readCustomers } from '../server/accounts/customers.ts'
import { readDashboard } from '../server/admin/dashboard.ts'
import { countShop } from '../server/admin/queries.ts'
import { readConfig } from '../server/config.ts'
import { openShop } from '../server/open-shop.ts'
import type { Db } from '../server/platform/db/database.ts'
import { openPlans } from '../tests/races/plans.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { seedOrders } from '../tests/support/seed-orders.ts'
import { median, printTable } from './bench/report.ts'
import { seedCatalog } from './seed-catalog.ts'

/**
 * `node scripts/bench-dashboard.ts --orders 100000` measures the dashboard's queries, and a page of customers, on both
 * databases, and prints what they read.
 */
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    products: { type: 'string', default: '1000' },
    runs: { type: 'string', default: '15' },
  },
})
const orders = Number(values.orders)
const runs = Number(values.runs)

const QUERIES: Record<string, (db: Db) => Promise<unknown>> = {
  'select 1': (db) => sql`select 1`.execute(db),
  'the four cards': (db) => countShop(db),
  ...Object.fromEntries(
    DASHBOARD_PERIODS.map((days) => [`figures of ${days} days`, (db: Db) => readDashboard(db, days)]),
  ),
  'a page of customers': (db) => readCustomers(db, CustomerQuery.parse({})),
  'a search for customers': (db) => readCustomers(db, CustomerQuery.parse({ search: 'buyer-49' })),
}

const postgres = await startPostgres({ durable: true })
await measure('PostgreSQL', { DATABASE_URL: postgres.url })
const plans = openPlans(postgres.url)
for (const [name, query] of Object.entries(QUERIES)) console.log(`${name}\n${await plans.scansOf(query)}\n`)
await plans.close()
await postgres.stop()

const folder = mkdtempSync(join(tmpdir(), 'plinth-bench-'))
await measure('embedded', { DATA_DIR: folder })
rmSync(folder, { recursive: true })

/** Prints the median times by query. */
async function measure(engine: string, environment: Record<string, string>) {
  const { shop, close } = await openShop(readConfig({ LOG_LEVEL: 'silent', ...environment }))
  await seedCatalog(shop.db, Number(values.products))
  await seedOrders(shop.db, orders)
  const rows: string[][] = []
  for (const [name, query] of Object.entries(QUERIES))
    rows.push([name, (await medianTime(() => query(shop.db))).toFixed(1)])
  await close()
  printTable([`${orders} orders in a year`, `${engine}, ms`], rows)
}

async function medianTime(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = -3; run < runs; run++) {
    const started = performance.now()
    await work()
    if (run >= 0) times.push(performance.now() - started)
  }
  return median(times)
}
