import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { BlockedAddressError, checkPublicAddress, isPublicAddress } from './public-address.ts'
import { createSafeFetch } from './safe-fetch.ts'

const servers: ReturnType<typeof createServer>[] = []
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections()
})

/** Starts a server on this machine, and therefore on a private IP address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('an IP address', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.100.100.200',
    '0.0.0.0',
    '192.0.2.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'localhost',
    '',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '23.227.38.32', '2620:127:f00f::1', '2a00:1450::1'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
})

describe('a URL that an admin enters', () => {
  test.each([
    'http://shop.example/',
    'https://shop.example:8443/',
    'https://admin:pw@shop.example/',
    'ftp://shop.example/',
    'file:///etc/passwd',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data/',
    'shop.example',
    '',
  ])('%s is rejected', (address) => {
    expect(() => checkPublicAddress(address)).toThrow(BlockedAddressError)
  })

  test('is accepted if it is https on the public internet, or the demo’s sandbox', () => {
    expect(checkPublicAddress('https://Shop.Example/admin').hostname).toBe('shop.example')
    expect(checkPublicAddress('http://localhost:3001/x', ['http://localhost:3001']).port).toBe('3001')
    expect(() => checkPublicAddress('http://localhost:3002/x', ['http://localhost:3001'])).toThrow()
  })
})

describe('an external server', () => {
  test('is not contacted if its name resolves to a private IP address', async () => {
    await expect(createSafeFetch()('https://localhost/')).rejects.toThrow(BlockedAddressError)
    const mixed = createSafeFetch([], async () => ['8.8.8.8', '10.0.0.1'])
    await expect(mixed('https://shop.example/')).rejects.toThrow(BlockedAddressError)
    const nothing = createSafeFetch([], async () => [])
    await expect(nothing('https://shop.example/')).rejects.toThrow(BlockedAddressError)
  })

  test('is resolved only once, so the shop connects to the IP address that was checked', async () => {
    const responses = [['127.0.0.1'], ['8.8.8.8']]
    const lookups: string[] = []
    const rebinding = createSafeFetch([], async (name) => {
      lookups.push(name)
      return responses.shift() ?? []
    })
    await expect(rebinding('https://rebind.example/')).rejects.toThrow(BlockedAddressError)
    expect(lookups).toEqual(['rebind.example'])
  })

  test('cannot redirect the shop to a private IP address', async () => {
    let wasReached = false
    const secret = await serve((_request, response) => {
      wasReached = true
      response.end('inside')
    })
    const targets = [
      `${secret}/`,
      'https://127.0.0.1/',
      'https://localhost/',
      'file:///etc/passwd',
      'http://[',
    ]
    for (const location of targets) {
      const origin = await serve((_request, response) => response.writeHead(302, { location }).end())
      await expect(createSafeFetch([origin])(origin), location).rejects.toThrow(BlockedAddressError)
    }
    expect(wasReached).toBe(false)
  })

  test('can redirect to another path, which gets the keys, or to another server, which doesn’t', async () => {
    const seen: (string | undefined)[] = []
    const other = await serve((request, response) => {
      seen.push(request.headers['x-key'] as string | undefined)
      response.end('there')
    })
    const origin = await serve((request, response) => {
      seen.push(request.headers['x-key'] as string | undefined)
      response.writeHead(307, { location: request.url === '/' ? '/next' : `${other}/` }).end()
    })
    const response = await createSafeFetch([origin, other])(origin, { headers: { 'x-key': 'k' } })
    expect(await response.text()).toBe('there')
    expect(seen).toEqual(['k', 'k', undefined])
  })

  test('can’t redirect POST requests or redirect endlessly', async () => {
    const origin = await serve((_request, response) => response.writeHead(308, { location: '/' }).end())
    const ask = createSafeFetch([origin])
    await expect(ask(origin, { method: 'POST', body: '{}' })).rejects.toThrow('redirected the request')
    await expect(ask(origin)).rejects.toThrow('too many times')
  })

  test('is read only up to a size limit', async () => {
    const slowServer = await serve((_request, response) => response.end('x'.repeat(2000)))
    const ask = createSafeFetch([slowServer])
    expect(await (await ask(slowServer, { maxBytes: 2000 })).text()).toHaveLength(2000)
    await expect((await ask(slowServer, { maxBytes: 1999 })).text()).rejects.toThrow()
  })

  test('can respond slowly, but a response that stalls causes a timeout', async () => {
    const pieces = 400
    const slowServer = await serve((request, response) => {
      response.write('x'.repeat(10_000))
      if (request.url === '/silent') return
      for (let piece = 1; piece < pieces; piece++) response.write('x'.repeat(10_000))
      response.end()
    })
    const ask = createSafeFetch([slowServer], undefined, 500)
    const { body } = await ask(`${slowServer}/`)
    let bytes = 0
    for await (const chunk of body ?? []) {
      // Lets unread data wait longer than the timeout.
      if (bytes === 0) await setTimeout(1000)
      bytes += chunk.length
    }
    expect(bytes).toBe(pieces * 10_000)
    await expect((await ask(`${slowServer}/silent`)).text()).rejects.toThrow()
  })

  test('can return a status, headers, and JSON', async () => {
    const server = await serve((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () =>
        response.writeHead(401, { 'content-type': 'application/json', 'x-version': '2026-07' }).end(body),
      )
    })
    const response = await createSafeFetch([server])(server, { method: 'POST', body: '{"a":1}' })
    expect(response.status).toBe(401)
    expect(response.headers.get('x-version')).toBe('2026-07')
    expect(await response.json()).toEqual({ a: 1 })
  })
})
