import { createServer } from 'node:http'

/** The upper limit: a bare `node:http` server that only sends the same bytes and headers. */
export type Bytes = { url: string; headers: string[]; body: string }

const responses = new Map<string, { headers: string[]; body: Buffer }>()
const server = createServer((request, response) => {
  const result = responses.get(request.url ?? '')
  if (!result) return response.writeHead(404).end()
  response.writeHead(200, result.headers)
  return response.end(result.body)
})
process.on('message', (all: Bytes[]) => {
  for (const { url, headers, body } of all) responses.set(url, { headers, body: Buffer.from(body, 'base64') })
  process.send?.({ taken: responses.size })
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  process.send?.({ ready: `http://127.0.0.1:${port}` })
})
