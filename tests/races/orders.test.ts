import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { centsOf } from '#contract/money.ts'
import { cancelForCustomer, shipOrder } from '../../server/orders/fulfillment.ts'
import { shipOrders } from '../../server/orders/ship-orders.ts'
import { stockOf } from '../../server/payments/fixtures.ts'
import { requestAdminRefund } from '../../server/payments/refunds.ts'
import { acceptReturn, declineReturn, requestReturn } from '../../server/returns/returns.ts'
import { listStockProblems } from '../../server/stock/queries.ts'
import * as after from '../support/after-purchase.ts'
import { anAdmin, aProduct, type Customer, emailsTo } from '../support/fixtures.ts'
import { countWaiting, shopDatabase } from '../support/fresh-database.ts'
import * as buying from '../support/purchase.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

const ROUNDS = 6

let shop: TestShop
let admin: Customer
let settler: { id: number; isProven: boolean }
beforeAll(async () => {
  shop = await openTestShop({ databaseUrl: await shopDatabase(), webhooks: true })
  admin = await anAdmin(shop)
  settler = { id: admin.user.id, isProven: true }
})

const outcomes = (all: PromiseSettledResult<unknown>[]) =>
  all.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as { status: number }).status)).sort()

describe('concurrent requests about an order', () => {
  test(`to cancel and to ship it: one succeeds, and the others get 409, ${ROUNDS} times`, async () => {
    const product = await aProduct(shop, { stockQuantity: 100 })
    for (let round = 0; round < ROUNDS; round++) {
      const order = await after.aPurchasedOrder(shop, [product])
      const { db } = shop.shop
      const all = await Promise.allSettled([
        cancelForCustomer(db, shop.shop.config, order.orderId),
        shipOrder(db, shop.shop.config, order.orderId, admin.user, after.SHIPMENT),
        cancelForCustomer(db, shop.shop.config, order.orderId),
      ])
      expect(outcomes(all)).toEqual([409, 409, 'done'])
      await shop.runJobs()
      const { status, refunds } = await after.tracked(shop, order)
      expect([status, refunds.length]).toEqual(
        all[1]?.status === 'fulfilled' ? ['shipped', 0] : ['cancelled', 1],
      )
    }
    expect(await listStockProblems(shop.shop.db)).toEqual([])
  })

  test(`to ship it together with others ship it once and send one email, ${ROUNDS} times`, async () => {
    const { db, config } = shop.shop
    for (let round = 0; round < ROUNDS; round++) {
      const email = `bulk-race-${round}@example.com`
      const orders = [
        await after.aPurchasedOrder(shop, [await aProduct(shop)], { email }),
        await after.aPurchasedOrder(shop, [await aProduct(shop)], { email }),
      ]
      const parcels = orders.map(({ orderId }) => ({ orderId, ...after.SHIPMENT }))
      const all = await Promise.all([
        shipOrders(db, config, admin.user, parcels),
        shipOrders(db, config, admin.user, parcels.toReversed()),
        shipOrders(db, config, admin.user, parcels),
      ])
      expect(
        all
          .flat()
          .map(({ result }) => result)
          .sort(),
      ).toEqual([...Array<string>(4).fill('already_shipped'), 'shipped', 'shipped'])
      await shop.runJobs()
      const emails = (await emailsTo(shop, email)).filter(({ subject }) => subject.endsWith('has shipped'))
      expect(emails).toHaveLength(2)
    }
  })

  test('to check it out again and to pay for it don’t wait for each other', async () => {
    const visitor = shop.visitor()
    const { orderId } = await buying.checkOutWith(visitor, [await aProduct(shop)])
    const body = await buying.checkoutInput(visitor, { address: '2 Main Street' })
    await shop.shop.db.transaction().execute(async (db) => {
      await sql`update payments set last_status_at = now() where order_id = ${orderId}`.execute(db)
      const { status } = await visitor.send({ method: 'POST', url: '/api/create-payment-intent', body })
      expect(status).toBe(200)
      await sql`select from orders where id = ${orderId} for update`.execute(db)
    })
  })

  test('to cancel it and to refund an amount take turns instead of waiting for each other', async () => {
    const { db } = shop.shop
    const products = [await aProduct(shop), await aProduct(shop), await aProduct(shop)]
    const order = await after.aPurchasedOrder(shop, products)
    const { items } = await after.tracked(shop, order)
    // The refund changes the lines as the quote lists them, and the cancellation locks them by their IDs.
    await sql`update order_versions set quote = jsonb_set(quote, '{lines}', (
      select jsonb_agg(line order by number desc)
      from jsonb_array_elements(quote -> 'lines') with ordinality as lines (line, number)))
      where order_id = ${order.orderId}`.execute(db)
    const [gate, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // Both wait for the line in the middle, each with the line before it.
    const held = db.transaction().execute(async (db) => {
      await db
        .selectFrom('order_items')
        .select('id')
        .where('id', '=', items[1]?.id ?? 0)
        .forUpdate()
        .execute()
      gate.resolve()
      await opened.promise
    })
    await gate.promise
    const isWaiting = (statements: number) =>
      expect.poll(() => countWaiting(db), { timeout: 20_000 }).toBe(statements)
    const refund = admin.call('POST /api/admin/orders/:orderId/refunds', {
      orderId: order.orderId,
      amount: '1.00',
      seenRefunded: '0.00',
      reason: 'Late',
    })
    await isWaiting(1)
    const cancel = shop.visitor().call('POST /api/orders/:orderId/cancel', {
      orderId: order.orderId,
      email: order.email,
    })
    await isWaiting(2)
    opened.resolve()
    await held
    expect(outcomes(await Promise.allSettled([refund, cancel]))).toEqual(['done', 'done'])
    await shop.runJobs()
    const { status, refunds } = await after.tracked(shop, order)
    expect([status, refunds.length]).toEqual(['cancelled', 2])
  })

  test('to refund the same unit refund and restock it once, and the others get 409', async () => {
    const product = await aProduct(shop, { stockQuantity: 10 })
    for (let round = 0; round < ROUNDS; round++) {
      const order = await after.aPurchasedOrder(shop, [product, await aProduct(shop)])
      const { items } = await after.tracked(shop, order)
      const lines = [{ itemId: items[0]?.id ?? 0, quantity: 1, restock: true }]
      const all = await Promise.allSettled(
        Array.from({ length: 8 }, () =>
          requestAdminRefund(
            ...([shop.shop.db, order.orderId, settler] as const),
            { kind: 'lines', lines, shippingCents: 0 },
            'Race',
          ),
        ),
      )
      expect(outcomes(all)).toEqual([...Array<number>(7).fill(409), 'done'])
      const { items: refunded } = await after.tracked(shop, order)
      expect(refunded.map(({ refunded }) => refunded)).toEqual([1, 0])
    }
    expect(await stockOf(shop, product)).toMatchObject({ quantity: 10 })
    expect(await listStockProblems(shop.shop.db)).toEqual([])
  })

  test('to cancel it and to refund one of its units restock each unit once, and refund exactly the total', async () => {
    const product = await aProduct(shop, { stockQuantity: 10 })
    for (let round = 0; round < ROUNDS; round++) {
      const visitor = shop.visitor()
      await visitor.call('POST /api/cart', { productId: product.id, quantity: 1 })
      const order = await after.aPurchasedOrder(shop, [product], { visitor })
      const { items, totalAmount } = await after.tracked(shop, order)
      const lines = [{ itemId: items[0]?.id ?? 0, quantity: 1, restock: true }]
      await Promise.allSettled([
        cancelForCustomer(shop.shop.db, shop.shop.config, order.orderId),
        requestAdminRefund(
          ...([shop.shop.db, order.orderId, settler] as const),
          { kind: 'lines', lines, shippingCents: 0 },
          'Race',
        ),
      ])
      await shop.runJobs()
      const { refunds, items: refunded } = await after.tracked(shop, order)
      expect(refunds.reduce((sum, { amount }) => sum + centsOf(amount), 0)).toBe(centsOf(totalAmount))
      expect(refunded[0]?.refunded).toBe(2)
      expect(await stockOf(shop, product)).toMatchObject({ quantity: 10 })
    }
  })

  test('to return the same item create only one return request', async () => {
    const order = await after.aDeliveredOrder(shop, admin, [await aProduct(shop)])
    const [item] = (await after.tracked(shop, order)).items
    const input = { items: [{ itemId: item?.id ?? 0, quantity: 1 }] }
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, () => requestReturn(shop.shop.db, shop.shop.config, order.orderId, input)),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await after.tracked(shop, order)).returns).toHaveLength(1)
  })

  test('to accept and to decline its return: only one succeeds', async () => {
    const order = await after.aDeliveredOrder(shop, admin, [await aProduct(shop, { priceCents: 4500 })])
    const { returns } = await after.submitReturn(shop, order)
    const id = returns[0]?.id ?? 0
    const all = await Promise.allSettled([
      acceptReturn(shop.shop.db, shop.shop.config, id, settler, { refundCents: 4500, restock: true }),
      declineReturn(shop.shop.db, shop.shop.config, id, admin.user, 'Too late'),
      acceptReturn(shop.shop.db, shop.shop.config, id, settler, { refundCents: 4500, restock: true }),
    ])
    expect(outcomes(all)).toEqual([409, 409, 'done'])
    const { refunds } = await after.tracked(shop, order)
    expect(refunds).toHaveLength(all[1]?.status === 'fulfilled' ? 0 : 1)
    expect(await listStockProblems(shop.shop.db)).toEqual([])
  })
})
