import type { FastifyInstance } from 'fastify'
import type { CachedResponse, CacheKey } from './cache-store.ts'
import { TAGS_HEADER, tagsIn } from './cache-tags.ts'
import type { ClientInfo } from './client-info.ts'
import { inProcessHeaders } from './in-process.ts'

/** Headers that belong to a single request, or that are recomputed for each encoding. */
const UNCACHED_HEADERS = new Set([
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'x-request-id',
  TAGS_HEADER,
])

/** Fetches a response from the router for a visitor, with the visitor's request ID. The body is not encoded. */
export async function fetchFromRouter(
  app: FastifyInstance,
  { url, route }: CacheKey,
  { id, client }: { id: string; client: ClientInfo },
): Promise<CachedResponse> {
  const response = await app.inject({
    method: 'GET',
    url,
    remoteAddress: client.ip,
    headers: inProcessHeaders(id, 'front'),
  })
  const { etag } = response.headers
  const headers = Object.entries({ ...response.headers, vary: 'accept-encoding' }).flatMap(([name, value]) =>
    value === undefined || UNCACHED_HEADERS.has(name)
      ? []
      : [value].flat().flatMap((one) => [name, String(one)]),
  )
  return {
    status: response.statusCode,
    route,
    headers,
    tags: tagsIn(response.headers),
    etag: typeof etag === 'string' ? etag : null,
    body: response.rawPayload,
    bodyLength: response.rawPayload.length,
    forms: new Map(),
    making: new Map(),
    timesDecoded: 0,
  }
}

/** Returns false for responses that set a cookie or must not be stored, which belong to one client. */
export function isForAll({ headers }: CachedResponse): boolean {
  return !headers.some(
    (text, index) =>
      index % 2 === 0 &&
      (text === 'set-cookie' ||
        (text === 'cache-control' && /no-store|private/.test(headers[index + 1] ?? ''))),
  )
}
