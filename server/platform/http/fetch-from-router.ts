import type { FastifyInstance } from 'fastify'
import type { Answer, KeptAddress } from './cache-store.ts'
import type { Peer } from './client-info.ts'
import { inProcessHeaders } from './in-process.ts'

/** Headers of a single request, or recomputed for each encoding. */
const NOT_KEPT = new Set([
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'x-request-id',
])

/** Fetches a response from the router for a visitor, with the visitor's request id; its body is not encoded. */
export async function askApp(
  app: FastifyInstance,
  { url, route }: KeptAddress,
  { id, peer }: { id: string; peer: Peer },
): Promise<Answer> {
  const answer = await app.inject({
    method: 'GET',
    url,
    remoteAddress: peer.ip,
    headers: inProcessHeaders(id, 'front'),
  })
  const { etag } = answer.headers
  const headers = Object.entries({ ...answer.headers, vary: 'accept-encoding' }).flatMap(([name, value]) =>
    value === undefined || NOT_KEPT.has(name) ? [] : [value].flat().flatMap((one) => [name, String(one)]),
  )
  return {
    status: answer.statusCode,
    route,
    headers,
    etag: typeof etag === 'string' ? etag : null,
    body: answer.rawPayload,
    forms: new Map(),
    making: new Map(),
  }
}

/** Returns false for responses that set a cookie or must not be stored, which are for one client only. */
export function isForAll({ headers }: Answer): boolean {
  return !headers.some(
    (text, index) =>
      index % 2 === 0 &&
      (text === 'set-cookie' ||
        (text === 'cache-control' && /no-store|private/.test(headers[index + 1] ?? ''))),
  )
}
