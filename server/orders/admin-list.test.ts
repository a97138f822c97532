import { beforeAll, describe, expect, test, vi } from 'vitest'
import * as after from '../../tests/support/after-purchase.ts'
import { aCustomer, anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { aPaidOrder, checkOutWith, payByCard } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: Customer
const order: Record<'grace' | 'alan' | 'unpaid' | 'returned', string> = {} as never
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
  const place = async (firstName: string, lastName: string, priceCents: number) => {
    const info = { firstName, lastName, email: `${firstName}_1@example.com`.toLowerCase() }
    const product = await aProduct(shop, { name: `Thing of ${firstName}`, priceCents })
    return (await aPaidOrder(shop, shop.visitor(), [product], info)).orderId
  }
  order.grace = await place('Grace', 'Hopper', 9000)
  order.alan = await place('Alan', 'Turing', 1000)
  await after.ship(admin, { orderId: order.alan })
  const returned = await after.aDeliveredOrder(shop, admin, [await aProduct(shop, { priceCents: 4000 })], {
    email: 'back@example.com',
  })
  await after.submitReturn(shop, returned)
  order.returned = returned.orderId
  const buyer = shop.visitor()
  order.unpaid = (await checkOutWith(buyer, [await aProduct(shop)], { email: 'late@example.com' })).orderId
})

type Query = Parameters<typeof admin.callPaged<'GET /api/admin/orders'>>[1]
const list = (query: Query) => admin.callPaged('GET /api/admin/orders', query)
const ids = async (query: Query) => (await list(query)).items.map(({ id }) => id)

describe("the admin's list of orders", () => {
  test('lists paid orders, newest first, with customer, quantity, and totals', async () => {
    const { items, total } = await list({})
    expect(items.map(({ id }) => id)).toEqual([order.returned, order.alan, order.grace])
    expect(total).toBe(3)
    expect(items[2]).toMatchObject({
      customer: 'Grace Hopper',
      email: 'grace_1@example.com',
      quantity: 1,
      total: '94.99',
      refunded: '0.00',
      status: 'processing',
      needs: [],
      holdUntil: null,
    })
  })

  test('can be searched by order ID in any spelling, part of an email address, and name', async () => {
    expect(await ids({ search: order.grace.toLowerCase() })).toEqual([order.grace])
    expect(await ids({ search: order.grace.slice(0, 9) })).toContain(order.grace)
    expect(await ids({ search: 'ALAN_1@' })).toEqual([order.alan])
    expect(await ids({ search: 'grace hop' })).toEqual([order.grace])
    expect(await ids({ search: '%' })).toEqual([])
  })

  test('contains unpaid orders only in the filter for open reservations and in search results', async () => {
    const holds = await list({ status: 'pending' })
    expect(holds.items.map(({ id }) => id)).toEqual([order.unpaid])
    expect(Date.parse(holds.items[0]?.holdUntil ?? '')).toBeGreaterThan(Date.now())
    expect(await ids({ search: order.unpaid })).toEqual([order.unpaid])
  })

  test('can be filtered by status, by orders that need an admin, and by day', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    expect(await ids({ status: 'shipped' })).toEqual([order.alan])
    expect(await ids({ needs: 'return' })).toEqual([order.returned])
    expect((await list({ needs: 'return' })).items[0]?.needs).toEqual(['return'])
    expect(await ids({ needs: 'dispute' })).toEqual([])
    expect(await ids({ from: day(1) })).toEqual([])
    expect(await ids({ to: day(-1) })).toEqual([])
    expect(await ids({ from: day(-1), to: day(1) })).toHaveLength(3)
  })

  test('counts the orders that wait for an admin, and lists those to ship', async () => {
    const counts = () => admin.call('GET /api/admin/orders/counts')
    const none = { shipment: 0, review: 0, return: 0, refund: 0, dispute: 0, unpaid: 0, openReturns: 0 }
    expect(await counts()).toEqual({ ...none, shipment: 1, return: 1, unpaid: 1, openReturns: 1 })
    expect(await ids({ needs: 'shipment' })).toEqual([order.grace])
    const [orderId, reason] = [order.grace, 'Odd address']
    await admin.call('POST /api/admin/orders/:orderId/review', { orderId, reason })
    expect(await counts()).toMatchObject({ shipment: 0, review: 1 })
    expect(await ids({ needs: 'shipment' })).toEqual([])
    await admin.call('POST /api/admin/orders/:orderId/approve', { orderId })
  })

  test('doesn’t count an order as one to ship if all of its units are refunded', async () => {
    const refunded = await after.aPurchasedOrder(shop, [await aProduct(shop, { priceCents: 5000 })], {
      email: 'nothing-left@example.com',
    })
    const { orderId } = refunded
    expect(await ids({ needs: 'shipment', search: orderId })).toEqual([orderId])
    const { items } = await admin.call('GET /api/admin/orders/:orderId', { orderId })
    const lines = items.map(({ id: itemId, quantity }) => ({ itemId, quantity, restock: true }))
    const refund = { orderId, lines, reason: 'Out of stock', seenRefunded: '0.00' }
    await admin.call('POST /api/admin/orders/:orderId/refunds', refund)
    expect(await ids({ needs: 'shipment', search: orderId })).toEqual([])
  })

  test('can be limited to one customer', async () => {
    const customer = await aCustomer(shop)
    expect(await ids({ customer: String(customer.user.id) })).toEqual([])
    const own = await after.aPurchasedOrder(shop, [await aProduct(shop, { priceCents: 3000 })], {
      visitor: customer,
      email: 'elsewhere@example.com',
    })
    expect(await ids({ customer: String(customer.user.id) })).toEqual([own.orderId])
  })

  test('can be sorted in both directions, and is paginated', async () => {
    const first = async (sort: Query['sort']) => (await ids({ sort, to: '2999-01-01' }))[0]
    expect(await first('placed_asc')).toBe(order.grace)
    expect(await first('total_desc')).toBe(order.grace)
    expect(await first('total_asc')).toBe(order.alan)
    expect(await first('customer_asc')).toBe(order.grace)
    expect(await first('status_desc')).toBe(order.returned)
    const { items, total } = await list({ sort: 'placed_asc', pageSize: 2, page: 2 })
    expect(items[0]?.id).toBe(order.returned)
    expect(total).toBeGreaterThan(2)
  })

  test('rejects invalid parameters', async () => {
    for (const query of [
      'sort=size_asc',
      'page=0',
      'status=lost',
      'from=yesterday',
      'from=0001-01-01',
      'needs=love',
    ]) {
      expect((await admin.send({ url: `/api/admin/orders?${query}` })).status).toBe(400)
    }
  })
})

describe('an order as shown to admins', () => {
  test('includes its payment with every event, and who changed its status', async () => {
    const found = await admin.call('GET /api/admin/orders/:orderId', { orderId: order.alan.toLowerCase() })
    expect(found).toMatchObject({ id: order.alan, userId: null, contactEmail: 'alan_1@example.com' })
    expect(found.statusHistory.map(({ status, by }) => [status, by])).toEqual([
      ['pending', 'customer'],
      ['processing', 'provider'],
      ['shipped', 'admin'],
    ])
    expect(found.payment).toMatchObject({
      status: 'paid',
      isLive: false,
      intentId: expect.stringMatching(/^pi_/),
      paid: '14.99',
      refunded: '0.00',
      refundable: '14.99',
      refunds: [],
      disputes: [],
    })
    expect(found.payment?.moves.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['opened', 'paid']))
  })

  test('lists its disputes that need an admin', async () => {
    const checkout = await checkOutWith(shop.visitor(), [await aProduct(shop, { priceCents: 2000 })])
    const DISPUTED = '4000000000000259'
    expect(await payByCard(shop, checkout, DISPUTED)).toBe(200)
    await vi.waitFor(
      async () => {
        await shop.runJobs()
        expect(await ids({ needs: 'dispute' })).toEqual([checkout.orderId])
      },
      { timeout: 20_000, interval: 50 },
    )
    const { payment } = await admin.call('GET /api/admin/orders/:orderId', { orderId: checkout.orderId })
    expect(payment?.disputes).toMatchObject([
      { amount: '24.99', reason: expect.any(String), status: expect.any(String) },
    ])
  })

  test('includes notes that only admins see', async () => {
    const noted = await admin.call('POST /api/admin/orders/:orderId/notes', {
      orderId: order.grace,
      text: '  Gate code 12  ',
    })
    expect(noted.notes).toMatchObject([{ by: 'admin', text: 'Gate code 12' }])
    const seen = await after.tracked(shop, { orderId: order.grace, email: 'grace_1@example.com' })
    expect(JSON.stringify(seen)).not.toContain('Gate code')
    await expect(
      admin.call('POST /api/admin/orders/:orderId/notes', { orderId: order.grace, text: ' ' }),
    ).rejects.toMatchObject({ status: 400, serverMessage: 'Note must be 1 to 2000 characters' })
  })
})

describe('the export of orders', () => {
  const rows = async (query = '') => {
    const response = await admin.send({ url: `/api/admin/orders/export${query}` })
    expect(response.status).toBe(200)
    expect(response.headers['content-disposition']).toBe('attachment; filename="orders.csv"')
    return response.text.trimEnd().split('\r\n')
  }

  test('is a CSV file of the filtered list, oldest first', async () => {
    const [head, ...all] = await rows()
    expect(head?.replace('\uFEFF', '')).toMatch(/^Order,Placed at,Status,First name,/)
    expect(all[0]).toContain(order.grace)
    expect(all[0]).toContain('1 x Thing of Grace,90.00,4.99,94.99,94.99,0.00,')
    expect(all.join()).not.toContain(order.unpaid)
    const [, ...shipped] = await rows('?status=shipped')
    expect(shipped).toHaveLength(1)
    expect(shipped[0]).toContain('UPS,1Z 999 AA1')
  })

  test('contains no spreadsheet formula', async () => {
    const name = '=HYPERLINK("http://evil.example")'
    await aPaidOrder(shop, shop.visitor(), [await aProduct(shop)], { firstName: name, lastName: '@SUM(1)' })
    const text = (await rows('?search=HYPERLINK')).join('\n')
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")",'@SUM(1)`)
  })

  test('contains no formula even if a spreadsheet splits cells at semicolons', async () => {
    const name = 'Semi;=WEBSERVICE(A1); @SUM(1)'
    await aPaidOrder(shop, shop.visitor(), [await aProduct(shop)], { firstName: name })
    const text = (await rows('?search=WEBSERVICE')).join('\n')
    expect(text).toContain(`"Semi;'=WEBSERVICE(A1); '@SUM(1)"`)
  })

  test('contains no formula after a line break, and stays one row, for an order with several lines in a name', async () => {
    const { orderId } = await aPaidOrder(shop, shop.visitor(), [await aProduct(shop)])
    await shop.shop.db
      .updateTable('orders')
      .set({ first_name: 'Ann\n=1+1;', last_name: 'Mo\u2028@SUM(1)', city: 'Ulm\v+2' })
      .where('id', '=', orderId)
      .execute()
    const exported = await rows(`?search=${orderId}`)
    expect(exported).toHaveLength(2)
    expect(exported[1]).toContain(`"Ann\n'=1+1;","Mo\u2028'@SUM(1)"`)
    expect(exported[1]).toContain(`"Ulm\v'+2"`)
  })

  test('is recorded in the audit log, without a name or an email address that was searched for', async () => {
    await rows('?status=delivered')
    const [entry] = await admin.call('GET /api/admin/audit', { action: 'orders.exported' })
    expect(entry).toMatchObject({ actor: 'admin', after: { status: 'delivered' } })
    await rows('?search=Lovelace&customer=ada@example.com&from=2026-01-31')
    const [next] = await admin.call('GET /api/admin/audit', { action: 'orders.exported' })
    expect(next).toMatchObject({ after: { hasSearch: true, hasCustomer: true, from: '2026-01-31' } })
    expect(JSON.stringify(next)).not.toMatch(/Lovelace|ada@/)
  })
})
