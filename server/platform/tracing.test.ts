import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Collector, type Span, startCollector } from '../../tests/support/collector.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import { aPaidOrder } from '../../tests/support/purchase.ts'
import { openTestShop } from '../../tests/support/shop.ts'

/** A trace ID that a client may send. */
const THEIRS = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${THEIRS}-00f067aa0ba902b7-01`

let collector: Collector
let spans: Span[]
const lines: { msg: string; traceId?: string }[] = []
let email: string
beforeAll(async () => {
  collector = await startCollector()
  spans = collector.spans
  await inTracedShop({}, async (shop) => {
    await shop
      .visitor()
      .send({ url: '/product/walnut-monitor-stand?from=a-friend', headers: { traceparent } })
    const customer = await fixtures.aVerifiedCustomer(shop)
    email = String(customer.user.email)
    await aPaidOrder(shop, customer, [await fixtures.aProduct(shop)])
    await shop.runJobs()
    await sql`alter table categories rename to categories_away`.execute(shop.shop.db)
    await shop.visitor().send({ url: '/api/categories' })
    await sql`alter table categories_away rename to categories`.execute(shop.shop.db)
  })
}, 90_000)
afterAll(() => collector.close())

describe('a trace', () => {
  test('of a page contains its requests, and their queries with placeholders', () => {
    const page = one('GET /*')
    const part = spans.find((span) => span.name === 'GET /api/products/:slugOrId' && isBelow(span, page))
    const query = spans.find(
      (span) => span.parentSpanId === part?.spanId && /from "?products/.test(String(textOf(span))),
    )
    expect(page).toMatchObject({ kind: 'server', attributes: { 'http.response.status_code': 200 } })
    expect(query).toMatchObject({ kind: 'client', traceId: page.traceId })
    expect(textOf(query)).toContain('$1')
    expect(textOf(query)).not.toContain('walnut')
  })

  test('of a checkout contains the request to the payment provider, and its ID is in the log', () => {
    const call = one('payment provider open-intent')
    const request = spans.find(({ spanId }) => spanId === call.parentSpanId)
    expect(request).toMatchObject({ name: 'POST /api/create-payment-intent', kind: 'server' })
    expect(lines.find(({ msg }) => msg === 'payment ready')?.traceId).toBe(call.traceId)
  })

  test('of a job contains its email and the ID of the request that enqueued it', () => {
    const job = spans.find(
      (span) => span.name === 'job send-email' && spans.some((mail) => isSent(mail) && isBelow(mail, span)),
    )
    expect(job).toMatchObject({ kind: 'consumer', parentSpanId: '' })
    const id = job?.attributes['plinth.request_id']
    const span = spans.find(
      ({ kind, attributes }) => kind === 'server' && attributes['plinth.request_id'] === id,
    )
    expect(span?.name).toMatch(/^POST \/api\//)
  })

  test('of a failure contains its location, but no message, which could include personal data', () => {
    const failed = spans.filter(({ isError }) => isError).map(({ name }) => name)
    expect(failed.sort()).toEqual(['GET /api/categories', 'select'])
  })

  test('contains no personal data, no query strings, and no keys', () => {
    const exported = JSON.stringify(spans)
    expect(exported).not.toContain(email)
    expect(exported).not.toContain('a-friend')
    expect(exported).not.toMatch(/correct horse|pi_[\w]+_secret|Bearer/)
  })

  test('has the shop’s own ID, even if the client sends one', () => {
    expect(spans.some(({ traceId }) => traceId === THEIRS)).toBe(false)
    expect([...collector.services]).toEqual(['plinth'])
  })
})

test('a trace that a trusted proxy started is continued', async () => {
  await inTracedShop({ TRUST_PROXY: 'true', OTEL_SERVICE_NAME: 'desk' }, (shop) =>
    shop.visitor().send({ url: '/api/categories', headers: { traceparent } }),
  )
  expect(spans.filter(({ traceId }) => traceId === THEIRS).map(({ name }) => name)).toContain(
    'GET /api/categories',
  )
  expect(collector.services).toContain('desk')
})

test('a sampling rate of 0 exports nothing', async () => {
  const before = spans.length
  await inTracedShop({ OTEL_TRACES_SAMPLER_ARG: '0' }, (shop) =>
    shop.visitor().send({ url: '/api/categories' }),
  )
  expect(spans.length).toBe(before)
})

test('an unavailable trace collector affects no request, and is logged', async () => {
  const before = lines.length
  await inTracedShop({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, async (shop) => {
    expect((await shop.visitor().send({ url: '/api/categories' })).status).toBe(200)
  })
  expect(lines.slice(before).map(({ msg }) => msg)).toContain('trace export failed')
})

type Shop = Awaited<ReturnType<typeof openTestShop>>

/** Runs `work` in a traced shop. All spans are exported once the shop is closed. */
async function inTracedShop(environment: Record<string, string>, work: (shop: Shop) => Promise<unknown>) {
  const shop = await openTestShop({
    webhooks: true,
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...environment },
    onLog: (line) => lines.push(JSON.parse(line)),
  })
  try {
    await work(shop)
  } finally {
    await shop.close()
  }
}

function one(name: string): Span {
  const span = spans.find((span) => span.name === name)
  if (!span)
    throw new Error(`No span ${name} among ${[...new Set(spans.map(({ name }) => name))].join(', ')}`)
  return span
}

function isBelow(span: Span, above: Span): boolean {
  if (span.traceId !== above.traceId) return false
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return span.parentSpanId === above.spanId || (parent !== undefined && isBelow(parent, above))
}

const textOf = (span: Span | undefined) => span?.attributes['db.query.text']

const isSent = ({ name }: Span) => name === 'send mail'
