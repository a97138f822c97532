import { expect, test } from 'vitest'
import * as fixtures from '../support/fixtures.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import { runQuery } from '../support/postgres-process.ts'
import * as buying from '../support/purchase.ts'
import { openTestShop } from '../support/shop.ts'

/** With every sale there is more of it. */
const GROWING = [
  'cart_items',
  'carts',
  'hold_lines',
  'holds',
  'order_items',
  'order_moves',
  'order_versions',
  'orders',
  'page_changes',
  'payment_moves',
  'payments',
  'refunds',
  'stock_movements',
  'webhook_deliveries',
  'webhook_events',
]

/**
 * PostgreSQL switches a prepared statement to a generic plan, for any values, once it thinks that the values do not matter. The rule of
 * a partial index can then not be recognized unless it is in the statement itself.
 */
test('a purchase never scans a whole table that grows with sales, for any values', async () => {
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
  // A connection reports what it counted when it ends at the latest.
  await expect.poll(() => connectionsTo(databaseUrl), { timeout: 10_000 }).toBe(0)
  expect(await scans(databaseUrl)).toEqual(Object.fromEntries(GROWING.map((table) => [table, 0])))
}, 60_000)

/**
 * Connections report their counts late. The copy of the template begins with every count at zero, and the scans that
 * migrations need stay behind there; a count taken between the two would miss some and blame the purchase for them.
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
