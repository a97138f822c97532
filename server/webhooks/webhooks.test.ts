import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WEBHOOKS_MAX, type WebhookTopic } from '#contract/webhook-rules.ts'
import * as given from '../../tests/support/given.ts'
import { aPaidOrder } from '../../tests/support/purchase.ts'
import { aReceiver, isSigned, type Receiver } from '../../tests/support/receiver.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { now, turnClock } from '../platform/clock.ts'
import { inTransaction } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { announce } from './announce.ts'
import { claimDue } from './delivery-queries.ts'
import { forgetDeliveries, retryDeliveries } from './jobs.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let shop: TestShop
let admin: given.Customer
let receiver: Receiver
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
})
beforeEach(async () => {
  admin = await given.anAdmin(shop)
  receiver = await aReceiver()
  // The one origin besides the open internet that a demo speaks to.
  const { sandbox } = shop.shop.config
  if (sandbox) sandbox.url = receiver.url
})
afterEach(async () => {
  turnClock(0)
  for (const { id } of await admin.call('GET /api/admin/webhooks')) {
    await admin.call('DELETE /api/admin/webhooks/:id', { id })
  }
})

const add = (topics: WebhookTopic[], url = `${receiver.url}/hooks`) =>
  admin.call('POST /api/admin/webhooks', { url, topics })
const deliveries = (query = {}) => admin.call('GET /api/admin/webhook-deliveries', query)
const seconds = () => now().getTime() / 1000
async function topicsSoFar() {
  await shop.runJobs()
  return receiver.received.map(({ event }) => event.topic)
}

/** What is done every minute, after so much time. */
async function pass(ms: number) {
  turnClock(ms)
  await enqueue(shop.shop.db, retryDeliveries, {})
  await shop.runJobs()
}

async function changePrice(price: string, id?: number): Promise<number> {
  const productId = id ?? (await given.aProduct(shop)).id
  await admin.call('PATCH /api/admin/products/:id', { id: productId, price: Number(price) })
  await shop.runJobs()
  return productId
}

describe('what is told', () => {
  test('an order placed, paid, shipped and refunded, in cents, without a word about who bought', async () => {
    const { secret } = await add(['order.placed', 'order.paid', 'order.shipped', 'order.refunded'])
    const product = await given.aProduct(shop, { priceCents: 4990 })
    const { orderId } = await aPaidOrder(shop, shop.visitor(), [product])
    await admin.call('POST /api/admin/orders/:orderId/ship', {
      orderId,
      carrier: 'UPS',
      trackingNumber: '1Z9',
    })
    await admin.call('POST /api/admin/orders/:orderId/refunds', {
      orderId,
      amount: '10.00',
      seenRefunded: '0.00',
      reason: 'A scratch',
    })
    await expect
      .poll(topicsSoFar, { timeout: 30_000 })
      .toEqual(['order.placed', 'order.paid', 'order.shipped', 'order.refunded'])

    const [placed, paid, shipped, refunded] = receiver.received
    expect(placed?.event.data.order).toMatchObject({ id: orderId, status: 'pending' })
    expect(paid?.event.data.order).toEqual({
      id: orderId,
      status: 'processing',
      createdAt: expect.any(String),
      currency: 'USD',
      subtotalCents: 4990,
      shippingCents: expect.any(Number),
      totalCents: expect.any(Number),
      items: [{ productId: product.id, name: product.name, quantity: 1, priceCents: 4990 }],
      shipsTo: { state: 'TX', country: 'US' },
      carrier: null,
      trackingNumber: null,
    })
    expect(shipped?.event.data.order).toMatchObject({ status: 'shipped', trackingNumber: '1Z9' })
    expect(refunded?.event.data.refund).toEqual({ id: expect.any(Number), amountCents: 1000 })
    for (const one of receiver.received) {
      expect(isSigned(one, secret, seconds())).toBe(true)
      expect(one.body).not.toMatch(/ada@example\.com|Lovelace|Analytical/)
    }
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(4)
  })

  test('a product that is made, changed, taken off sale and erased', async () => {
    await add(['product.changed'])
    const image = 'https://pictures.example/tray.jpg'
    const facts = { description: '<p>Stone.</p>', categoryId: 1, image }
    const { id } = await admin.call('POST /api/admin/products', {
      name: 'Slate Tray',
      price: '12.00',
      ...facts,
    })
    await changePrice('15.50', id)
    await admin.call('DELETE /api/admin/products/:id', { id })
    await shop.runJobs()
    const own = receiver.received.filter(({ event }) => (event.data.product as { id: number }).id === id)
    expect(own.map(({ event }) => event.data.change)).toEqual(['created', 'changed', 'erased'])
    expect(own[1]?.event.data.product).toMatchObject({ priceCents: 1550, name: 'Slate Tray' })
  })

  test('only what was asked for', async () => {
    await add(['order.paid'])
    await changePrice('5.00')
    expect(receiver.received).toEqual([])
  })

  test('nothing of what was rolled back', async () => {
    await add(['product.changed'])
    const { db } = shop.shop
    const failed = inTransaction(db, async (db) => {
      await announce(db, 'product.changed', async () => [{ subjectId: 1, data: {} }])
      throw new Error('No.')
    })
    await expect(failed).rejects.toThrow('No.')
    await shop.runJobs()
    expect(await deliveries()).toEqual([])
  })
})

describe('the signature', () => {
  test('fails for a changed body, another secret and an old time', async () => {
    const { secret } = await add(['product.changed'])
    await changePrice('5.00')
    const one = receiver.received.at(-1)
    if (!one) throw new Error('Nothing came')
    expect(isSigned(one, secret, seconds())).toBe(true)
    expect(isSigned({ ...one, body: one.body.replace('500', '501') }, secret, seconds())).toBe(false)
    expect(isSigned(one, `${secret}x`, seconds())).toBe(false)
    expect(isSigned(one, secret, seconds() + 301)).toBe(false)
  })

  test('is made with the secret before, too, for a day after its change', async () => {
    const { webhook, secret: first } = await add(['product.changed'])
    const { id } = webhook
    const { secret: second, webhook: after } = await admin.call('POST /api/admin/webhooks/:id/secret', { id })
    expect(Date.parse(after.previousSecretUntil ?? '')).toBeGreaterThan(now().getTime() + 23 * HOUR)
    const productId = await changePrice('5.00')
    const both = receiver.received.at(-1)
    expect([first, second].map((secret) => both && isSigned(both, secret, seconds()))).toEqual([true, true])
    turnClock(DAY + 1000)
    await changePrice('6.00', productId)
    const one = receiver.received.at(-1)
    expect([first, second].map((secret) => one && isSigned(one, secret, seconds()))).toEqual([false, true])
    expect((await admin.call('GET /api/admin/webhooks'))[0]?.previousSecretUntil).toBeNull()
  })

  test('secrets are sealed where they are kept, and are in no list and not in the audit log', async () => {
    const { webhook, secret } = await add(['product.changed'])
    const { id } = webhook
    const { secret: second } = await admin.call('POST /api/admin/webhooks/:id/secret', { id })
    const rows = await shop.shop.db.selectFrom('webhooks').selectAll().execute()
    const told = [
      rows,
      await admin.call('GET /api/admin/webhooks'),
      await admin.call('GET /api/admin/audit', {}),
    ]
    for (const one of [secret, second]) expect(JSON.stringify(told)).not.toContain(one)
  })
})

describe('a delivery that fails', () => {
  test('after 500 is tried again with the same id and body, and waits twice as long each time', async () => {
    await add(['product.changed'])
    receiver.answers.push(204, 500, 500)
    await changePrice('5.00')
    expect(await deliveries({ state: 'waiting' })).toMatchObject([
      { tries: 1, lastTry: { status: 500, answer: 'Answered with 500', error: null } },
    ])
    await pass(14_000)
    expect(receiver.received).toHaveLength(2)
    await pass(2000)
    await pass(28_000)
    expect(receiver.received).toHaveLength(3)
    await pass(3000)
    const [, ...same] = receiver.received
    expect(same).toHaveLength(3)
    expect(new Set(same.map(({ body }) => body)).size).toBe(1)
    expect(new Set(same.map(({ headers }) => headers['plinth-event'])).size).toBe(1)
    expect((await deliveries({ page: 1, pageSize: 1 }))[0]).toMatchObject({ state: 'delivered', tries: 3 })
  })

  test('at a dead address says so, and is delivered once somebody listens there', async () => {
    await add(['product.changed'])
    await receiver.close()
    await changePrice('5.00')
    const [webhook] = await admin.call('GET /api/admin/webhooks')
    expect(webhook).toMatchObject({ waiting: 2, failed: 0, lastTry: { status: null } })
    expect(webhook?.lastTry?.error).toContain('ECONNREFUSED')
    await receiver.reopen()
    await pass(20_000)
    expect(receiver.received).toHaveLength(2)
    expect(await deliveries({ state: 'waiting' })).toEqual([])
  })

  test('is given up after a day, which the list tells; the webhook itself goes on', async () => {
    await add(['product.changed'])
    await receiver.close()
    const productId = await changePrice('5.00')
    for (let hour = 0; hour < 30; hour++) await pass(HOUR)
    const [failed] = await deliveries({ state: 'failed', search: String(productId) })
    expect(failed).toMatchObject({ nextTryAt: null })
    expect(failed?.tries).toBeGreaterThan(8)
    expect(await admin.call('GET /api/admin/webhooks')).toMatchObject([{ failed: 2, waiting: 0 }])
    await receiver.reopen()
    await changePrice('6.00', productId)
    expect(receiver.received).toHaveLength(1)
  })

  test('a redirect is followed nowhere', async () => {
    await add(['product.changed'])
    receiver.answers.push(302)
    await given.aProduct(shop)
    await shop.runJobs()
    expect((await deliveries())[0]?.lastTry?.error).toContain('sends the shop elsewhere')
  })

  test('with a process that died is sent by the next one, with the same id', async () => {
    const { webhook } = await add(['product.changed'])
    await given.aProduct(shop)
    const until = new Date(now().getTime() + 30_000)
    const lost = await claimDue(shop.shop.db, webhook.id, now(), until)
    await shop.runJobs()
    expect(receiver.received).toEqual([])
    await pass(31_000)
    await pass(60_000)
    expect(receiver.received.map(({ event }) => event.id)).toEqual([lost?.eventId])
  })
})

describe('an admin', () => {
  test('finds a delivery by topic, state and product, and reads what was sent and answered', async () => {
    const { webhook } = await add(['product.changed'])
    await admin.call('POST /api/admin/webhooks/:id/test', { id: webhook.id })
    const productId = await changePrice('5.00')
    expect(await deliveries({ topic: 'test' })).toMatchObject([{ topic: 'test', state: 'delivered' }])
    expect(await deliveries({ topic: 'order.paid' })).toEqual([])
    const [found] = await deliveries({ search: String(productId), state: 'delivered' })
    const { id = 0, eventId } = found ?? {}
    expect(await deliveries({ search: eventId })).toHaveLength(1)
    expect(await admin.call('GET /api/admin/webhook-deliveries/:id', { id })).toMatchObject({
      body: receiver.received.at(-1)?.body,
      tries: [{ status: 204, url: `${receiver.url}/hooks`, durationMs: expect.any(Number) }],
    })
  })

  test('sends one again, delivered or given up, which the audit log keeps', async () => {
    await add(['product.changed'])
    await changePrice('5.00')
    const [{ id = 0, eventId } = {}] = await deliveries()
    const again = await admin.call('POST /api/admin/webhook-deliveries/:id/resend', { id })
    expect(again).toMatchObject({ state: 'waiting' })
    await shop.runJobs()
    expect(receiver.received.filter(({ event }) => event.id === eventId)).toHaveLength(2)
    expect(await admin.call('GET /api/admin/audit', { kind: 'webhook', pageSize: 2 })).toMatchObject([
      { action: 'webhook.resent', after: { eventId } },
      { action: 'webhook.added' },
    ])
  })

  test('changes address and events, and removes a webhook with its deliveries', async () => {
    const { webhook } = await add(['product.changed'])
    const { id } = webhook
    const changed = await admin.call('PATCH /api/admin/webhooks/:id', {
      id,
      url: `${receiver.url}/other`,
      topics: ['order.paid', 'order.placed', 'order.paid'],
    })
    expect(changed).toMatchObject({ url: `${receiver.url}/other`, topics: ['order.placed', 'order.paid'] })
    await changePrice('5.00')
    expect(receiver.received).toEqual([])
    await admin.call('POST /api/admin/webhooks/:id/test', { id })
    await admin.call('DELETE /api/admin/webhooks/:id', { id })
    await shop.runJobs()
    expect(await admin.call('GET /api/admin/webhooks')).toEqual([])
    expect(await deliveries()).toEqual([])
    expect(receiver.received).toEqual([])
  })

  test.each([
    ['http://example.com/', 'https://'],
    ['https://127.0.0.1/', 'open internet'],
    ['https://[::1]/', 'open internet'],
    ['https://0x7f.1/', 'open internet'],
    ['https://169.254.169.254/latest', 'open internet'],
    ['https://user:password@example.com/', 'password'],
    ['https://example.com:8443/', 'port'],
    ['nonsense', 'not an address'],
  ])('cannot have %s told', async (url, why) => {
    await expect(add(['order.paid'], url)).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'url', message: expect.stringContaining(why) }],
    })
  })

  test('cannot have a name told that leads into the own house', async () => {
    await add(['product.changed'], 'https://localhost/')
    await given.aProduct(shop)
    await shop.runJobs()
    expect((await deliveries())[0]?.lastTry?.error).toContain('not a machine on the open internet')
  })

  test(`has at most ${WEBHOOKS_MAX}`, async () => {
    for (let n = 0; n < WEBHOOKS_MAX; n++) await add(['order.paid'])
    await expect(add(['order.paid'])).rejects.toMatchObject({ status: 409 })
  })
})

test('deliveries are forgotten after thirty days', async () => {
  await add(['product.changed'])
  await changePrice('5.00')
  turnClock(29 * DAY)
  await enqueue(shop.shop.db, forgetDeliveries, {})
  await shop.runJobs()
  expect(await deliveries()).toHaveLength(2)
  turnClock(DAY + HOUR)
  await enqueue(shop.shop.db, forgetDeliveries, {})
  await shop.runJobs()
  admin = await given.anAdmin(shop)
  expect(await deliveries()).toEqual([])
})
