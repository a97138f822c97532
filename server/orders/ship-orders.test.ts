import { beforeAll, describe, expect, test } from 'vitest'
import * as after from '../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, type Customer, emailsTo } from '../../tests/support/fixtures.ts'
import { checkOutWith } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})

const bought = async (email: string) => after.aPurchasedOrder(shop, [await aProduct(shop)], { email })
const ship = (orders: { orderId: string; trackingNumber?: string }[], carrier = 'UPS') =>
  admin.call('POST /api/admin/orders/ship', { carrier, orders })
const shipped = (orderId: string) => ({ orderId, result: 'shipped', problem: null })
/** The emails about a shipment. The last one has arrived once the jobs have run. */
async function shipmentEmails(email: string) {
  await shop.runJobs()
  return (await emailsTo(shop, email)).filter(({ subject }) => subject.endsWith('has shipped'))
}
const entries = async (orderId: string) =>
  (await admin.call('GET /api/admin/audit', { subjectId: orderId })).map(({ action }) => action)

describe('shipping several orders at once', () => {
  test('ships each with its own tracking number, and notifies each customer', async () => {
    const [one, two] = [await bought('bulk-1@example.com'), await bought('bulk-2@example.com')]
    const orders = [{ orderId: one.orderId, trackingNumber: '1Z 1' }, { orderId: two.orderId }]
    expect(await ship(orders)).toEqual([shipped(one.orderId), shipped(two.orderId)])
    expect(await after.tracked(shop, one)).toMatchObject({
      status: 'shipped',
      carrier: 'UPS',
      trackingNumber: '1Z 1',
    })
    expect(await after.tracked(shop, two)).toMatchObject({ status: 'shipped', trackingNumber: null })
    const email = await after.findEmail(shop, one.email, `Your order ${one.orderId} has shipped`)
    expect(email.text).toContain('Tracking number: 1Z 1')
    expect(await shipmentEmails(two.email)).toHaveLength(1)
  })

  test('does nothing if repeated: no second email, event, or entry in the audit log', async () => {
    const order = await bought('bulk-again@example.com')
    const { orderId, email } = order
    await ship([{ orderId, trackingNumber: '1Z 2' }])
    expect(await ship([{ orderId: orderId.toLowerCase(), trackingNumber: '1Z 2' }])).toEqual([
      { orderId, result: 'already_shipped', problem: null },
    ])
    expect(
      await ship([
        { orderId, trackingNumber: '1Z 2' },
        { orderId, trackingNumber: '1Z 2' },
      ]),
    ).toHaveLength(2)
    expect(await shipmentEmails(email)).toHaveLength(1)
    expect(await entries(orderId)).toEqual(['order.shipped'])
    const { statusHistory } = await admin.call('GET /api/admin/orders/:orderId', { orderId })
    expect(statusHistory.filter(({ status }) => status === 'shipped')).toHaveLength(1)
  })

  test('ships the others if some can’t be shipped, and says why for each', async () => {
    const [good, held, cancelled] = [
      await bought('bulk-good@example.com'),
      await bought('bulk-held@example.com'),
      await bought('bulk-cancelled@example.com'),
    ]
    const { orderId: unpaid } = await checkOutWith(shop.visitor(), [await aProduct(shop)])
    const reason = 'Odd address.'
    await admin.call('POST /api/admin/orders/:orderId/review', { orderId: held.orderId, reason })
    await shop.visitor().call('POST /api/orders/:orderId/cancel', cancelled)
    const earlier = await bought('bulk-earlier@example.com')
    await after.ship(admin, earlier)
    const ids = [held.orderId, cancelled.orderId, unpaid, 'PL-0000-0000', earlier.orderId, good.orderId]
    const failed = (orderId: string, problem: string) => ({ orderId, result: 'failed', problem })
    expect(await ship(ids.map((orderId) => ({ orderId })))).toEqual([
      failed(held.orderId, 'This order is held for review: Odd address. Approve it before you ship it.'),
      failed(cancelled.orderId, "This order is cancelled and can't become shipped: this status is final."),
      failed(
        unpaid,
        "This order is pending and can't become shipped: it can become processing or cancelled.",
      ),
      failed('PL-0000-0000', 'Order not found'),
      failed(
        earlier.orderId,
        "This order is shipped and can't become shipped: it can become delivered or cancelled.",
      ),
      shipped(good.orderId),
    ])
    expect(await after.tracked(shop, held)).toMatchObject({ status: 'processing', carrier: null })
    expect(await shipmentEmails(held.email)).toEqual([])
    expect(await shipmentEmails(good.email)).toHaveLength(1)
  })

  test('accepts 1 to 100 orders with a carrier', async () => {
    const send = async (body: object) =>
      (await admin.send({ method: 'POST', url: '/api/admin/orders/ship', body })).status
    const orders = Array.from({ length: 101 }, () => ({ orderId: 'PL-0000-0000' }))
    expect(await send({ carrier: 'UPS', orders })).toBe(400)
    expect(await send({ carrier: 'UPS', orders: [] })).toBe(400)
    expect(await send({ carrier: ' ', orders: orders.slice(1) })).toBe(400)
    expect(await send({ carrier: 'UPS', orders: orders.slice(1) })).toBe(200)
  })
})
