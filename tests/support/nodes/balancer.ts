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

  const server = createServer((asked, answer) => {
    const from = turn++
    const order = nodes.map((_, index) => nodes[(from + index) % nodes.length] ?? '')
    // Where none says so, all are tried: one may have become ready this very moment.
    const first = order.filter((node) => ready.has(node))
    forward(asked, answer, first.length > 0 ? first : order)
  })

  function forward(asked: IncomingMessage, answer: ServerResponse, [node, ...others]: string[]) {
    if (node === undefined) return sayUnavailable(answer)
    const { method, headers, url = '/' } = asked
    const passed = request(`${node}${url}`, { method, headers, agent }, (given) => {
      answer.writeHead(given.statusCode ?? 502, withoutHop(given.headers))
      given.pipe(answer)
      given.on('error', () => answer.destroy())
    })
    passed.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && !answer.headersSent) {
        ready.delete(node)
        return forward(asked, answer, others)
      }
      broken.push(node)
      if (answer.headersSent) answer.destroy()
      else sayUnavailable(answer)
    })
    passed.on('socket', (socket) => {
      // Only a connection that stands is given anything: what is read of a request cannot be read again.
      if (socket.connecting) socket.once('connect', () => asked.pipe(passed))
      else asked.pipe(passed)
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
    const asked = request(url, { agent, timeout: 2000 }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    asked.on('timeout', () => asked.destroy(new Error('timeout')))
    asked.on('error', reject)
    asked.end()
  })
}

function sayUnavailable(answer: ServerResponse) {
  answer.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' })
  answer.end('{"code":"unavailable","message":"No node is ready."}')
}

/** Hop-by-hop headers. */
function withoutHop({
  connection: _connection,
  'keep-alive': _keepAlive,
  ...headers
}: IncomingMessage['headers']) {
  return headers
}
