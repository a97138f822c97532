import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { ErrorBody } from '#contract/errors.ts'
import { exchange, openMany, openSocket, parseResponse } from './support/fuzz/sockets.ts'
import { openTestShop, type TestShop } from './support/shop.ts'

/** Sends input that no HTTP client sends. tests/long/sockets.test.ts opens 10,000 sockets and waits for the slow ones. */
const SOCKETS = 300

let shop: TestShop
let port: number
let errors: string[] = []
beforeAll(async () => {
  const onLog = (line: string) => {
    if (JSON.parse(line).level >= 50) errors.push(line)
  }
  shop = await openTestShop({
    webhooks: true,
    environment: { PUBLIC_URL: 'http://shop.example:3000' },
    onLog,
  })
  port = (shop.app.server.address() as AddressInfo).port
})

const HOST = 'Host: shop.example\r\n'
const isServing = async () => {
  const received = await exchange(port, `GET /healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`)
  expect(received).toContain('{"status":"ok"}')
}

describe('invalid HTTP gets the error shape, and the shop closes the connection', () => {
  test.each<[string, number, string]>([
    ['binary data', 400, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    ['an unknown version', 400, `GET / HTTP/9.9\r\n${HOST}\r\n`],
    ['an unknown method', 400, `STEAL / HTTP/1.1\r\n${HOST}\r\n`],
    ['a space in a header’s name', 400, `GET / HTTP/1.1\r\n${HOST}A b: c\r\n\r\n`],
    ['a NUL in a header', 400, `GET / HTTP/1.1\r\n${HOST}A: b\0c\r\n\r\n`],
    [
      'two lengths',
      400,
      `POST /api/cart HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
    ],
    [
      'a length and chunks, as in request smuggling',
      400,
      `POST /api/cart HTTP/1.1\r\n${HOST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n`,
    ],
    [
      'a chunk without a length',
      400,
      `POST /api/cart HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    ],
    ['a negative length', 400, `POST /api/cart HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`],
    ['headers of 20 kB', 431, `GET / HTTP/1.1\r\n${HOST}Cookie: ${'a=b; '.repeat(4000)}\r\n\r\n`],
    ['a URL of 20 kB', 431, `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`],
  ])('%s', async (_what, status, bytes) => {
    const response = parseResponse(await exchange(port, Buffer.from(bytes, 'latin1')))
    expect(response?.status).toBe(status)
    expect(response?.headers).toContain('connection: close')
    expect(response?.headers).toContain('x-content-type-options: nosniff')
    expect(ErrorBody.parse(JSON.parse(response?.body ?? '')).message).not.toBe('')
    await isServing()
  })
})

test('a HEAD request that is too large gets no body', async () => {
  const received = await exchange(port, `HEAD /${'a'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`)
  expect(received).toMatch(/^HTTP\/1.1 431 /)
  expect(received).toMatch(/\r\n\r\n$/)
})

test('a URL of the maximum length gets a valid response', async () => {
  const address = `/api/products?color=${'a'.repeat(8000)}`
  const response = parseResponse(
    await exchange(port, `GET ${address} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`),
  )
  expect(response?.headers.length).toBeLessThan(4000)
  expect(response?.status).toBeLessThan(500)
})

test('a long query with text that looks like secrets does not slow down the log', async () => {
  const { user } = process.cpuUsage()
  for (const piece of ['?token', 'take?', '?email=', ';secret', '?a=token']) {
    const address = `/api/products${piece.repeat(9000 / piece.length)}`
    const response = parseResponse(
      await exchange(port, `GET ${address} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`),
    )
    expect(response?.status).toBeLessThan(500)
  }
  // CPU time of all requests together. With a backtracking pattern, it was eight seconds.
  expect((process.cpuUsage().user - user) / 1000).toBeLessThan(2000)
})

describe('a request body', () => {
  const post = (headers: string, body: string | Buffer) =>
    exchange(
      port,
      Buffer.concat([
        Buffer.from(`POST /api/cart HTTP/1.1\r\n${HOST}Connection: close\r\n${headers}\r\n`),
        Buffer.from(body),
      ]),
    )

  test('that declares a huge size is rejected before it is sent', async () => {
    const received = await post('Content-Type: application/json\r\nContent-Length: 9999999999\r\n', '')
    expect(parseResponse(received)?.status).toBe(413)
  })

  test('that is not UTF-8, or has an out-of-range number, is rejected as invalid input', async () => {
    const bodies = [
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      Buffer.from('{"productId":1e400,"quantity":1}'),
      Buffer.from(`{"productId":${'9'.repeat(5000)},"quantity":1}`),
    ]
    for (const body of bodies) {
      const received = await post(
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`,
        body,
      )
      expect(parseResponse(received)?.status).toBe(400)
    }
  })

  test('that is never completed leaves no data behind', async () => {
    for (let n = 0; n < 20; n++) {
      const socket = await openSocket(port)
      socket.write(
        `POST /api/cart HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 40\r\n\r\n{"productId":1,`,
      )
      socket.destroy()
    }
    await isServing()
  })
})

test(`${SOCKETS} clients that send one byte and wait block no purchase`, async () => {
  const sockets = await openMany(port, SOCKETS)
  for (const socket of sockets) socket.write('G')
  for (let n = 0; n < 5; n++) await isServing()
  for (const socket of sockets) socket.destroy()
  await isServing()
})

test('a client that sends many requests and reads no response blocks no purchase', async () => {
  const socket = await openSocket(port)
  socket.pause()
  socket.write(`GET /api/products HTTP/1.1\r\n${HOST}\r\n`.repeat(200))
  for (let n = 0; n < 5; n++) await isServing()
  socket.destroy()
})

test('every connection times out if either side stops sending', () => {
  const { requestTimeout, headersTimeout, timeout, keepAliveTimeout } = shop.app.server
  for (const limit of [requestTimeout, headersTimeout, timeout, keepAliveTimeout]) {
    expect(limit).toBeGreaterThan(0)
    expect(limit).toBeLessThanOrEqual(300_000)
  }
})

describe('a path that points outside its folder', () => {
  test.each([
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/....//....//package.json',
    '/images/../../../package.json',
    '/images/960/..%2f..%2f..%2fpackage.json',
    '/api/docs/static/..%2f..%2f..%2fpackage.json',
    '/..%5c..%5cpackage.json',
    '/../../../../etc/passwd',
    '//etc/passwd',
    '/%00/etc/passwd',
  ])('%s returns nothing', async (path) => {
    const received = await exchange(port, `GET ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`)
    expect([400, 404]).toContain(parseResponse(received)?.status)
    expect(received).not.toMatch(/"dependencies"|root:/)
  })
})

describe('a path that URL parsers read differently from the router', () => {
  test.each([
    '//',
    '///',
    '/\\',
    '//@',
    '//:80',
    '//x/admin',
    '/\\x/admin',
    '/x/../admin',
    '/x/%2e%2E/cart',
    '/cart//',
    '/product/..',
    '/product/x\\..\\..\\faq',
    '/api/products/x\\..\\..\\categories',
    'http://x',
    'http://x/admin',
  ])('%s returns 404 and logs no error', async (path) => {
    errors = []
    const received = await exchange(port, `GET ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`)
    const response = parseResponse(received)
    expect(response?.status).toBe(404)
    expect(ErrorBody.parse(JSON.parse(response?.body ?? '')).code).toBe('not_found')
    expect(errors).toEqual([])
  })
})

describe('the Host header', () => {
  const sendWithHosts = async (path: string, hosts: string[], method = 'GET') => {
    const lines = hosts.map((host) => `Host: ${host}\r\n`).join('')
    const received = await exchange(port, `${method} ${path} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`)
    const response = parseResponse(received)
    return { status: response?.status, body: response?.body ?? '' }
  }
  const cached = '/api/categories'

  test.each([cached, '/', '/healthz', '/nothing'])('must occur only once at %s', async (path) => {
    expect((await sendWithHosts(cached, ['shop.example'])).status).toBe(200)
    for (const hosts of [
      ['shop.example', 'evil.example'],
      ['shop.example', 'shop.example'],
    ]) {
      const { status, body } = await sendWithHosts(path, hosts)
      expect(status).toBe(400)
      expect(ErrorBody.parse(JSON.parse(body)).code).toBe('invalid_input')
    }
  })

  test.each([cached, '/', '/mcp', '/sandbox', '/metrics'])(
    'must not name another site in demo mode at %s, as after DNS rebinding',
    async (path) => {
      for (const host of [
        'evil.example',
        'evil.example:3000',
        'localhost.evil.example',
        'shop.example.evil',
      ]) {
        const { status, body } = await sendWithHosts(path, [host], path === '/mcp' ? 'POST' : 'GET')
        expect([host, status]).toEqual([host, 403])
        expect(body).toContain("doesn't accept requests for this host name")
      }
    },
  )

  test.each(['localhost:3000', '127.0.0.1', '[::1]:3000', 'plinth.localhost', '192.168.1.5', 'Shop.Example'])(
    'can be %s',
    async (host) => {
      expect((await sendWithHosts(cached, [host])).status).toBe(200)
      expect((await sendWithHosts('/healthz', [host])).status).toBe(200)
    },
  )
})
