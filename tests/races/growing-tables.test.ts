import { expect, test } from 'vitest'
import * as fixtures from '../support/fixtures.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import { runQuery } from '../support/postgres-process.ts'
import * as buying from '../support/purchase.ts'
import { openTestShop } from '../support/shop.ts'

/** Tables that grow with every sale. */
const GROWING = [
  'cart_items',
  'carts',
  'customer_totals',
  'outdated_customers',
  'reservation_items',
  'reservations',
  'order_items',
  'order_transitions',
  'order_versions',
  'orders',
  'page_changes',
  'payment_transitions',
  'payments',
  'refunds',
  'stock_movements',
  'webhook_deliveries',
  'webhook_events',
]

/**
 * PostgreSQL switches a prepared statement to a generic plan once it estimates that the parameter values
 * don't matter. A generic plan can use a partial index only if the index condition is in the statement
 * itself.
 */
test('a purchase never scans a whole table that grows with sales, even with generic plans', async () => {
  const databaseUrl = await shopDatabase()
  const name = new URL(databaseUrl).pathname.slice(1)
  await runQuery(databaseUrl, `alter database ${name} set plan_cache_mode = force_generic_plan`)
  await runQuery(databaseUrl, `alter database ${name} set enable_seqscan = off`)
  const shop = await openTestShop({ databaseUrl, webhooks: true })
  const lamp = await fixtures.aProduct(shop, { stockQuantity: 100 })
  const { orderId } = await buying.aPaidOrder(shop, shop.visitor(), [lamp])
  await buying.watch(shop)
  expect(await buying.statusOf(shop, orderId)).toBe('processing')
  await shop.close()
  // A connection reports its statistics when it ends, if not earlier.
  await expect.poll(() => connectionsTo(databaseUrl), { timeout: 10_000 }).toBe(0)
  expect(await scans(databaseUrl)).toEqual(Object.fromEntries(GROWING.map((table) => [table, 0])))
}, 60_000)

/**
 * Connections report their statistics late. In the copy of the template, every count starts at zero and
 * excludes the scans of the migrations. Comparing two counts instead would attribute late reports to the
 * purchase.
 */
async function scans(databaseUrl: string): Promise<Record<string, number>> {
  const rows = await runQuery(
    databaseUrl,
    `select relname, seq_scan::int from pg_stat_user_tables where relname in (${GROWING.map((t) => `'${t}'`).join()})`,
  )
  return Object.fromEntries(rows.map(({ relname, seq_scan }) => [relname, seq_scan]))
}

async function connectionsTo(databaseUrl: string): Promise<unknown> {
  const [row] = await runQuery(
    databaseUrl,
    `select count(*)::int as others from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  return row?.others
}
