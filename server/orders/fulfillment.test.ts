import { beforeAll, describe, expect, test, vi } from 'vitest'
import * as after from '../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, type Customer, emailsTo } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})

const bought = async (email: string) => after.aPurchasedOrder(shop, [await aProduct(shop)], { email })

describe('shipping an order', () => {
  test('records the carrier and tracking number, and notifies the customer', async () => {
    const order = await bought('waits@example.com')
    expect(await after.ship(admin, order)).toMatchObject({ status: 'shipped', ...after.SHIPMENT })
    expect(await after.tracked(shop, order)).toMatchObject({
      status: 'shipped',
      ...after.SHIPMENT,
      contactEmail: 'waits@example.com',
    })
    const email = await after.findEmail(shop, order.email, `Your order ${order.orderId} has shipped`)
    expect(email.text).toContain('Carrier: UPS\nTracking number: 1Z 999 AA1')
    expect(email.text).toContain(`/order-tracking?orderId=${order.orderId}&email=waits%40example.com`)
  })

  test('works without a tracking number, because some carriers have none', async () => {
    const { orderId, email } = await bought('letter-post@example.com')
    const shipped = await admin.call('POST /api/admin/orders/:orderId/ship', { orderId, carrier: 'Our van' })
    expect(shipped).toMatchObject({ status: 'shipped', carrier: 'Our van', trackingNumber: null })
    const message = await after.findEmail(shop, email, `Your order ${orderId} has shipped`)
    expect(message.text).toContain('Carrier: Our van\n\n')
    expect(message.text).not.toContain('Tracking number')
  })

  test.each([
    [{ carrier: ' ' }, 'Carrier must be 2 to 60 characters'],
    [{ carrier: 'UPS', trackingNumber: 'x'.repeat(101) }, 'Tracking number must be at most 100 characters'],
  ])('returns 400 for %j: %s', async (shipment, message) => {
    const url = `/api/admin/orders/${(await bought('a@example.com')).orderId}/ship`
    const response = await admin.send({ method: 'POST', url, body: shipment })
    expect([response.status, response.json()]).toMatchObject([400, { message }])
  })

  test('returns 409 for a cancelled order, with its status', async () => {
    const order = await bought('a@example.com')
    await shop.visitor().call('POST /api/orders/:orderId/cancel', order)
    await expect(after.ship(admin, order)).rejects.toMatchObject({
      status: 409,
      code: 'illegal_move',
      serverMessage: "This order is cancelled and can't become shipped: this status is final.",
    })
    expect(await after.tracked(shop, order)).toMatchObject({ status: 'cancelled', carrier: null })
  })
})

describe('correcting a tracking number', () => {
  const EVENTS = 'has new tracking details'
  const eventsTo = async (email: string) =>
    (await emailsTo(shop, email)).filter(({ subject }) => subject.includes(EVENTS))
  const correct = (
    { orderId }: { orderId: string },
    shipment: { carrier: string; trackingNumber?: string },
  ) => admin.call('PUT /api/admin/orders/:orderId/parcel', { orderId, ...shipment })
  const corrections = ({ orderId }: { orderId: string }) =>
    shop.shop.db
      .selectFrom('audit_log')
      .select(['actor', 'before', 'after'])
      .where('subject_id', '=', orderId)
      .where('action', '=', 'order.parcel_corrected')
      .orderBy('id')
      .execute()

  test('saves it, and notifies the customer each time', async () => {
    const order = await bought('wrong-number@example.com')
    await after.ship(admin, order)
    expect(await correct(order, { carrier: 'UPS', trackingNumber: '1Z 111' })).toMatchObject({
      status: 'shipped',
      carrier: 'UPS',
      trackingNumber: '1Z 111',
    })
    const first = await after.findEmail(shop, order.email, `Your order ${order.orderId} ${EVENTS}`)
    expect(first.text).toContain('Carrier: UPS\nTracking number: 1Z 111')
    await correct(order, { carrier: 'Our van' })
    expect(await after.tracked(shop, order)).toMatchObject({ carrier: 'Our van', trackingNumber: null })
    await vi.waitFor(
      async () => {
        const second = (await eventsTo(order.email)).filter(({ text }) =>
          text.includes('Carrier: Our van\n\n'),
        )
        expect(second).toHaveLength(1)
      },
      { timeout: 10_000, interval: 50 },
    )
  })

  test('is recorded in the audit log with the previous values', async () => {
    const order = await bought('a@example.com')
    await after.ship(admin, order)
    await correct(order, { carrier: 'DHL', trackingNumber: '77' })
    expect(await corrections(order)).toEqual([
      { actor: 'admin', before: after.SHIPMENT, after: { carrier: 'DHL', trackingNumber: '77' } },
    ])
  })

  test('saves nothing and sends no email if nothing changes', async () => {
    const order = await bought('same-number@example.com')
    await after.ship(admin, order)
    await correct(order, after.SHIPMENT)
    expect(await corrections(order)).toEqual([])
    await after.deliver(admin, order)
    await after.findEmail(shop, order.email, `Your order ${order.orderId} was delivered`)
    expect(await eventsTo(order.email)).toEqual([])
  })

  test('works after delivery, but sends no email', async () => {
    const order = await bought('has-it@example.com')
    await after.ship(admin, order)
    await after.deliver(admin, order)
    expect(await correct(order, { carrier: 'DHL', trackingNumber: '77' })).toMatchObject({
      status: 'delivered',
      carrier: 'DHL',
      trackingNumber: '77',
    })
    expect(await corrections(order)).toHaveLength(1)
    await after.findEmail(shop, order.email, `Your order ${order.orderId} was delivered`)
    expect(await eventsTo(order.email)).toEqual([])
  })

  test('returns 409 for an order that has not been shipped, with its status', async () => {
    const order = await bought('a@example.com')
    await expect(correct(order, { carrier: 'UPS' })).rejects.toMatchObject({
      status: 409,
      code: 'conflict',
      serverMessage: "This order is processing. Only a shipped or delivered order's tracking can be changed.",
    })
    await shop.visitor().call('POST /api/orders/:orderId/cancel', order)
    await expect(correct(order, { carrier: 'UPS' })).rejects.toMatchObject({ status: 409 })
    expect(await after.tracked(shop, order)).toMatchObject({ carrier: null, trackingNumber: null })
  })
})

describe('delivering an order', () => {
  test('notifies the customer, and starts the 30-day return period', async () => {
    const order = await bought('arrived@example.com')
    await after.ship(admin, order)
    expect((await after.tracked(shop, order)).returnUntil).toBeNull()
    const delivered = await after.deliver(admin, order)
    expect(delivered.status).toBe('delivered')
    const { at } = delivered.statusHistory.at(-1) ?? { at: '' }
    const days = (Date.parse(delivered.returnUntil ?? '') - Date.parse(at)) / 86_400_000
    expect(days).toBe(30)
    await after.findEmail(shop, order.email, `Your order ${order.orderId} has shipped`)
    await after.findEmail(shop, order.email, `Your order ${order.orderId} was delivered`)
  })

  test('is only possible after shipping', async () => {
    const order = await bought('a@example.com')
    await expect(after.deliver(admin, order)).rejects.toMatchObject({
      status: 409,
      serverMessage:
        "This order is processing and can't become delivered: it can become shipped or cancelled.",
    })
  })
})

test('the order’s history and the audit log record who shipped and delivered it', async () => {
  const { orderId } = await after.aDeliveredOrder(shop, admin, [await aProduct(shop)])
  const { db } = shop.shop
  const transitions = await db
    .selectFrom('order_transitions')
    .select(['to_status', 'actor', 'actor_id'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  expect(transitions.slice(2)).toEqual([
    { to_status: 'shipped', actor: 'admin', actor_id: admin.user.id },
    { to_status: 'delivered', actor: 'admin', actor_id: admin.user.id },
  ])
  const audited = await db
    .selectFrom('audit_log')
    .select(['actor', 'action', 'before', 'after'])
    .where('subject_id', '=', orderId)
    .orderBy('id')
    .execute()
  expect(audited).toEqual([
    {
      actor: 'admin',
      action: 'order.shipped',
      before: { status: 'processing' },
      after: { status: 'shipped', ...after.SHIPMENT },
    },
    {
      actor: 'admin',
      action: 'order.delivered',
      before: { status: 'shipped' },
      after: { status: 'delivered' },
    },
  ])
})
