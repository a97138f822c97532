import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterFile } from './after-file.ts'

export type Received = {
  headers: Record<string, string>
  body: string
  event: { id: string; topic: string; createdAt: string; data: Record<string, unknown> }
}

/** Another company's server, which receives webhooks and responds as configured. */
export type Receiver = {
  url: string
  received: Received[]
  /** Statuses of the next responses. 'hang' sends no response. */
  responses: (number | 'hang')[]
  close(): Promise<void>
  /** Listens again on the same port. */
  reopen(): Promise<void>
}

export async function aReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const responses: (number | 'hang')[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    const headers = request.headers as Record<string, string>
    received.push({ headers, body, event: JSON.parse(body) as Received['event'] })
    const status = responses.shift() ?? 204
    if (status === 'hang') return
    if (status >= 300 && status < 400) response.setHeader('location', 'https://elsewhere.example/')
    response.writeHead(status).end(status === 204 ? '' : `Answered with ${status}`)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const close = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  const port = await listen(0)
  afterFile(close)
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    responses,
    close,
    async reopen() {
      await listen(port)
    },
  }
}

/** Verifies a signature as docs/webhooks.md describes. */
export function isSigned({ headers, body }: Received, secret: string, nowSeconds: number): boolean {
  const parts = (headers['plinth-signature'] ?? '').split(',').map((part) => part.split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (Math.abs(nowSeconds - Number(time)) > 300) return false
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest()
  return parts.some(([name, value = '']) => {
    const signature = Buffer.from(value, 'hex')
    return name === 'v1' && signature.length === expected.length && timingSafeEqual(signature, expected)
  })
}
