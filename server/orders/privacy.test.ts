import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import * as after from '../../tests/support/after-purchase.ts'
import { aCustomer, aProduct, aVerifiedCustomer, type Customer } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { Visitor } from '../../tests/support/visitor.ts'

/** Checks that no known method lets other people read an order. */
let shop: TestShop
let order: after.Proof
let attacker: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  const owner = await aCustomer(shop)
  const product = await aProduct(shop, { name: 'Secret Purchase' })
  order = await after.aPurchasedOrder(shop, [product], { visitor: owner, email: 'owner@example.com' })
  attacker = await aVerifiedCustomer(shop, { email: 'stranger@example.com' })
})

const SECRET = /Secret Purchase|Lovelace|Analytical|owner@example|78701|pi_\w{8}/
const sendAs = async (visitor: Visitor, request: Parameters<Visitor['send']>[0]) => {
  const { status, text } = await visitor.send(request)
  return { status, isRevealed: SECRET.test(text) }
}
const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

describe('a person who knows only the order’s ID', () => {
  test.each([
    'stranger@example.com',
    '%@example.com',
    'owner@example.co',
    'owner@example.com.',
    ' owner@example.com x',
    "owner@example.com' or '1'='1",
    'owner@example.com,stranger@example.com',
    '',
  ])('finds no order with the email address %j, in neither the API nor the page', async (email) => {
    const { orderId } = order
    for (const visitor of [shop.visitor(), attacker]) {
      const responses = [
        await sendAs(visitor, { url: `/api/orders/track?${query({ orderId, email })}` }),
        await sendAs(visitor, { method: 'POST', url: '/api/orders/track', body: { orderId, email } }),
        await sendAs(visitor, { method: 'POST', url: `/api/orders/${orderId}/cancel`, body: { email } }),
      ]
      for (const { status, isRevealed } of responses) {
        expect([400, 404]).toContain(status)
        expect(isRevealed).toBe(false)
      }
      const page = await visitor.send({ url: `/order-tracking?${query({ orderId, email })}` })
      expect([400, 404]).toContain(page.status)
      expect(page.text).not.toContain('Secret Purchase')
    }
  })

  test.each([
    'orderId=x&email=owner@example.com',
    'email[]=owner@example.com',
    'email=stranger@example.com&email=owner@example.com',
    'email=owner@example.com%00',
  ])('finds no order with the malformed query %s', async (crooked) => {
    const url = `/api/orders/track?${crooked.startsWith('orderId') ? '' : `orderId=${order.orderId}&`}${crooked}`
    expect(await sendAs(attacker, { url })).toMatchObject({ isRevealed: false })
  })

  test('finds the order in no list, no download, and at no admin URL', async () => {
    const { orderId } = order
    expect(await attacker.call('GET /api/orders')).toEqual([])
    expect((await attacker.call('GET /api/auth/my-data')).orders).toEqual([])
    for (const url of ['/api/orders', `/api/orders?userId=1`, '/api/admin/returns', `/api/orders/${orderId}`])
      expect((await sendAs(attacker, { url })).isRevealed).toBe(false)
    for (const move of ['ship', 'deliver']) {
      const url = `/api/admin/orders/${orderId}/${move}`
      expect(await sendAs(attacker, { method: 'POST', url, body: { carrier: 'UPS' } })).toEqual({
        status: 403,
        isRevealed: false,
      })
    }
  })

  test('gets no order by registering with its email address without verifying the address', async () => {
    const claims = await aCustomer(shop, { email: 'owner@example.com' })
    expect(await claims.call('GET /api/orders')).toEqual([])
  })
})

test('the tracking page shows the order for its ID and email address, but never the full shipping address', async () => {
  const response = await shop.visitor().send({ url: `/order-tracking?${query(order)}` })
  expect(response.status).toBe(200)
  expect(response.text).toContain('Secret Purchase')
  expect(response.text).not.toMatch(/Lovelace|Analytical|78701|555 010/)
  expect(response.headers['cache-control']).toBe('no-store')
})

test('the tracking page allows 30 wrong attempts from one IP address, then returns 429 like the API', async () => {
  const visitor = shop.visitor()
  for (let tried = 0; tried < 30; tried++) {
    const wrong = { orderId: `PL-0001-${String(tried).padStart(4, '0')}`, email: 'a@example.com' }
    expect((await visitor.send({ url: `/order-tracking?${query(wrong)}` })).status).toBe(404)
  }
  expect((await visitor.send({ url: `/order-tracking?${query(order)}` })).status).toBe(429)
  await expect(visitor.call('GET /api/orders/track', order)).rejects.toMatchObject({ status: 429 })
  await after.tracked(shop, order)
})

test('a wrong ID and a wrong email address cause the same index lookup', async () => {
  const { db } = shop.shop
  await sql`set enable_seqscan = off`.execute(db)
  const plans = await Promise.all(
    [`PL-0000-0000 owner@example.com`, `${order.orderId} other@example.com`].map((key) =>
      sql<{ 'QUERY PLAN': string }>`explain select from orders
        where (orders.id || ' ' || lower(orders.email)) = ${sql.lit(key)}`.execute(db),
    ),
  )
  await sql`reset enable_seqscan`.execute(db)
  for (const { rows } of plans) expect(JSON.stringify(rows)).toContain('orders_tracking_key')
})
