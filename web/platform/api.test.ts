import { describe, expect, test } from 'vitest'
import { type ApiCall, createApi } from './api.ts'

const answering = (status: number, text: string, statusText = '') =>
  createApi(async () => ({ status, statusText, headers: {}, text }))

describe('an API call (spec section 7)', () => {
  test('sends method, path, and a JSON body, or a query if there is none', async () => {
    const calls: ApiCall[] = []
    const api = createApi(async (call) => {
      calls.push(call)
      return { status: 200, statusText: '', headers: {}, text: '[]' }
    })
    await api.call('GET /api/products', { search: 'desk & lamp', sort: 'newest' })
    await api.call('PATCH /api/cart/:itemId', { itemId: 7, quantity: 2 })
    await api.call('DELETE /api/cart')
    expect(calls).toMatchObject([
      { method: 'GET', url: '/api/products?search=desk+%26+lamp&sort=newest' },
      { method: 'PATCH', url: '/api/cart/7', body: { quantity: 2 } },
      { method: 'DELETE', url: '/api/cart' },
    ])
  })
})

describe('an error response (spec section 8)', () => {
  test('throws status, colon and the body text', async () => {
    const text = '{"message":"Product not found","code":"not_found"}'
    await expect(answering(404, text).call('GET /api/cart')).rejects.toMatchObject({
      message: `404: ${text}`,
      status: 404,
      code: 'not_found',
      serverMessage: 'Product not found',
    })
  })

  test('throws status, colon and the status text if the body is empty', async () => {
    await expect(answering(502, '', 'Bad Gateway').call('GET /api/cart')).rejects.toMatchObject({
      message: '502: Bad Gateway',
      serverMessage: null,
    })
  })

  test('throws a 401 to every caller as well', async () => {
    await expect(answering(401, '', 'Unauthorized').call('GET /api/favorites')).rejects.toThrow(
      '401: Unauthorized',
    )
  })
})
