import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import type { Logger } from 'pino'
import type { Changes } from '../db/listen.ts'
import { randomId } from '../ids.ts'
import { withoutRedaction } from '../log.ts'
import {
  type CachedResponse,
  type CacheKey,
  createCacheStore,
  encodedForm,
  encodingOf,
  type Form,
} from './cache-store.ts'
import { WHOLE_SHOP } from './cache-tags.ts'
import { watchChanges } from './change-watch.ts'
import type { ClientInfo } from './client-info.ts'
import { type Encoding, encodingFor } from './encodings.ts'
import type { FairTurns } from './fair-turns.ts'
import { fetchFromRouter, isForAll } from './fetch-from-router.ts'
import type { HostCheck } from './guards.ts'
import type { IpRateLimiter } from './ip-rate-limiter.ts'
import { siteKey } from './limits.ts'
import type { Metrics } from './metrics.ts'
import { hasJustWritten } from './read-your-writes.ts'
import { REQUEST_COMPLETED } from './request-log.ts'

export type ResponseCache = {
  /** Serves responses from the cache, and passes other requests to the router (Fastify's serverFactory). */
  serverFactory(router: Router, options: FastifyServerOptions): Server
  /** Fills the cache from this app. Without an app, nothing is cached. */
  setApp(app: FastifyInstance): void
}

type Router = (request: IncomingMessage, response: ServerResponse) => void
/** A request on its way through the cache. */
type Visit = {
  request: IncomingMessage
  response: ServerResponse
  id: string
  client: ClientInfo
  began: number
}

const CACHE_BYTES_MAX = 32 * 1024 * 1024
/**
 * Caches whole responses of the shop in memory, as bytes, until their content changes (docs/decisions/0020).
 * @param keyOf returns the cache key of a URL, or null if the router must handle it
 */
export function createResponseCache({
  changes,
  keyOf,
  limiter,
  fairTurns,
  checkHost,
  metrics,
  log,
  clientOf,
}: {
  changes: Changes
  keyOf(url: string): CacheKey | null
  limiter: IpRateLimiter
  fairTurns: FairTurns
  checkHost: HostCheck
  metrics: Metrics
  log: Logger
  clientOf(request: IncomingMessage): ClientInfo
}): ResponseCache {
  const entries = createCacheStore(CACHE_BYTES_MAX)
  const requestLog = withoutRedaction(log)
  /** Those that others may join. */
  const inFlight = new Map<string, Promise<CachedResponse>>()
  const startWatch = watchChanges(changes)
  let app: FastifyInstance | null = null
  metrics.watchCache(() => entries.bytes())
  changes.onChange(forget)

  return {
    serverFactory(router, options) {
      const { requestTimeout, keepAliveTimeout, connectionTimeout } = options
      const server = createServer({ requestTimeout, keepAliveTimeout }, (request, response) =>
        handle(request, response, router),
      )
      return server.setTimeout(connectionTimeout)
    },
    setApp(to) {
      app = to
      to.addHook('preClose', async () => {
        app = null
      })
    },
  }

  function handle(request: IncomingMessage, response: ServerResponse, router: Router) {
    const { method, url = '', headers } = request
    if (method !== 'GET' || !app || !changes.isSure() || hasJustWritten(headers) || checkHost(request))
      return router(request, response)
    if (!entries.find(url) && !keyOf(url)) return router(request, response)
    const visit = visitOf(request, response)
    if (limiter.isExempt(visit.client.ip, headers)) respond(app, visit, router)
    else void respondCounted(app, visit, router)
  }

  /** The router rejects clients over the limit, as it does for other requests. */
  async function respondCounted(app: FastifyInstance, visit: Visit, router: Router) {
    if ((await limiter.count(visit.client.ip)) === null) respond(app, visit, router)
    else router(visit.request, visit.response)
  }

  function respond(app: FastifyInstance, visit: Visit, router: Router) {
    const { url = '' } = visit.request
    const cached = entries.find(url)
    if (cached) return sendEntry(cached, visit, 'hit')
    const key = keyOf(url)
    if (!key) return router(visit.request, visit.response)
    const entry = entries.findByKey(key.key, url)
    if (entry) sendEntry(entry, visit, 'hit')
    else void respondFresh(app, key, visit, router)
  }

  async function respondFresh(app: FastifyInstance, key: CacheKey, visit: Visit, router: Router) {
    let outcome: 'miss' | 'shared' = 'shared'
    const fetchInTurn = () =>
      fairTurns(callerOf(visit), async () => {
        const known = findShared(key, visit)
        if (known) return known
        outcome = 'miss'
        return fetchShared(app, key, visit)
      })
    // Joins only responses whose turn has come, so no one waits in the queue of another network.
    const cached = await (inFlight.get(key.key) ?? fetchInTurn()).catch(() => null)
    // An error for a request without credentials is the same for all, so it can be shared, but it isn't cached.
    const isOthers = outcome === 'shared' && cached !== null && cached.status < 400 && !isForAll(cached)
    if (cached === null || isOthers) router(visit.request, visit.response)
    else sendEntry(cached, visit, outcome)
  }

  /** Returns the response that another request fetched, or is fetching, while this one waited for its turn. */
  function findShared({ key }: CacheKey, { request: { url = '' } }: Visit) {
    return inFlight.get(key) ?? (changes.isSure() ? entries.findByKey(key, url) : null)
  }

  function callerOf({ id, client, request }: Visit) {
    return { id, network: limiter.isExempt(client.ip, request.headers) ? null : siteKey(client.ip) }
  }

  /** Drops what a change may have changed. Requests in flight still get their response, but no others join them. */
  function forget(tags: ReadonlySet<string> | null) {
    if (tags === null || tags.has(WHOLE_SHOP)) entries.clear()
    else entries.dropTagged(tags)
    inFlight.clear()
  }

  function fetchShared(app: FastifyInstance, cacheKey: CacheKey, visit: Visit): Promise<CachedResponse> {
    const { key } = cacheKey
    const watch = startWatch()
    const cached = fetchFromRouter(app, cacheKey, visit)
      .then((one) => {
        if (one.status === 200 && isForAll(one) && watch.isStill(one.tags))
          entries.add(key, visit.request.url ?? '', one)
        return one
      })
      .finally(() => {
        watch.end()
        if (inFlight.get(key) === cached) inFlight.delete(key)
      })
    inFlight.set(key, cached)
    return cached
  }

  function sendEntry(cached: CachedResponse, visit: Visit, outcome: 'hit' | 'miss' | 'shared') {
    metrics.countCacheResponse(outcome)
    const encoding = encodingOf(cached, encodingFor(visit.request.headers['accept-encoding']))
    const form = cached.forms.get(encoding)
    if (form) write(cached, form, visit)
    else void sendEncoded(cached, encoding, visit)
  }

  async function sendEncoded(cached: CachedResponse, encoding: Encoding, visit: Visit) {
    try {
      write(cached, await encodedForm(cached, encoding), visit)
    } catch (error) {
      log.error({ reqId: visit.id, err: error }, 'response compression failed')
      visit.response.destroy()
    }
  }

  function write(
    cached: CachedResponse,
    { headers, body }: Form,
    { request, response, id, client, began }: Visit,
  ) {
    const isSame = cached.etag !== null && matchesEtag(request.headers['if-none-match'], cached.etag)
    const status = isSame ? 304 : cached.status
    response.writeHead(
      status,
      isSame ? [...cached.headers, 'x-request-id', id] : [...headers, 'x-request-id', id],
    )
    response.end(isSame ? undefined : body)
    const responseTime = performance.now() - began
    metrics.answered('GET', cached.route, status, responseTime)
    const req = { method: request.method, url: request.url, ...client }
    requestLog.info({ reqId: id, req, res: { statusCode: status }, responseTime }, REQUEST_COMPLETED)
  }

  function visitOf(request: IncomingMessage, response: ServerResponse): Visit {
    return { request, response, id: randomId(), client: clientOf(request), began: performance.now() }
  }
}

/** Returns whether the browser's copy is current. Tags are compared weakly (RFC 9110). */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => bare(tag) === bare(etag))
}
