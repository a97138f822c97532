import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import * as after from '../../tests/support/after-purchase.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import { shopDatabase } from '../../tests/support/fresh-database.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { stockOf } from '../payments/fixtures.ts'
import { listStockProblems } from '../stock/queries.ts'

const LIVE = {
  PLINTH_DEMO: 'off',
  PUBLIC_URL: 'https://shop.example',
  SECRET_KEY: 'a key of at least thirty-two characters',
  SMTP_URL: 'smtp://127.0.0.1:9',
  STRIPE_SECRET_KEY: 'sk_live_1234567890',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1234567890',
  STRIPE_WEBHOOK_SECRET: 'whsec_1234567890',
}

/** The demo, and the shop that has gone live with its database. */
let demo: TestShop
let live: TestShop
let admin: fixtures.Customer
let owner: fixtures.Customer
beforeEach(async () => {
  const databaseUrl = await shopDatabase()
  demo = await openTestShop({ databaseUrl, webhooks: true })
  live = await openTestShop({ databaseUrl, environment: LIVE })
  admin = await fixtures.anAdmin(demo)
  owner = await fixtures.anAdmin(live)
  await owner.call('POST /api/auth/proof', { password: owner.password })
})

const preview = () => owner.call('GET /api/admin/test-orders')
const remove = () => owner.call('POST /api/admin/test-orders/remove')
const count = async (table: string, condition = sql`true`) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${condition}`.execute(demo.shop.db)
  return rows[0]?.count
}
const makeLive = (orderId: string) =>
  demo.shop.db.updateTable('payments').set({ is_live: true }).where('order_id', '=', orderId).execute()

const refund = { amount: '1.00', seenRefunded: '0.00', reason: 'Late' }

/** Everything that has a row about an order. */
const TABLES =
  `orders order_versions order_items order_origins order_transitions order_notes payments payment_transitions
  refunds refund_items refund_transitions disputes dispute_files fraud_warnings returns return_items return_transitions
  tax_transactions reservations reservation_items webhook_deliveries webhook_attempts`.split(/\s+/)

test('test orders go with everything about them, and their units return to the stock', async () => {
  const lamp = await fixtures.aProduct(demo, { stockQuantity: 10 })
  const mat = await fixtures.aProduct(demo, { stockQuantity: 5 })
  const { db } = demo.shop
  await sql`insert into webhooks (url, topics, secret) values ('https://hook.example', '{order.paid}', 'x')`.execute(
    db,
  )
  const delivered = await after.aDeliveredOrder(demo, admin, [lamp, mat])
  const { orderId } = delivered
  await after.submitReturn(demo, delivered)
  await admin.call('POST /api/admin/orders/:orderId/notes', { orderId, text: 'A note.' })
  await admin.call('POST /api/admin/orders/:orderId/refunds', { ...refund, orderId })
  await sql`insert into disputes (id, order_id, amount_cents, reason, status, opened_at)
    values ('dp_1', ${orderId}, 100, 'fraudulent', 'won', now())`.execute(db)
  await sql`insert into dispute_files (dispute_id, kind, file_id, name, bytes) values ('dp_1', 'receipt', 'file_1', 'a.pdf', 9)`.execute(
    db,
  )
  await sql`insert into fraud_warnings (id, order_id, kind, is_actionable, opened_at)
    values ('fw_1', ${orderId}, 'misc', false, now())`.execute(db)
  await sql`insert into tax_transactions (order_id, created_at, updated_at) values (${orderId}, now(), now())`.execute(
    db,
  )
  await buying.checkOutWith(demo.visitor(), [lamp])
  // The owner counts the mats, so what came before is settled.
  await admin.call('PATCH /api/admin/products/:id', { id: mat.id, stockQuantity: 7 })
  await demo.runJobs()
  expect(await stockOf(demo, lamp)).toEqual({ quantity: 9, held: 1 })

  const counts = { orders: 2, customers: 0, reviews: 0, units: 1 }
  expect(await preview()).toEqual({ ...counts, kept: { orders: 0, customers: 0 } })
  expect(await owner.call('GET /api/admin/going-live')).toMatchObject({ testOrders: 2 })
  expect(await remove()).toEqual(counts)

  expect(await Promise.all(TABLES.map((table) => count(table)))).toEqual(TABLES.map(() => 0))
  expect(await count('emails', sql`order_id is not null`)).toBe(0)
  expect(await stockOf(demo, lamp)).toEqual({ quantity: 10, held: 0 })
  expect(await stockOf(demo, mat)).toEqual({ quantity: 7, held: 0 })
  expect(await listStockProblems(db)).toEqual([])
  expect(await owner.call('GET /api/admin/customers')).toEqual([])
  expect(await owner.call('GET /api/admin/going-live')).toMatchObject({ testOrders: 0 })
  const entries = await owner.call('GET /api/admin/audit')
  expect(entries[0]).toMatchObject({ action: 'test_orders.removed', after: counts })
  expect(await owner.call('GET /api/admin/audit/integrity')).toMatchObject({ finding: null })
  expect(await remove()).toEqual({ orders: 0, customers: 0, reviews: 0, units: 0 })
})

test('real orders stay as they are, and so do their customers, the staff, and accounts made later', async () => {
  const lamp = await fixtures.aProduct(demo, { stockQuantity: 10 })
  const email = 'ada@example.com'
  const tester = await fixtures.aVerifiedCustomer(demo)
  await after.aDeliveredOrder(demo, admin, [lamp], { visitor: tester })
  await tester.call('POST /api/reviews', {
    productId: lamp.id,
    rating: 1,
    title: 'Only a test',
    comment: 'Nothing to see here.',
  })
  const buyer = await fixtures.aVerifiedCustomer(demo)
  const real = await after.aPurchasedOrder(demo, [lamp], { visitor: buyer, email })
  await after.aPurchasedOrder(demo, [lamp], { visitor: admin })
  await makeLive(real.orderId)
  await sql`update payments set created_at = now() + interval '1 second' where is_live`.execute(demo.shop.db)
  const later = await fixtures.aCustomer(live)
  await demo.runJobs()
  const before = await owner.call('GET /api/admin/orders/:orderId', { orderId: real.orderId })

  expect(await preview()).toEqual({
    orders: 2,
    customers: 1,
    reviews: 1,
    units: 2,
    kept: { orders: 1, customers: 2 },
  })
  expect(await remove()).toEqual({ orders: 2, customers: 1, reviews: 1, units: 2 })
  expect(await owner.call('GET /api/admin/orders/:orderId', { orderId: real.orderId })).toEqual(before)
  expect(await stockOf(demo, lamp)).toEqual({ quantity: 9, held: 0 })
  const { reviewCount } = await demo
    .visitor()
    .call('GET /api/products/:slugOrId', { slugOrId: String(lamp.id) })
  expect(reviewCount).toBe(0)
  await expect(tester.call('GET /api/auth/user')).rejects.toMatchObject({ status: 401 })
  for (const user of [buyer, admin]) expect(await user.call('GET /api/auth/user')).toBeTruthy()
  expect(await later.call('GET /api/auth/user')).toBeTruthy()
  const customers = await owner.call('GET /api/admin/customers')
  expect(customers.filter(({ orders }) => orders > 0)).toMatchObject([
    { orders: 1, account: { id: buyer.user.id } },
  ])
})

test('nothing is removed before payments are live, or without a proof of identity', async () => {
  await buying.checkOutWith(demo.visitor(), [await fixtures.aProduct(demo)])
  await admin.call('POST /api/auth/proof', { password: admin.password })
  await expect(admin.call('POST /api/admin/test-orders/remove')).rejects.toMatchObject({
    status: 409,
    serverMessage: 'Enter the live keys first. Until then, there can be new test orders.',
  })
  expect(await admin.call('GET /api/admin/going-live')).toMatchObject({ testOrders: 0 })
  const unproven = await fixtures.anAdmin(live)
  await expect(unproven.call('POST /api/admin/test-orders/remove')).rejects.toMatchObject({ status: 403 })
  expect(await count('orders')).toBe(1)
})
