import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

const CHECK_EVERY_MS = 100

export type Balancer = {
  url: string
  /** The node's URL for each request that was accepted but got no response. */
  broken: string[]
  close(): Promise<void>
}

/**
 * A minimal load balancer: sends each request to the next node whose /readyz reports ready. If a node refuses the
 * connection, tries the next one; a request that reached a node is never sent again.
 */
export async function startBalancer(port: number, nodes: string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<string>()
  const broken: string[] = []
  let turn = 0

  const checkReady = async (node: string) => {
    const status = await statusOf(`${node}/readyz`, agent).catch(() => 0)
    if (status === 200) ready.add(node)
    else ready.delete(node)
  }
  const timer = setInterval(() => nodes.forEach((node) => void checkReady(node)), CHECK_EVERY_MS)

  const server = createServer((incoming, response) => {
    const from = turn++
    const order = nodes.map((_, index) => nodes[(from + index) % nodes.length] ?? '')
    // If no node is known to be ready, try all: one may have become ready since the last check.
    const first = order.filter((node) => ready.has(node))
    forward(incoming, response, first.length > 0 ? first : order)
  })

  function forward(incoming: IncomingMessage, response: ServerResponse, [node, ...others]: string[]) {
    if (node === undefined) return sendUnavailable(response)
    const { method, headers, url = '/' } = incoming
    const proxied = request(`${node}${url}`, { method, headers, agent }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, withoutHop(upstream.headers))
      upstream.pipe(response)
      upstream.on('error', () => response.destroy())
    })
    proxied.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && !response.headersSent) {
        ready.delete(node)
        return forward(incoming, response, others)
      }
      broken.push(node)
      if (response.headersSent) response.destroy()
      else sendUnavailable(response)
    })
    proxied.on('socket', (socket) => {
      // Wait for the connection, because the body of a request can be read only once.
      if (socket.connecting) socket.once('connect', () => incoming.pipe(proxied))
      else incoming.pipe(proxied)
    })
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  await Promise.all(nodes.map(checkReady))
  return {
    url: `http://localhost:${port}`,
    broken,
    async close() {
      clearInterval(timer)
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function statusOf(url: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const incoming = request(url, { agent, timeout: 2000 }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    incoming.on('timeout', () => incoming.destroy(new Error('timeout')))
    incoming.on('error', reject)
    incoming.end()
  })
}

function sendUnavailable(response: ServerResponse) {
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' })
  response.end('{"code":"unavailable","message":"No node is ready."}')
}

/** Removes the hop-by-hop headers. */
function withoutHop({
  connection: _connection,
  'keep-alive': _keepAlive,
  ...headers
}: IncomingMessage['headers']) {
  return headers
}
