import { type Api, createApi } from '../../web/platform/api.ts'
import { sendRequest } from './send-request.ts'

let buyers = 0

/**
 * Creates a shopper who uses real HTTP with cookies. Each has a separate IP address, sent in a header that a shop with
 * TRUST_PROXY=true trusts.
 */
export function createBuyer(shopUrl: string): Api {
  const cookies = new Map<string, string>()
  buyers += 1
  const from = `10.${(buyers >> 16) & 255}.${(buyers >> 8) & 255}.${buyers & 255}`
  return createApi(async ({ method, url, body }) => {
    const response = await sendRequest(`${shopUrl}${url}`, {
      method,
      headers: {
        'x-forwarded-for': from,
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const cookie of response.cookies) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    return { status: response.status, statusText: '', headers: {}, text: response.text }
  })
}
