import { beforeAll, describe, expect, test } from 'vitest'
import * as after from '../../tests/support/after-purchase.ts'
import { aCustomer, anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { becomes, checkOutWith, statusOf } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { SHIPPING } from '../../tests/support/shopper-details.ts'
import { requestRefund } from '../payments/refunds.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})

const cancel = ({ orderId, email }: after.Proof, visitor = shop.visitor()) =>
  visitor.call('POST /api/orders/:orderId/cancel', { orderId, email })

const shelf = async ({ id }: { id: number }) =>
  (await shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: String(id) })).stockQuantity

describe('POST /api/orders/:orderId/cancel', () => {
  test('refunds a processing order in full, restocks its products, and emails the customer and the owner', async () => {
    const lamp = await aProduct(shop, { name: 'Cancelled Lamp', priceCents: 4500, stockQuantity: 3 })
    const order = await after.aPurchasedOrder(shop, [lamp], { email: 'regrets@example.com' })
    expect(await shelf(lamp)).toBe(2)
    const response = await cancel(order)
    expect(response).toMatchObject({ id: order.orderId, status: 'cancelled' })
    expect(response.statusHistory.map(({ status }) => status)).toEqual(['pending', 'processing', 'cancelled'])
    expect(await shelf(lamp)).toBe(3)
    const cancelled = await after.findEmail(shop, order.email, `Your order ${order.orderId} was cancelled`)
    expect(cancelled.text).toContain("We're refunding the full $49.99 to your original card")
    await after.findEmail(shop, order.email, `We refunded $49.99 for your order ${order.orderId}`)
    const { refunds } = await after.tracked(shop, order)
    expect(refunds).toMatchObject([{ amount: '49.99', isDone: true }])
    const notice = `Order ${order.orderId} was cancelled: do not ship`
    await after.findEmail(shop, 'hello@plinth.example', notice)
    const transitions = await shop.shop.db
      .selectFrom('order_transitions')
      .select(['from_status', 'to_status', 'actor', 'actor_id'])
      .where('order_id', '=', order.orderId)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(transitions).toEqual({
      from_status: 'processing',
      to_status: 'cancelled',
      actor: 'customer',
      actor_id: null,
    })
  })

  test('refunds the rest after a partial refund, and the email states only that amount', async () => {
    const lamp = await aProduct(shop, { priceCents: 4500 })
    const order = await after.aPurchasedOrder(shop, [lamp], { email: 'partly@example.com' })
    await requestRefund(shop.shop.db, order.orderId, 1000, 'A scratch')
    await cancel(order)
    const email = await after.findEmail(shop, order.email, `Your order ${order.orderId} was cancelled`)
    expect(email.text).toContain("We're refunding the remaining amount to your original card")
    expect(email.text).toMatch(/Total: \$49\.99\nRefunded: −\$\d+\.\d\d\nTotal after refunds: \$\d+\.\d\d/)
    await after.findEmail(shop, order.email, `We refunded $39.99 for your order ${order.orderId}`)
  })

  test('accepts the ID and the email address as proof, from customers and guests', async () => {
    const customer = await aCustomer(shop)
    const order = await after.aPurchasedOrder(shop, [await aProduct(shop)], { visitor: customer })
    expect((await cancel(order, customer)).status).toBe('cancelled')
    expect((await customer.call('GET /api/orders'))[0]?.status).toBe('cancelled')
  })

  test('returns 404 for a wrong email address, and changes nothing', async () => {
    const order = await after.aPurchasedOrder(shop, [await aProduct(shop)])
    const attacker = await aCustomer(shop)
    await expect(cancel({ ...order, email: attacker.user.email }, attacker)).rejects.toMatchObject({
      status: 404,
      serverMessage: 'Order not found',
    })
    expect(await statusOf(shop, order.orderId)).toBe('processing')
  })

  test('returns 409 with the reason for a shipped order', async () => {
    const order = await after.aPurchasedOrder(shop, [await aProduct(shop)])
    await after.ship(admin, order)
    await expect(cancel(order)).rejects.toMatchObject({
      status: 409,
      code: 'illegal_move',
      serverMessage:
        'This order has already shipped and can’t be cancelled. You can return it after delivery.',
    })
    expect(await statusOf(shop, order.orderId)).toBe('shipped')
  })

  test('suggests a return for a delivered order', async () => {
    const order = await after.aDeliveredOrder(shop, admin, [await aProduct(shop)])
    await expect(cancel(order)).rejects.toMatchObject({
      status: 409,
      serverMessage: 'This order has been delivered and can’t be cancelled. You can return it instead.',
    })
  })

  test('returns 409 the second time, and refunds only once', async () => {
    const order = await after.aPurchasedOrder(shop, [await aProduct(shop)])
    await cancel(order)
    await expect(cancel(order)).rejects.toMatchObject({
      status: 409,
      serverMessage: 'This order has already been cancelled.',
    })
    await shop.runJobs()
    expect((await after.tracked(shop, order)).refunds).toHaveLength(1)
  })

  test('returns 409 for an unpaid order', async () => {
    const { orderId } = await checkOutWith(shop.visitor(), [await aProduct(shop)])
    await expect(cancel({ orderId, email: SHIPPING.email })).rejects.toMatchObject({
      status: 409,
      serverMessage:
        'This order hasn’t been paid. It will be cancelled automatically when the payment window closes.',
    })
    await becomes(shop, orderId, 'pending')
  })
})
