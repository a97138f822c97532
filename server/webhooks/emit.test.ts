import { describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { aPaidOrder } from '../../tests/support/purchase.ts'
import { isSigned } from '../../tests/support/receiver.ts'
import { now, turnClock } from '../platform/clock.ts'
import { inTransaction } from '../platform/db/database.ts'
import { emitEvent } from './emit.ts'
import { WebhookWorld } from './fixtures.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const seconds = () => now().getTime() / 1000
const world = new WebhookWorld()

const idOf = (refund: unknown) => (refund as { id: number }).id

describe('the emitted webhook events', () => {
  test('include a placed, paid, shipped, and refunded order, with amounts in cents and without personal data', async () => {
    const { secret } = await world.add(['order.placed', 'order.paid', 'order.shipped', 'order.refunded'])
    const product = await fixtures.aProduct(world.shop, { priceCents: 4990 })
    const { orderId } = await aPaidOrder(world.shop, world.shop.visitor(), [product])
    await world.admin.call('POST /api/admin/orders/:orderId/ship', {
      orderId,
      carrier: 'UPS',
      trackingNumber: '1Z9',
    })
    await world.admin.call('POST /api/admin/orders/:orderId/refunds', {
      orderId,
      amount: '10.00',
      seenRefunded: '0.00',
      reason: 'A scratch',
    })
    const { items } = await world.admin.call('GET /api/admin/orders/:orderId', { orderId })
    await world.admin.call('POST /api/admin/orders/:orderId/refunds', {
      orderId,
      lines: [{ itemId: items[0]?.id ?? 0, quantity: 1, restock: false }],
      shipping: '1.00',
      seenRefunded: '10.00',
      reason: 'Lost',
    })
    await expect
      .poll(() => world.topicsSoFar(), { timeout: 30_000 })
      .toEqual(['order.placed', 'order.paid', 'order.shipped', 'order.refunded', 'order.refunded'])

    const [placed, paid, shipped, ...refunds] = world.receiver.received
    const [refunded, byLine] = refunds.toSorted(
      (one, other) => idOf(one.event.data.refund) - idOf(other.event.data.refund),
    )
    expect(placed?.event.data.order).toMatchObject({ id: orderId, status: 'pending' })
    expect(paid?.event.data.order).toEqual({
      id: orderId,
      status: 'processing',
      createdAt: expect.any(String),
      currency: 'USD',
      subtotalCents: 4990,
      shippingCents: expect.any(Number),
      taxCents: 0,
      totalCents: expect.any(Number),
      items: [{ productId: product.id, name: product.name, quantity: 1, priceCents: 4990, sku: null }],
      shippingMethod: null,
      shipsTo: { state: 'TX', country: 'US' },
      carrier: null,
      trackingNumber: null,
    })
    expect(shipped?.event.data.order).toMatchObject({ status: 'shipped', trackingNumber: '1Z9' })
    const share = { variantId: product.id, name: product.name, quantity: 0, amountCents: expect.any(Number) }
    expect(refunded?.event.data.refund).toEqual({
      id: expect.any(Number),
      amountCents: 1000,
      lines: [share],
      shippingCents: expect.any(Number),
      taxes: [],
    })
    expect(byLine?.event.data.refund).toMatchObject({
      lines: [{ variantId: product.id, name: product.name, quantity: 1, amountCents: expect.any(Number) }],
      shippingCents: 100,
      taxes: [],
    })
    for (const one of world.receiver.received) {
      expect(isSigned(one, secret, seconds())).toBe(true)
      expect(one.body).not.toMatch(/ada@example\.com|Lovelace|Analytical/)
    }
    expect(new Set(world.receiver.received.map(({ event }) => event.id)).size).toBe(5)
  })

  test('include a created, changed, archived, and erased product', async () => {
    await world.add(['product.changed'])
    const image = 'https://pictures.example/tray.jpg'
    const facts = { description: '<p>Stone.</p>', categoryId: 1, image }
    const { id } = await world.admin.call('POST /api/admin/products', {
      name: 'Slate Tray',
      price: '12.00',
      ...facts,
    })
    await world.changePrice('15.50', id)
    await world.admin.call('DELETE /api/admin/products/:id', { id })
    await world.shop.runJobs()
    const own = world.receiver.received.filter(
      ({ event }) => (event.data.product as { id: number }).id === id,
    )
    expect(own.map(({ event }) => event.data.change)).toEqual(['created', 'changed', 'erased'])
    expect(own[1]?.event.data.product).toMatchObject({ priceCents: 1550, name: 'Slate Tray' })
  })

  test('include only subscribed topics', async () => {
    await world.add(['order.paid'])
    await world.changePrice('5.00')
    expect(world.receiver.received).toEqual([])
  })

  test('exclude rolled-back changes', async () => {
    await world.add(['product.changed'])
    const { db } = world.shop.shop
    const failed = inTransaction(db, async (db) => {
      await emitEvent(db, 'product.changed', async () => [{ subjectId: 1, data: {} }])
      throw new Error('No.')
    })
    await expect(failed).rejects.toThrow('No.')
    await world.shop.runJobs()
    expect(await world.deliveries()).toEqual([])
  })
})

describe('the signature of a webhook', () => {
  test('is invalid for a changed body, another secret, and an old time', async () => {
    const { secret } = await world.add(['product.changed'])
    await world.changePrice('5.00')
    const one = world.receiver.received.at(-1)
    if (!one) throw new Error('The receiver got no webhook')
    expect(isSigned(one, secret, seconds())).toBe(true)
    expect(isSigned({ ...one, body: one.body.replace('500', '501') }, secret, seconds())).toBe(false)
    expect(isSigned(one, `${secret}x`, seconds())).toBe(false)
    expect(isSigned(one, secret, seconds() + 301)).toBe(false)
  })

  test('is also valid with the previous secret for a day after a rotation', async () => {
    const { webhook, secret: first } = await world.add(['product.changed'])
    const { id } = webhook
    const { secret: second, webhook: after } = await world.admin.call('POST /api/admin/webhooks/:id/secret', {
      id,
    })
    expect(Date.parse(after.previousSecretUntil ?? '')).toBeGreaterThan(now().getTime() + 23 * HOUR)
    const productId = await world.changePrice('5.00')
    const both = world.receiver.received.at(-1)
    expect([first, second].map((secret) => both && isSigned(both, secret, seconds()))).toEqual([true, true])
    turnClock(DAY + 1000)
    await world.changePrice('6.00', productId)
    const one = world.receiver.received.at(-1)
    expect([first, second].map((secret) => one && isSigned(one, secret, seconds()))).toEqual([false, true])
    expect((await world.admin.call('GET /api/admin/webhooks'))[0]?.previousSecretUntil).toBeNull()
  })

  test('uses a secret that is encrypted at rest, and appears in no list and not in the audit log', async () => {
    const { webhook, secret } = await world.add(['product.changed'])
    const { id } = webhook
    const { secret: second } = await world.admin.call('POST /api/admin/webhooks/:id/secret', { id })
    const rows = await world.shop.shop.db.selectFrom('webhooks').selectAll().execute()
    const payloads = [
      rows,
      await world.admin.call('GET /api/admin/webhooks'),
      await world.admin.call('GET /api/admin/audit', {}),
    ]
    for (const one of [secret, second]) expect(JSON.stringify(payloads)).not.toContain(one)
  })
})
