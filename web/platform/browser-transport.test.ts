import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readToken, storeToken } from './auth-token.ts'
import { browserTransport } from './browser-transport.ts'

const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  fetched.mockReset().mockImplementation(async () => new Response('[]'))
  vi.stubGlobal('fetch', fetched)
  return () => vi.unstubAllGlobals()
})
const sent = () => fetched.mock.calls.map(([, request]) => new Headers(request?.headers))

describe('a network call (spec sections 6 and 7)', () => {
  test('always includes cookies', async () => {
    await browserTransport({ method: 'GET', url: '/api/cart' })
    await browserTransport({ method: 'POST', url: '/api/cart', body: { productId: 1, quantity: 1 } })
    expect(fetched.mock.calls.map(([, request]) => request?.credentials)).toEqual(['include', 'include'])
  })

  test('sends the bearer token in the local storage key auth_token, if any', async () => {
    await browserTransport({ method: 'GET', url: '/api/auth/user' })
    localStorage.setItem('auth_token', 'a-token')
    await browserTransport({ method: 'GET', url: '/api/auth/user' })
    expect(sent().map((headers) => headers.get('authorization'))).toEqual([null, 'Bearer a-token'])
  })

  test('requests a list with a no-cache header', async () => {
    await browserTransport({ method: 'GET', url: '/api/products' })
    expect(sent()[0]?.get('cache-control')).toBe('no-cache')
  })

  test('sends a body as JSON', async () => {
    await browserTransport({ method: 'PATCH', url: '/api/cart/7', body: { quantity: 2 } })
    expect(fetched.mock.calls[0]?.[1]?.body).toBe('{"quantity":2}')
    expect(sent()[0]?.get('content-type')).toBe('application/json')
  })

  test('clears an expired token and repeats the call without it', async () => {
    storeToken('ended')
    fetched.mockImplementationOnce(async () => new Response('{"code":"sign_in_ended"}', { status: 401 }))
    expect(await browserTransport({ method: 'GET', url: '/api/cart' })).toMatchObject({ status: 200 })
    expect(sent().map((headers) => headers.get('authorization'))).toEqual(['Bearer ended', null])
    expect(readToken()).toBeNull()
  })
})
