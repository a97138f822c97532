import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

export type WireAnswer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export type Wire = {
  send(shot: {
    method: string
    path: string
    headers: Record<string, string>
    body: string | Uint8Array | null
  }): Promise<WireAnswer>
  close(): void
}

/**
 * Maximum time of a request on the slowest machine. Counts only while this process runs, because when a suspended
 * process resumes, its timers fire before it reads a response that has already arrived.
 */
const HANG_SECONDS = 60
/** Maximum CPU time of a request. Shop and client share a process, so the timer below can't fire while the shop is busy. */
const BUSY_SECONDS = 20

/** Sends real HTTP to a listening shop, so that the HTTP parser and the router are tested, too. */
export function openWire(app: FastifyInstance): Wire {
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  return {
    close: () => agent.destroy(),
    send({ method, path, headers, body }) {
      const { promise, resolve, reject } = Promise.withResolvers<WireAnswer>()
      const bytes = body === null ? null : Buffer.from(body as string)
      const length = bytes === null ? {} : { 'content-length': String(bytes.length) }
      const busy = process.cpuUsage()
      const outgoing = request(
        { host: '127.0.0.1', port, agent, method, path, headers: { ...headers, ...length } },
        (response) => {
          const { statusCode: status = 0, headers } = response
          // An event stream stays open, so its headers count as the response.
          if (headers['content-type']?.startsWith('text/event-stream')) {
            resolve({ status, headers, body: Buffer.alloc(0) })
            return void response.destroy()
          }
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => {
            const seconds = process.cpuUsage(busy).user / 1e6
            if (seconds > BUSY_SECONDS) reject(new Error(`${seconds} s of the processor for one request`))
            else resolve({ status, headers, body: Buffer.concat(chunks) })
          })
          response.on('error', reject)
        },
      )
      let seconds = 0
      const watch = setInterval(() => {
        seconds += 1
        if (seconds >= HANG_SECONDS) outgoing.destroy(new Error('the shop hangs'))
      }, 1000)
      outgoing.on('error', reject)
      outgoing.end(bytes ?? undefined)
      return promise.finally(() => clearInterval(watch))
    },
  }
}
