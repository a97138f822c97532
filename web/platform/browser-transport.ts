import type { Transport } from './api.ts'
import { readToken } from './auth-token.ts'

/** Calls over the network: cookies always, the bearer token when one is stored, never from a cache (spec section 7). */
export const browserTransport: Transport = async ({ method, url, body }) => {
  const token = readToken()
  const response = await fetch(url, {
    method,
    credentials: 'include',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method === 'GET' ? { 'cache-control': 'no-cache' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return {
    status: response.status,
    statusText: response.statusText,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  }
}
