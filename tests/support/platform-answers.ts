import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { TestShop } from './shop.ts'

/**
 * Changes the responses of the sandbox's platform before they reach the shop, until the test ends, for what the sandbox never
 * returns.
 * @param rewrite gets the text of a response and the query
 * @returns ends it earlier
 */
export async function rewriteAnswers(
  { shop, sandboxUrl }: TestShop,
  rewrite: (text: string, query: string) => string,
) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    const token = String(request.headers['x-shopify-access-token'] ?? '')
    const headers = { 'content-type': 'application/json', 'x-shopify-access-token': token }
    const method = request.method ?? 'GET'
    const answer = await fetch(`${sandboxUrl}${request.url}`, { method, headers, ...(body ? { body } : {}) })
    const text = rewrite(await answer.text(), body)
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { shopify } = shop.config
  const { access, sandboxUrl: before } = shopify
  const storeUrl = access?.storeUrl
  shopify.sandboxUrl = url
  if (access) access.storeUrl = url
  const restore = () => {
    shopify.sandboxUrl = before
    if (access && storeUrl !== undefined) access.storeUrl = storeUrl
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(restore)
  return restore
}
