import { request } from 'node:http'
import { text } from 'node:stream/consumers'

/** Sends a request from outside the browser. In web tests, the global `fetch` is the page's. */
export function sendRequest(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; text: string; cookies: string[] }> {
  const { body, ...rest } = options
  return new Promise((resolve, reject) => {
    const outgoing = request(url, rest, (response) => {
      const cookies = response.headers['set-cookie'] ?? []
      text(response).then(
        (content) => resolve({ status: response.statusCode ?? 0, text: content, cookies }),
        reject,
      )
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
