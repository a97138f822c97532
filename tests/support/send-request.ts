import { request } from 'node:http'
import { text } from 'node:stream/consumers'

/** Asks over HTTP from outside any browser: where a test plays one, its `fetch` belongs to the page. */
export function ask(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; text: string; cookies: string[] }> {
  const { body, ...rest } = options
  return new Promise((resolve, reject) => {
    const asked = request(url, rest, (answer) => {
      const cookies = answer.headers['set-cookie'] ?? []
      text(answer).then((said) => resolve({ status: answer.statusCode ?? 0, text: said, cookies }), reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
