import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { turnClock } from '../../server/platform/clock.ts'
import { listStockProblems } from '../../server/stock/queries.ts'
import { aCustomer, aProduct, type Mail } from '../support/fixtures.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import * as buying from '../support/purchase.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

const HOUR_MS = 3_600_000
/** The timeout for each of two requests. A real shop waits eight seconds. */
const PATIENCE_MS = 1500

let shop: TestShop
beforeAll(async () => {
  const environment = { STRIPE_TIMEOUT_MS: String(PATIENCE_MS) }
  shop = await openTestShop({ databaseUrl: await shopDatabase(), webhooks: true, environment })
})
afterEach(async () => {
  turnClock(0)
  await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
})

const faultOf = (service: string, kind: string, settings: object = {}) =>
  fetch(`${shop.sandboxUrl}/sandbox/api/faults/${service}/${kind}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  })

describe('a payment provider', () => {
  test.each([
    ['is down', 'down', {}],
    ['responds later than the timeout', 'slow', { delayMs: 3 * PATIENCE_MS }],
  ])(
    'that %s makes the checkout fail without losing the cart, and the same order continues later',
    async (_what, kind, settings) => {
      const visitor = shop.visitor()
      const lamp = await aProduct(shop, { stockQuantity: 2 })
      await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
      await faultOf('payments', kind, settings)
      const body = await buying.checkoutInput(visitor)
      const rejected = await visitor.send({ method: 'POST', url: '/api/create-payment-intent', body })
      expect(rejected.status).toBe(503)
      expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
      expect(rejected.json()).toMatchObject({ message: expect.stringContaining('You haven’t been charged') })
      expect(await visitor.call('GET /api/cart')).toMatchObject([{ productId: lamp.id, quantity: 1 }])

      await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
      // The provider may still be processing the earlier request.
      const checkout = await vi.waitFor(() => buying.checkOut(visitor), { timeout: 60_000, interval: 500 })
      expect(await buying.payByCard(shop, checkout)).toBe(200)
      await buying.becomes(shop, checkout.orderId, 'processing')
      const orders = await shop.shop.db
        .selectFrom('order_items')
        .select('order_id')
        .where('product_id', '=', lamp.id)
        .execute()
      expect(orders).toEqual([{ order_id: checkout.orderId }])
    },
    120_000,
  )
})

test('emails wait while the mail server is unavailable, and each is sent once', async () => {
  const email = 'patient@example.com'
  const emails = async () => {
    const response = await fetch(`${shop.sandboxUrl}/sandbox/api/mails?to=${email}`)
    return (await response.json()) as Mail[]
  }
  await faultOf('mail', 'down')
  const { orderId } = await buying.aPaidOrder(shop, shop.visitor(), [await aProduct(shop)], { email })
  await shop.runJobs()
  expect(await emails()).toEqual([])

  await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
  await vi.waitFor(
    async () => {
      await sql`update jobs.job set start_after = now() where state = 'retry'`.execute(shop.shop.db)
      await shop.runJobs()
      expect(await emails()).toHaveLength(1)
    },
    { timeout: 30_000, interval: 200 },
  )
  for (let times = 0; times < 3; times++) {
    await sleep(50)
    await shop.runJobs()
  }
  expect((await emails()).map(({ subject }) => subject)).toEqual([expect.stringContaining(orderId)])
})

describe('a clock that jumps', () => {
  test('ahead expires a reservation only after the provider confirms its status, and a shopper who pays gets the items or a refund', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 5 })
    const [paying, leaving] = [
      await buying.checkOutWith(shop.visitor(), [lamp]),
      await buying.checkOutWith(shop.visitor(), [lamp]),
    ]
    turnClock(24 * HOUR_MS)
    expect(await buying.payByCard(shop, paying)).toBe(200)
    await buying.watch(shop)
    // Webhooks now look a day old and are rejected, so the shop polls.
    await buying.becomes(shop, paying.orderId, 'processing')
    await buying.becomes(shop, leaving.orderId, 'cancelled')
    expect((await buying.intentOf(shop, leaving)).status).toBe('canceled')
    const stock = await shop.shop.db
      .selectFrom('stock')
      .selectAll()
      .where('variant_id', '=', lamp.id)
      .executeTakeFirst()
    expect(stock).toMatchObject({ quantity: 4, held: 0 })
  })

  test('back keeps sessions and orders valid, and no reservation lasts forever', async () => {
    const customer = await aCustomer(shop)
    const lamp = await aProduct(shop, { stockQuantity: 5 })
    turnClock(-3 * HOUR_MS)
    expect(await customer.call('GET /api/auth/user')).toMatchObject({ username: customer.user.username })
    await buying.aPaidOrder(shop, customer, [lamp])
    const left = await buying.checkOutWith(shop.visitor(), [lamp])
    turnClock(0)
    await buying.watch(shop)
    await buying.becomes(shop, left.orderId, 'cancelled')
    expect(await listStockProblems(shop.shop.db)).toEqual([])
  })
})
