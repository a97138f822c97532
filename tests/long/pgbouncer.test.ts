import { beforeAll, describe, expect, test, vi } from 'vitest'
import { afterFile } from '../support/after-file.ts'
import { anAdmin, aProduct } from '../support/fixtures.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import { hasPgBouncer, startPgBouncer } from '../support/nodes/pgbouncer.ts'
import { oversell } from '../support/oversell.ts'
import { runQuery } from '../support/postgres-process.ts'
import { aPaidOrder, statusOf } from '../support/purchase.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { wireTo } from '../support/wire.ts'

const ROUNDS = 10
/** Fewer than a node's own connections, so that each transaction gets another one. */
const CONNECTIONS = 4

// The package pgbouncer isn't installed everywhere. Without it, there is nothing to test.
describe.runIf(hasPgBouncer)('Behind PgBouncer in transaction mode, a shop', () => {
  let nodes: [TestShop, TestShop]
  let settings: { databaseUrl: string; directUrl: string }
  beforeAll(async () => {
    const directUrl = await shopDatabase()
    const bouncer = await startPgBouncer(directUrl, CONNECTIONS)
    afterFile(bouncer.stop)
    settings = { databaseUrl: bouncer.addressOf(directUrl), directUrl }
    const name = new URL(directUrl).pathname.slice(1)
    await expect(openTestShop(settings)).rejects.toThrow(
      'the role needs idle_in_transaction_session_timeout and statement_timeout',
    )
    for (const timeout of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      await runQuery(directUrl, `alter role postgres in database ${name} set ${timeout} = '60s'`)
    // Its connections from before keep their settings.
    await runQuery(
      directUrl,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    const environment = { TRUST_PROXY: 'true' }
    nodes = [
      await openTestShop({ ...settings, environment, webhooks: true }),
      await openTestShop({ ...settings, environment }),
    ]
  }, 60_000)

  test('sells a product', async () => {
    const [shop] = nodes
    const product = await aProduct(shop, { stockQuantity: 3 })
    const { orderId } = await aPaidOrder(shop, shop.visitor(), [product])
    expect(await statusOf(shop, orderId)).toBe('processing')
  })

  test(`never oversells: 50 shoppers who compete for 10 units place exactly 10 orders, ${ROUNDS} times`, async () => {
    const [shop] = nodes
    for (let round = 0; round < ROUNDS; round++) await oversell(shop, shop.url, round % 2 === 1)
  })

  test('counts every concurrent addition to a cart', async () => {
    const visitor = nodes[0].visitor()
    const { id } = await aProduct(nodes[0])
    const add = () => visitor.call('POST /api/cart', { productId: id, quantity: 1 })
    await add()
    await Promise.all(Array.from({ length: 50 }, add))
    expect((await visitor.call('GET /api/cart')).map(({ quantity }) => quantity)).toEqual([51])
  })

  test('shows a change on every node at once', async () => {
    const [first, second] = nodes
    const wire = await wireTo(second)
    const admin = await anAdmin(first)
    const { id } = await aProduct(first, { slug: 'pooled-stand' })
    await wire.get('/product/pooled-stand')
    await admin.call('PATCH /api/admin/products/:id', { id, price: '43.21' })
    await vi.waitFor(
      async () => expect((await wire.get('/product/pooled-stand')).text).toContain('43.21'),
      10_000,
    )
  })
})
