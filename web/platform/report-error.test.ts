import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

test('an error is reported without cookies, at most five times per page; error responses don’t count as page errors', async () => {
  const sent: RequestInit[] = []
  vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
    expect(url).toBe('/api/browser-errors')
    sent.push(options)
    throw new Error('offline')
  })
  const { reportError } = await import('./report-error.ts')
  reportError(new ApiError({ status: 503, statusText: '', headers: {}, text: '' }))
  reportError('no error')
  reportError(null)
  for (let times = 0; times < 8; times++) reportError(new TypeError(`number ${times} ${'x'.repeat(400)}`))
  expect(sent).toHaveLength(5)
  expect(sent[0]).toMatchObject({ credentials: 'omit', keepalive: true })
  const { message, page } = JSON.parse(String(sent[0]?.body)) as { message: string; page: string }
  expect(message).toMatch(/^TypeError: number 0 x+$/)
  expect(message).toHaveLength(300)
  expect(page).toBe('/')
})
