import { request } from 'node:http'
import { text } from 'node:stream/consumers'

/** Asks over HTTP from outside any browser: where a test plays one, its `fetch` belongs to the page. */
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
