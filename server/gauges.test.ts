import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '../tests/support/fixtures.ts'
import * as buying from '../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../tests/support/shop.ts'

type Line = Record<string, unknown> & { msg: string }

let shop: TestShop
const lines: Line[] = []
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true, onLog: (line) => lines.push(JSON.parse(line) as Line) })
})

/** Returns the values of /metrics, by name with labels. */
const readMetrics = async () => {
  const { text } = await shop.visitor().send({ url: '/metrics' })
  return new Map(text.split('\n').map((line) => line.split(/ (?=[^ ]+$)/) as [string, string]))
}

describe('the metrics of the shop', () => {
  test('count orders by status, reservations, and payments', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 9 })
    await buying.aPaidOrder(shop, shop.visitor(), [lamp])
    await buying.checkOutWith(shop.visitor(), [lamp])
    const seen = await readMetrics()
    expect(seen.get('plinth_orders_last_day{status="processing"}')).toBe('1')
    expect(seen.get('plinth_orders_last_day{status="pending"}')).toBe('1')
    expect(seen.get('plinth_orders_last_day{status="cancelled"}')).toBe('0')
    expect(seen.get('plinth_holds{state="open"}')).toBe('1')
    expect(seen.get('plinth_webhook_events_waiting')).toBe('0')
    const opened = 'plinth_card_provider_seconds_count{call="open-intent",outcome="ok"}'
    expect(Number(seen.get(opened))).toBe(2)
    expect(seen.has('plinth_jobs_waiting{job="send-email"}')).toBe(true)
  })

  test('count pending events, refunds, and discrepancies of the nightly reconciliation', async () => {
    const { db } = shop.shop
    const received_at = new Date(Date.now() - 90_000)
    const event = { id: 'evt_waiting', type: 'payment_intent.succeeded', object: '{}', received_at }
    await db.insertInto('webhook_events').values(event).execute()
    const seen = await readMetrics()
    expect(Number(seen.get('plinth_webhook_lag_seconds'))).toBeGreaterThanOrEqual(90)
    expect(seen.get('plinth_refunds_unsettled')).toBe('0')
    expect(seen.get('plinth_declined_cards_last_hour')).toBe('0')
    expect(seen.get('plinth_integrity_findings{state="open"}')).toBe('0')
    expect(seen.get('plinth_integrity_age_seconds')).toBe('-1')
    await db.deleteFrom('webhook_events').where('id', '=', 'evt_waiting').execute()
  })

  test('count the unsettled refunds of the mode of the keys only, because no one settles those of the other', async () => {
    const { db } = shop.shop
    const { orderId } = await buying.aPaidOrder(shop, shop.visitor(), [await aProduct(shop)])
    const refund = { order_id: orderId, amount_cents: 100, reason: 'A scratch', status: 'pending' }
    const { id } = await db.insertInto('refunds').values(refund).returning('id').executeTakeFirstOrThrow()
    const unsettled = async () => (await readMetrics()).get('plinth_refunds_unsettled')
    expect(await unsettled()).toBe('1')
    await db.updateTable('payments').set({ is_live: true }).where('order_id', '=', orderId).execute()
    expect(await unsettled()).toBe('0')
    await db.deleteFrom('refunds').where('id', '=', id).execute()
  })

  test('are still exported if one of them can’t be read', async () => {
    const away = await openTestShop()
    await away.shop.db.schema.dropTable('reservation_items').execute()
    await away.shop.db.schema.dropTable('reservations').execute()
    await away.visitor().send({ url: '/metrics' })
    const { status, text } = await away.visitor().send({ url: '/metrics' })
    expect(status).toBe(200)
    expect(text).toContain('plinth_figures_unread_total{figure="plinth_holds"} ')
    expect(text).toContain('plinth_orders_last_day{status="pending"} 0')
    expect(text).not.toContain('plinth_holds{')
  })
})

describe('the log', () => {
  test('links a request to the jobs it enqueued, and an order to its request, webhook, and job', async () => {
    const { orderId } = await buying.aPaidOrder(shop, shop.visitor(), [await aProduct(shop)])
    const findLine = (msg: string, facts: object) =>
      lines.find(
        (line) => line.msg === msg && Object.entries(facts).every(([key, value]) => line[key] === value),
      )
    const readyLine = findLine('payment ready', { orderId })
    expect(readyLine?.reqId).toEqual(expect.any(String))
    const webhookLine = findLine('payment webhook received', { orderId, type: 'payment_intent.succeeded' })
    const handled = findLine('job completed', { job: 'process-payment-event', reqId: webhookLine?.reqId })
    expect(handled).toBeDefined()
    // The job that the webhook enqueued has enqueued the email.
    await shop.runJobs()
    expect(findLine('job completed', { job: 'send-email', reqId: webhookLine?.reqId })).toBeDefined()
  })
})

describe('a browser error', () => {
  const reportError = (error: object, from = shop.visitor()) =>
    from.send({ method: 'POST', url: '/api/browser-errors', body: error })
  const logged = () =>
    lines.filter(({ msg }) => msg === 'browser error reported').map((line) => line.browserError)

  test('is logged in a fixed format, without personal data', async () => {
    const response = await reportError({
      message: 'TypeError: no ada@example.com in PL-7K3F-92QX, call +1 (555) 010-7788',
      stack:
        'at https://shop.example/assets/app.js?token=abc:1:2\nat x (aaaaaaaaaabbbbbbbbbbccccccccccdddddd)',
      page: '/order-tracking?email=ada@example.com#x',
      cookie: 'cart=secret',
    })
    expect(response.status).toBe(202)
    expect(logged().at(-1)).toEqual({
      message: 'TypeError: no [address] in [order], call [number]',
      stack: 'at https://shop.example/assets/app.js:1:2\nat x ([token])',
      page: '/order-tracking',
    })
  })

  test('is rejected if it is malformed, too long, or over the limit', async () => {
    expect((await reportError({ page: '/' })).status).toBe(400)
    expect((await reportError({ message: 'x'.repeat(301), page: '/' })).status).toBe(400)
    expect((await reportError({ message: 'x', stack: 'y'.repeat(9000), page: '/' })).status).toBe(413)
    const visitor = shop.visitor()
    const statuses = []
    for (let times = 0; times < 12; times++)
      statuses.push((await reportError({ message: 'x', page: '/' }, visitor)).status)
    expect(statuses).toEqual([...Array(10).fill(202), 429, 429])
  })
})
