import type { IncomingMessage } from 'node:http'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { checkOutsideAddress, publicLookup, RefusedAddress, type Resolve } from './public-address.ts'
import { asStep } from './trace.ts'

type OutsideRequest = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  signal?: AbortSignal
  /** Maximum bytes of the response; a longer one ends in an error. */
  maxBytes?: number
}

/**
 * Sends a request to a user-entered URL, like `fetch`.
 * @throws RefusedAddress for a host that isn't on the public internet, even after a redirect or DNS lookup
 * @throws Error if the server is unreachable, times out, or sends too much
 */
export type OutsideFetch = (address: string, options?: OutsideRequest) => Promise<Response>

const MOST_REDIRECTS = 3
const SILENCE_MS = 20_000
const MAX_BYTES = 16 * 1024 * 1024
const REDIRECTS = [301, 302, 303, 307, 308]
const WITHOUT_BODY = [204, 205, 304]

/**
 * @param trusted origins that are always allowed: the sandbox of a demo
 * @param silenceMs timeout without any data
 */
export function openOutsideFetch(
  trusted: readonly string[] = [],
  resolve?: Resolve,
  silenceMs = SILENCE_MS,
): OutsideFetch {
  const lookup = publicLookup(resolve)

  return async function fetchOutside(address, options = {}) {
    let url = checkOutsideAddress(address, trusted)
    let headers = options.headers ?? {}
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      const { host: server } = url
      const answer = await asStep(
        `call ${server}`,
        { kind: 'call', attributes: { 'server.address': server } },
        () => ask(url, { ...options, headers }),
      )
      const target = REDIRECTS.includes(answer.statusCode ?? 0) ? answer.headers.location : undefined
      if (target === undefined) return responseOf(answer, options.maxBytes ?? MAX_BYTES)
      answer.destroy()
      // The body of a POST is for one server only.
      if (options.method === 'POST') throw new RefusedAddress(`${url.host} redirected the request.`)
      if (!URL.canParse(target, url))
        throw new RefusedAddress(`${url.host} redirected the request without a URL.`)
      const next = checkOutsideAddress(new URL(target, url).href, trusted)
      // Headers may contain keys, which are for one server only, too.
      if (next.origin !== url.origin) headers = {}
      url = next
    }
    throw new RefusedAddress(`${url.host} redirected the request too many times.`)
  }

  function ask(url: URL, { method = 'GET', headers, body, signal }: OutsideRequest) {
    const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>()
    const isTrusted = trusted.includes(url.origin)
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    const asked = request(url, {
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
      // A separate connection: one from a shared pool may have been checked for another request.
      agent: false,
      ...(isTrusted ? {} : { lookup }),
      ...(signal ? { signal } : {}),
    })
    let answer: IncomingMessage | null = null
    asked.on('response', (response) => {
      answer = response
      answered(response)
    })
    asked.on('error', reject)
    asked.setTimeout(silenceMs)
    asked.on('timeout', () => {
      // If unread data waits for a slow reader, the pause is on our side.
      if (answer && answer.readableLength > 0) asked.setTimeout(silenceMs)
      else asked.destroy(new Error(`${url.host} didn't respond.`))
    })
    asked.end(body)
    return promise
  }
}

function responseOf(answer: IncomingMessage, maxBytes: number): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers.set(name, String(value))
  }
  const status = answer.statusCode ?? 502
  const statusText = answer.statusMessage ?? ''
  if (WITHOUT_BODY.includes(status)) {
    answer.resume()
    return new Response(null, { status, statusText, headers })
  }
  return new Response(Readable.toWeb(Readable.from(upTo(maxBytes, answer))) as ReadableStream, {
    status,
    statusText,
    headers,
  })
}

async function* upTo(maxBytes: number, answer: IncomingMessage): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error(`The response is longer than ${maxBytes} bytes.`)
    yield chunk
  }
}
