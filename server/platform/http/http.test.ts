import { beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'

let demo: TestShop
beforeAll(async () => {
  demo = await openTestShop()
})

const policyOf = async (shop: TestShop) =>
  (await shop.visitor().send({ url: '/' })).headers['content-security-policy'] ?? ''

describe('the security headers', () => {
  test('allow the sandbox and no other origin in demo mode', async () => {
    const policy = await policyOf(demo)
    expect(policy).toContain(`script-src 'self' ${demo.sandboxUrl};`)
    expect(policy).toContain(`frame-src 'self' ${demo.sandboxUrl};`)
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).not.toContain('stripe')
    expect(policy).not.toContain('upgrade-insecure-requests')
  })

  test('allow Stripe with real keys and require https, and /metrics is local only', async () => {
    const real = await openTestShop({
      environment: {
        STRIPE_SECRET_KEY: 'sk_test_x',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
        STRIPE_WEBHOOK_SECRET: 'whsec_x',
        SMTP_URL: 'smtp://127.0.0.1:1',
        PUBLIC_URL: 'https://shop.example',
        SECRET_KEY: 'k'.repeat(32),
      },
    })
    const policy = await policyOf(real)
    expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;")
    expect(policy).toContain('https://hooks.stripe.com')
    expect(policy).toContain("connect-src 'self' https://api.stripe.com;")
    expect(policy).toContain('upgrade-insecure-requests')
    const visitor = real.visitor()
    const response = await visitor.send({ url: '/' })
    expect(response.headers['strict-transport-security']).toContain('max-age=31536000')
    expect(response.headers['permissions-policy']).toContain('payment=(self "https://js.stripe.com"')

    const metrics = async (headers = {}) => (await visitor.send({ url: '/metrics', headers })).status
    expect(await metrics()).toBe(403)
    visitor.address = '127.0.0.1'
    const own = ['localhost', 'LOCALHOST:3000', '127.0.0.1:3000', '[::1]:3000']
    for (const host of own) expect(await metrics({ host })).toBe(200)
    // A proxy on this machine that forwards the requested host name or adds proxy headers.
    const others = ['shop.example', 'localhost.shop.example', '127.0.0.1.shop.example', '203.0.113.9']
    for (const host of others) expect(await metrics({ host })).toBe(403)
    for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'])
      expect(await metrics({ host: 'localhost', [name]: '203.0.113.9' })).toBe(403)
    expect((await visitor.send({ url: '/sandbox' })).status).toBe(404)
  })

  test('let a sign-in popup report to its opener', async () => {
    const response = await demo.visitor().send({ url: '/' })
    expect(response.headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    expect(response.headers['strict-transport-security']).toBeUndefined()
  })

  test('disable unused browser features, and allow payment requests for the provider', async () => {
    const { headers } = await demo.visitor().send({ url: '/' })
    expect(headers['permissions-policy']).toContain('camera=(), ')
    expect(headers['permissions-policy']).toContain(`payment=(self "${demo.sandboxUrl}")`)
  })
})

describe('responses', () => {
  test.each(['text/plain', 'text/plain; charset=utf-8', 'application/xml'])(
    'reject a body of type %s with 415',
    async (type) => {
      const response = await demo.visitor().send({
        method: 'POST',
        url: '/api/newsletter',
        body: '{"email":"plain@example.com"}',
        headers: { 'content-type': type },
      })
      expect(response.status).toBe(415)
      expect(response.json()).toMatchObject({ code: 'unsupported_media_type' })
    },
  )

  test('are compressed if the browser supports it', async () => {
    const response = await demo
      .visitor()
      .send({ url: '/api/products', headers: { 'accept-encoding': 'br, gzip' } })
    expect(response.headers['content-encoding']).toBe('br')
  })

  test('have an ETag, and are not sent again while it matches', async () => {
    const first = await demo.visitor().send({ url: '/api/categories' })
    const again = await demo.visitor().send({
      url: '/api/categories',
      headers: { 'if-none-match': first.headers.etag ?? '' },
    })
    expect(again.status).toBe(304)
    expect(again.text).toBe('')
  })

  test('reveal no internals after an error', async () => {
    demo.app.log.level = 'silent'
    const response = await demo.visitor().send({ url: `/api/products/${'%00'}` })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.text).not.toMatch(/at .*\.ts|select |stack|node_modules/i)
  })
})

describe('the health endpoints', () => {
  test('are /healthz for the process and /readyz for the database', async () => {
    expect((await demo.visitor().send({ url: '/healthz' })).json()).toEqual({ status: 'ok' })
    expect((await demo.visitor().send({ url: '/readyz' })).json()).toEqual({ status: 'ready' })
  })

  test('require a token at /metrics if one is set', async () => {
    const locked = await openTestShop({ environment: { METRICS_TOKEN: 'a token for the watchman' } })
    const ask = (headers: Record<string, string>) => locked.visitor().send({ url: '/metrics', headers })
    expect((await ask({})).status).toBe(401)
    expect((await ask({ authorization: 'Bearer a token of another' })).status).toBe(401)
    expect((await ask({ authorization: 'Bearer a token for the watchman' })).status).toBe(200)
  })

  test('include the security headers even for a rejected token', async () => {
    const headers = { authorization: `Bearer ${'x'.repeat(43)}` }
    const response = await demo.visitor().send({ url: '/api/auth/user', headers })
    expect(response.status).toBe(401)
    expect(response.headers['x-content-type-options']).toBe('nosniff')
  })

  test('include the number of requests by route at /metrics', async () => {
    await demo.visitor().send({ url: '/api/products' })
    const { text } = await demo.visitor().send({ url: '/metrics' })
    expect(text).toMatch(
      /plinth_http_request_seconds_count\{method="GET",route="\/api\/products",status="2xx"\} \d+/,
    )
    expect(text).toContain('plinth_jobs_waiting{job="send-email"} 0')
  })
})
