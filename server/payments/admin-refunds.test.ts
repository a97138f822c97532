import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, stripeOf, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})
beforeEach(() => async () => {
  await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
})

/** Places and pays an order of $49.99. */
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

/** Returns the amounts in cents of the refunds at the provider that haven't failed. */
async function refundedAt({ clientSecret }: buying.Checkout): Promise<number[]> {
  const intent = clientSecret.split('_secret_')[0]
  const { data } = await stripeOf(shop).refunds.list({ payment_intent: intent, limit: 100 })
  return data.filter(({ status }) => status !== 'failed').map(({ amount }) => amount)
}

describe('a partial refund', () => {
  test('refunds the amount, keeps the status, and is recorded in the audit log', async () => {
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

  test('is made once, even if the admin clicks several times', async () => {
    const order = await bought()
    const clicks = await Promise.allSettled([refund(order.orderId, '5.00'), refund(order.orderId, '5.00')])
    expect(clicks.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(refund(order.orderId, '5.00')).rejects.toMatchObject({
      status: 409,
      serverMessage: '$5.00 of this order was refunded in the meantime. Review the amount and try again.',
    })
    await refundsBecome(order.orderId, 'succeeded')
    expect(await refundedAt(order)).toEqual([500])
  })

  test('leaves only the rest to be refunded if the order is cancelled later', async () => {
    const order = await bought()
    await refund(order.orderId, '10.00')
    await admin.call('POST /api/admin/orders/:orderId/cancel', {
      orderId: order.orderId,
      restock: true,
      reason: 'Damaged in stock',
    })
    expect(await refundsBecome(order.orderId, 'succeeded', 'succeeded')).toMatchObject({ refundable: '0.00' })
    expect((await refundedAt(order)).toSorted()).toEqual([1000, 3999])
  })

  test('is rejected above the refundable amount, and for zero', async () => {
    const { orderId } = await bought()
    await expect(refund(orderId, '50.00')).rejects.toMatchObject({
      status: 409,
      serverMessage: 'At most $49.99 of this order can be refunded.',
    })
    await expect(refund(orderId, '0.00')).rejects.toMatchObject({ status: 400 })
    await expect(refund(orderId, '1.00', '0.00', ' ')).rejects.toMatchObject({
      status: 400,
      serverMessage: 'Enter a reason of at most 300 characters',
    })
    expect((await see(orderId)).payment?.refunds).toEqual([])
  })
})

describe('a refund that failed', () => {
  async function aFailedRefund() {
    const order = await bought()
    await buying.switchOn(shop, 'refund-fails', { count: 1, delayMs: 50 })
    await refund(order.orderId, '10.00')
    const payment = await refundsBecome(order.orderId, 'failed')
    return { order, payment, id: payment?.refunds[0]?.id ?? 0 }
  }
  const waiting = async () =>
    (await admin.callPaged('GET /api/admin/orders', { needs: 'refund' })).items.map(({ id }) => id)

  test('shows the reason, refunds nothing, and puts its order on the list of orders that need an admin', async () => {
    const { order, payment } = await aFailedRefund()
    expect(payment?.refunds[0]?.problem).toBeTruthy()
    expect(payment?.refunded).toBe('0.00')
    expect(await waiting()).toContain(order.orderId)
  })

  test('can be retried once, as a new refund that replaces it', async () => {
    const { order, id } = await aFailedRefund()
    const clicks = await Promise.allSettled([retry(id), retry(id)])
    expect(clicks.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(retry(id)).rejects.toMatchObject({
      status: 409,
      serverMessage: 'This refund was already retried.',
    })
    const settled = await refundsBecome(order.orderId, 'failed', 'succeeded')
    expect(settled).toMatchObject({ refunded: '10.00', refunds: [{ isRetried: true }, { isRetried: false }] })
    expect(await refundedAt(order)).toEqual([1000])
    expect(await waiting()).not.toContain(order.orderId)
  })
})

describe('a refund that the provider delays', () => {
  test('shows its problem, can be sent immediately, and is never made twice', async () => {
    const order = await bought()
    await buying.switchOn(shop, 'down', {})
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
      serverMessage: 'This refund has already succeeded.',
    })
  })

  test('is made once even if the provider’s response is lost', async () => {
    const order = await bought()
    await buying.switchOn(shop, 'webhook-lost', { count: 9 })
    await buying.switchOn(shop, 'timeout-after', { count: 2, delayMs: 50 })
    await refund(order.orderId, '10.00')
    await refundsBecome(order.orderId, 'succeeded')
    expect(await refundedAt(order)).toEqual([1000])
  })
})
