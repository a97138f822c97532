import { beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({
    webhooks: true,
    environment: { TRUST_PROXY: 'true', REQUESTS_PER_MINUTE: '300' },
  })
})

describe('the MCP endpoint', () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${shop.url}/mcp`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-forwarded-for': '10.77.0.2',
        ...headers,
      },
    })
  const rejected = (message: string) => ({ jsonrpc: '2.0', id: null, error: { message } })

  test.each([
    ['several messages in one request', '[{},{}]', {}, 400, 'Send one message at a time.'],
    ['invalid JSON', '{"half":', {}, 400, 'The request could not be read.'],
    ['a message that is too long', `"${'a'.repeat(70_000)}"`, {}, 413, 'The request is too large.'],
    [
      'a page of another site',
      '{}',
      { origin: 'https://evil.example' },
      403,
      "You don't have permission to do this.",
    ],
  ])('rejects %s with a JSON-RPC error', async (_what, body, headers, status, message) => {
    const response = await post(body, headers as Record<string, string>)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject(rejected(message))
  })

  test('offers no event stream', async () => {
    const response = await fetch(`${shop.url}/mcp`, { headers: { accept: 'text/event-stream' } })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
  })

  test('counts requests toward the site’s rate limits', async () => {
    const crowd = { 'x-forwarded-for': '10.77.0.3' }
    const responses = await Promise.all(Array.from({ length: 310 }, () => post('[]', crowd)))
    const last = responses.find(({ status }) => status === 429)
    expect(last?.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await last?.json()).toMatchObject({ error: { data: { code: 'too_many_requests' } } })
  })
})
