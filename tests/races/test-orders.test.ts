import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { removeTestOrders } from '../../server/admin/test-orders.ts'
import { updateOpened } from '../../server/payments/intent-queries.ts'
import { inTransaction } from '../../server/platform/db/database.ts'
import { sha256 } from '../../server/platform/ids.ts'
import * as fixtures from '../support/fixtures.ts'
import { countWaiting, shopDatabase } from '../support/fresh-database.ts'
import * as buying from '../support/purchase.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop({ databaseUrl: await shopDatabase(), webhooks: true })
  admin = await fixtures.anAdmin(shop)
})

const remove = () => removeTestOrders(shop.shop.db, { isLive: true }, admin.user.id)
const waits = () => expect.poll(() => countWaiting(shop.shop.db), { timeout: 10_000 }).toBe(1)

/** An order whose intent couldn't be created yet. */
async function anUnopenedOrder(): Promise<string> {
  const { orderId } = await buying.checkOutWith(shop.visitor(), [await fixtures.aProduct(shop)])
  await sql`update payments set intent_id = null where order_id = ${orderId}`.execute(shop.shop.db)
  return orderId
}
const LIVE_INTENT = { id: 'pi_live', amountCents: 100, isLive: true }
const open = (db: typeof shop.shop.db, orderId: string, id: string) =>
  updateOpened(db, orderId, { ...LIVE_INTENT, id }, sha256(id))

describe('the removal of test orders', () => {
  test('keeps an order that gets a live payment at the same time', async () => {
    const orderId = await anUnopenedOrder()
    const { removing } = await inTransaction(shop.shop.db, async (db) => {
      expect(await open(db, orderId, 'pi_first')).toEqual({ orderVersion: 1 })
      const removing = remove()
      await waits()
      return { removing }
    })
    expect(await removing).toMatchObject({ orders: 0 })
    const payments = await shop.shop.db.selectFrom('payments').select(['order_id', 'is_live']).execute()
    expect(payments).toEqual([{ order_id: orderId, is_live: true }])
  })

  test('lets no order get a live payment once it is being removed', async () => {
    const { db } = shop.shop
    const orderId = await anUnopenedOrder()
    const { opening } = await inTransaction(db, async (inner) => {
      expect(await removeTestOrders(inner, { isLive: true }, admin.user.id)).toMatchObject({ orders: 1 })
      const opening = open(db, orderId, 'pi_second')
      await waits()
      return { opening }
    })
    // The caller then cancels the intent.
    expect(await opening).toBeUndefined()
  })

  test('keeps a customer who gets a real order at the same time', async () => {
    const { db } = shop.shop
    await db.deleteFrom('payment_transitions').execute()
    await db.deleteFrom('payments').execute()
    const customer = await fixtures.aCustomer(shop)
    const real = await buying.aPaidOrder(shop, shop.visitor(), [await fixtures.aProduct(shop)])
    await buying.aPaidOrder(shop, shop.visitor(), [await fixtures.aProduct(shop)])
    await sql`update payments set is_live = true, created_at = now() + interval '1 hour' where order_id = ${real.orderId}`.execute(
      db,
    )
    const { removing } = await inTransaction(db, async (db) => {
      await sql`update orders set user_id = ${customer.user.id} where id = ${real.orderId}`.execute(db)
      const removing = remove()
      await waits()
      return { removing }
    })
    expect(await removing).toMatchObject({ orders: 1, customers: 0 })
    expect(await customer.call('GET /api/orders')).toMatchObject([{ id: real.orderId }])
  })
})
