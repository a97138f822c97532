import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as after from '../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/given.ts'
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

/** A paid order of 49.99. */
const bought = async () =>
  buying.aPaidOrder(shop, shop.visitor(), [
    await aProduct(shop, { name: 'Lamp', priceCents: 4500, stockQuantity: 5 }),
  ])
const see = (orderId: string) => admin.call('GET /api/admin/orders/:orderId', { orderId })
const refund = (orderId: string, amount: string, seenRefunded = '0.00', reason = 'A scratch') =>
  admin.call('POST /api/admin/orders/:orderId/refunds', { orderId, amount, seenRefunded, reason })
const retry = (id: number) => admin.call('POST /api/admin/refunds/:id/retry', { id })

async function refundsBecome(orderId: string, ...statuses: string[]) {
  return vi.waitFor(
    async () => {
      await shop.runJobs()
      const { payment } = await see(orderId)
      expect(payment?.refunds.map(({ status }) => status)).toEqual(statuses)
      return payment
    },
    { timeout: 20_000, interval: 50 },
  )
}

/** What really went back, by the provider's books. */
async function refundedAt({ clientSecret }: buying.Checkout): Promise<number[]> {
  const intent = clientSecret.split('_secret_')[0]
  const { data } = await buying.stripeOf(shop).refunds.list({ payment_intent: intent, limit: 100 })
  return data.filter(({ status }) => status !== 'failed').map(({ amount }) => amount)
}

describe('a part refund', () => {
  test('gives so much back, keeps the status, and stands in the audit log', async () => {
    const order = await bought()
    expect((await refund(order.orderId, '10.00')).payment).toMatchObject({ refunded: '10.00' })
    expect(await refundsBecome(order.orderId, 'succeeded')).toMatchObject({ refundable: '39.99' })
    expect(await refundedAt(order)).toEqual([1000])
    expect(await buying.statusOf(shop, order.orderId)).toBe('processing')
    const [entry] = await admin.call('GET /api/admin/audit', { subjectId: order.orderId })
    expect(entry).toMatchObject({
      actor: 'admin',
      action: 'order.refunded',
      before: { refundedCents: 0 },
      after: { refundedCents: 1000, reason: 'A scratch' },
    })
  })

  test('is made once, however often it is clicked', async () => {
    const order = await bought()
    const clicks = await Promise.allSettled([refund(order.orderId, '5.00'), refund(order.orderId, '5.00')])
    expect(clicks.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(refund(order.orderId, '5.00')).rejects.toMatchObject({
      status: 409,
      serverMessage: 'Meanwhile $5.00 of this order are refunded. Please look again.',
    })
    await refundsBecome(order.orderId, 'succeeded')
    expect(await refundedAt(order)).toEqual([500])
  })

  test('is never more than is left, and never nothing', async () => {
    const { orderId } = await bought()
    await expect(refund(orderId, '50.00')).rejects.toMatchObject({
      status: 409,
      serverMessage: 'At most $49.99 of this order can be refunded.',
    })
    await expect(refund(orderId, '0.00')).rejects.toMatchObject({ status: 400 })
    await expect(refund(orderId, '1.00', '0.00', ' ')).rejects.toMatchObject({
      status: 400,
      serverMessage: 'Please say why, in at most 300 characters',
    })
    expect((await see(orderId)).payment?.refunds).toEqual([])
  })
})

describe('a refund that failed', () => {
  async function aFailedRefund() {
    const order = await bought()
    await refund(order.orderId, '10.00')
    const { payment } = await see(order.orderId)
    const id = payment?.refunds[0]?.id ?? 0
    const intent = (await buying.intentOf(shop, order)).id
    // Somebody refunds everything at the provider first: it refuses ours.
    await buying.stripeOf(shop).refunds.create({ payment_intent: intent, amount: 4500 })
    await vi.waitFor(
      async () => {
        await shop.runJobs()
        const { payment } = await see(order.orderId)
        expect(payment?.refunds.find((one) => one.id === id)?.status).toBe('failed')
      },
      { timeout: 20_000, interval: 50 },
    )
    return { order, id }
  }

  test('shows why, and waits in the list for somebody', async () => {
    const { order, id } = await aFailedRefund()
    const { payment } = await see(order.orderId)
    expect(payment?.refunds.find((one) => one.id === id)?.problem).toBeTruthy()
    const { items } = await admin.callPaged('GET /api/admin/orders', { needs: 'refund' })
    expect(items.map((one) => one.id)).toContain(order.orderId)
  })

  test('is asked for again once', async () => {
    const order = await bought()
    await refund(order.orderId, '10.00')
    const { payment } = await see(order.orderId)
    const id = payment?.refunds[0]?.id ?? 0
    const { updateRefund, addRefunded } = await import('./refund-queries.ts')
    await updateRefund(shop.shop.db, id, { status: 'failed', problem: 'The bank said no' })
    await addRefunded(shop.shop.db, order.orderId, -1000)
    const clicks = await Promise.allSettled([retry(id), retry(id)])
    expect(clicks.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(retry(id)).rejects.toMatchObject({
      status: 409,
      serverMessage: 'This refund was asked for again already.',
    })
    const settled = await refundsBecome(order.orderId, 'failed', 'succeeded')
    expect(settled?.refunds[0]).toMatchObject({ isRetried: true, problem: 'The bank said no' })
    expect(await refundedAt(order)).toEqual([1000])
    const { items } = await admin.callPaged('GET /api/admin/orders', { needs: 'refund' })
    expect(items.map((one) => one.id)).not.toContain(order.orderId)
  })
})

describe('a refund that the provider delays', () => {
  test('is visible with its problem, can be sent at once, and is never doubled', async () => {
    const order = await bought()
    await buying.switchOn(shop, 'down', { count: 50 })
    await refund(order.orderId, '10.00')
    await shop.runJobs()
    const waiting = (await see(order.orderId)).payment?.refunds[0]
    expect(waiting).toMatchObject({ status: 'requested', problem: expect.any(String) })
    await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
    await retry(waiting?.id ?? 0)
    await refundsBecome(order.orderId, 'succeeded')
    expect(await refundedAt(order)).toEqual([1000])
    await expect(retry(waiting?.id ?? 0)).rejects.toMatchObject({
      status: 409,
      serverMessage: 'This refund has been made.',
    })
  })
})

describe('an admin cancels', () => {
  const cancel = (orderId: string, restock = true) =>
    admin.call('POST /api/admin/orders/:orderId/cancel', { orderId, restock, reason: 'Damaged in stock' })

  test('a shipped order with a full refund', async () => {
    const order = await bought()
    await after.ship(admin, order)
    expect(await cancel(order.orderId, false)).toMatchObject({ status: 'cancelled' })
    await refundsBecome(order.orderId, 'succeeded')
    expect(await refundedAt(order)).toEqual([4999])
  })

  test('but neither a delivered nor an unpaid order: 409 with the reason', async () => {
    const order = await after.aDeliveredOrder(shop, admin, [await aProduct(shop)])
    await expect(cancel(order.orderId)).rejects.toMatchObject({
      status: 409,
      code: 'illegal_move',
      serverMessage: 'This order is delivered and cannot become cancelled: that is its end.',
    })
    const { orderId } = await buying.checkOutWith(shop.visitor(), [await aProduct(shop)])
    await expect(cancel(orderId)).rejects.toMatchObject({
      status: 409,
      serverMessage: 'This order is not paid yet. Release its hold instead.',
    })
  })
})

describe('releasing a hold', () => {
  const release = (orderId: string) => admin.call('POST /api/admin/orders/:orderId/release', { orderId })

  test('ends the order and gives the stock back, at once', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 1 })
    const { orderId } = await buying.checkOutWith(shop.visitor(), [lamp])
    expect((await see(orderId)).holdUntil).not.toBeNull()
    expect(await release(orderId)).toMatchObject({ status: 'cancelled', holdUntil: null })
    expect(await buying.checkOutWith(shop.visitor(), [lamp])).toHaveProperty('orderId')
    const [entry] = await admin.call('GET /api/admin/audit', { subjectId: orderId })
    expect(entry).toMatchObject({ action: 'order.released', after: { status: 'cancelled' } })
  })

  test('of a paid order is 409 with the reason', async () => {
    const { orderId } = await bought()
    await expect(release(orderId)).rejects.toMatchObject({
      status: 409,
      serverMessage: 'This order is processing and holds nothing that could be released.',
    })
  })

  test('loses against a buyer who has just paid', async () => {
    const checkout = await buying.checkOutWith(shop.visitor(), [await aProduct(shop)])
    await buying.switchOn(shop, 'late', { count: 5, seconds: 60 })
    expect(await buying.payByCard(shop, checkout)).toBe(200)
    await expect(release(checkout.orderId)).rejects.toMatchObject({ status: 409 })
    expect(await buying.statusOf(shop, checkout.orderId)).toBe('processing')
  })

  test('releases nothing while the provider does not answer', async () => {
    const { orderId } = await buying.checkOutWith(shop.visitor(), [await aProduct(shop)])
    await buying.switchOn(shop, 'down', { count: 50 })
    await expect(release(orderId)).rejects.toMatchObject({ status: 503 })
    expect(await buying.statusOf(shop, orderId)).toBe('pending')
  })
})
