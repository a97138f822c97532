import type { IncomingMessage } from 'node:http'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { BlockedAddressError, checkPublicAddress, publicLookup, type Resolve } from './public-address.ts'
import { asStep } from './trace.ts'

type SafeRequest = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  signal?: AbortSignal
  /** Maximum bytes of the response. A longer response causes an error. */
  maxBytes?: number
}

/**
 * Sends a request to a URL that a user entered, like `fetch`.
 * @throws BlockedAddressError for a host that isn't on the public internet, even after a redirect or DNS lookup
 * @throws Error if the server is unreachable, times out, or sends too much
 */
export type SafeFetch = (address: string, options?: SafeRequest) => Promise<Response>

const MAX_REDIRECTS = 3
const TIMEOUT_MS = 20_000
const MAX_BYTES = 16 * 1024 * 1024
const REDIRECTS = [301, 302, 303, 307, 308]
const WITHOUT_BODY = [204, 205, 304]

/**
 * @param trusted origins that are always allowed, such as the demo's sandbox
 * @param timeoutMs timeout if no data arrives
 */
export function createSafeFetch(
  trusted: readonly string[] = [],
  resolve?: Resolve,
  timeoutMs = TIMEOUT_MS,
): SafeFetch {
  const lookup = publicLookup(resolve)

  return async function safeFetch(address, options = {}) {
    let url = checkPublicAddress(address, trusted)
    let headers = options.headers ?? {}
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const { host: server } = url
      const incoming = await asStep(
        `call ${server}`,
        { kind: 'call', attributes: { 'server.address': server } },
        () => send(url, { ...options, headers }),
      )
      const target = REDIRECTS.includes(incoming.statusCode ?? 0) ? incoming.headers.location : undefined
      if (target === undefined) return responseOf(incoming, options.maxBytes ?? MAX_BYTES)
      incoming.destroy()
      // The body of a POST is for one server only.
      if (options.method === 'POST') throw new BlockedAddressError(`${url.host} redirected the request.`)
      if (!URL.canParse(target, url))
        throw new BlockedAddressError(`${url.host} redirected the request without a URL.`)
      const next = checkPublicAddress(new URL(target, url).href, trusted)
      // Headers may contain keys, which are for one server only.
      if (next.origin !== url.origin) headers = {}
      url = next
    }
    throw new BlockedAddressError(`${url.host} redirected the request too many times.`)
  }

  function send(url: URL, { method = 'GET', headers, body, signal }: SafeRequest) {
    const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>()
    const isTrusted = trusted.includes(url.origin)
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    const outgoing = request(url, {
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
      // Uses a separate connection, because one from a shared pool may have been checked for another request.
      agent: false,
      ...(isTrusted ? {} : { lookup }),
      ...(signal ? { signal } : {}),
    })
    let incoming: IncomingMessage | null = null
    outgoing.on('response', (response) => {
      incoming = response
      answered(response)
    })
    outgoing.on('error', reject)
    outgoing.setTimeout(timeoutMs)
    outgoing.on('timeout', () => {
      // If unread data waits for a slow reader, the pause isn't the server's fault.
      if (incoming && incoming.readableLength > 0) outgoing.setTimeout(timeoutMs)
      else outgoing.destroy(new Error(`${url.host} didn't respond.`))
    })
    outgoing.end(body)
    return promise
  }
}

function responseOf(incoming: IncomingMessage, maxBytes: number): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, String(value))
  }
  const status = incoming.statusCode ?? 502
  const statusText = incoming.statusMessage ?? ''
  if (WITHOUT_BODY.includes(status)) {
    incoming.resume()
    return new Response(null, { status, statusText, headers })
  }
  return new Response(Readable.toWeb(Readable.from(upTo(maxBytes, incoming))) as ReadableStream, {
    status,
    statusText,
    headers,
  })
}

async function* upTo(maxBytes: number, incoming: IncomingMessage): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error(`The response is longer than ${maxBytes} bytes.`)
    yield chunk
  }
}
