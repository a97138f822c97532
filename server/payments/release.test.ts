import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as after from '../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})
beforeEach(() => async () => {
  await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
})

const bought = async () => after.aPurchasedOrder(shop, [await aProduct(shop, { priceCents: 4500 })])
const see = (orderId: string) => admin.call('GET /api/admin/orders/:orderId', { orderId })

describe('an admin can cancel', () => {
  const cancel = (orderId: string, restock = true) =>
    admin.call('POST /api/admin/orders/:orderId/cancel', { orderId, restock, reason: 'Damaged in stock' })

  test('a shipped order with a full refund', async () => {
    const order = await bought()
    await after.ship(admin, order)
    expect(await cancel(order.orderId, false)).toMatchObject({ status: 'cancelled' })
    await after.findEmail(shop, order.email, `We refunded $49.99 for your order ${order.orderId}`)
    expect((await see(order.orderId)).payment).toMatchObject({ refunded: '49.99', refundable: '0.00' })
  })

  test('neither a delivered nor an unpaid order: 409 with the reason', async () => {
    const order = await after.aDeliveredOrder(shop, admin, [await aProduct(shop)])
    await expect(cancel(order.orderId)).rejects.toMatchObject({
      status: 409,
      code: 'illegal_move',
      serverMessage: "This order is delivered and can't become cancelled: this status is final.",
    })
    const { orderId } = await buying.checkOutWith(shop.visitor(), [await aProduct(shop)])
    await expect(cancel(orderId)).rejects.toMatchObject({
      status: 409,
      serverMessage: "This order isn't paid yet. Release its hold instead.",
    })
  })
})

describe('releasing the reservation of an unpaid order', () => {
  const release = (orderId: string) => admin.call('POST /api/admin/orders/:orderId/release', { orderId })

  test('cancels the order and releases the stock immediately', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 1 })
    const { orderId } = await buying.checkOutWith(shop.visitor(), [lamp])
    expect((await see(orderId)).holdUntil).not.toBeNull()
    expect(await release(orderId)).toMatchObject({ status: 'cancelled', holdUntil: null })
    expect(await buying.checkOutWith(shop.visitor(), [lamp])).toHaveProperty('orderId')
    const [entry] = await admin.call('GET /api/admin/audit', { subjectId: orderId })
    expect(entry).toMatchObject({ action: 'order.released', after: { status: 'cancelled' } })
  })

  test('returns 409 with the reason for a paid order', async () => {
    const { orderId } = await bought()
    await expect(release(orderId)).rejects.toMatchObject({
      status: 409,
      serverMessage: 'This order is processing and has no reserved stock to release.',
    })
  })

  test('fails if the customer has just paid', async () => {
    const checkout = await buying.checkOutWith(shop.visitor(), [await aProduct(shop)])
    await buying.switchOn(shop, 'webhook-lost', { count: 5 })
    expect(await buying.payByCard(shop, checkout)).toBe(200)
    await expect(release(checkout.orderId)).rejects.toMatchObject({
      status: 409,
      serverMessage: "This order has just been paid, so its hold can't be released.",
    })
    expect(await buying.statusOf(shop, checkout.orderId)).toBe('processing')
  })

  test('is rejected while the provider is unavailable', async () => {
    const { orderId } = await buying.checkOutWith(shop.visitor(), [await aProduct(shop)])
    await buying.switchOn(shop, 'down', {})
    await expect(release(orderId)).rejects.toMatchObject({ status: 503 })
    expect(await buying.statusOf(shop, orderId)).toBe('pending')
  })
})
