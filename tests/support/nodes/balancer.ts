import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

const LOOK_EVERY_MS = 100

export type Balancer = {
  url: string
  /** Requests that a node took and did not answer, by the address of the node. */
  broken: string[]
  close(): Promise<void>
}

/**
 * As small as a balancer can be: sends each request to the next node that says by /readyz that it is ready. What no node
 * has taken goes to the next one; what a node took is never sent twice.
 */
export async function startBalancer(port: number, nodes: string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<string>()
  const broken: string[] = []
  let turn = 0

  const look = async (node: string) => {
    const isReady = await statusOf(`${node}/readyz`, agent).catch(() => 0)
    if (isReady === 200) ready.add(node)
    else ready.delete(node)
  }
  const timer = setInterval(() => nodes.forEach((node) => void look(node)), LOOK_EVERY_MS)

  const server = createServer((incoming, response) => {
    const from = turn++
    const order = nodes.map((_, index) => nodes[(from + index) % nodes.length] ?? '')
    // Where none says so, all are tried: one may have become ready this very moment.
    const first = order.filter((node) => ready.has(node))
    forward(incoming, response, first.length > 0 ? first : order)
  })

  function forward(incoming: IncomingMessage, response: ServerResponse, [node, ...others]: string[]) {
    if (node === undefined) return sendUnavailable(response)
    const { method, headers, url = '/' } = incoming
    const passed = request(`${node}${url}`, { method, headers, agent }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, withoutHop(upstream.headers))
      upstream.pipe(response)
      upstream.on('error', () => response.destroy())
    })
    passed.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && !response.headersSent) {
        ready.delete(node)
        return forward(incoming, response, others)
      }
      broken.push(node)
      if (response.headersSent) response.destroy()
      else sendUnavailable(response)
    })
    passed.on('socket', (socket) => {
      // Only a connection that stands is given anything: what is read of a request cannot be read again.
      if (socket.connecting) socket.once('connect', () => incoming.pipe(passed))
      else incoming.pipe(passed)
    })
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  await Promise.all(nodes.map(look))
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

/** Hop-by-hop headers. */
function withoutHop({
  connection: _connection,
  'keep-alive': _keepAlive,
  ...headers
}: IncomingMessage['headers']) {
  return headers
}
