import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import type { Logger } from 'pino'
import type { Changes } from '../db/listen.ts'
import { randomId } from '../ids.ts'
import {
  type Answer,
  encodingOf,
  type Form,
  type KeptAddress,
  makeForm,
  openKeptAnswers,
} from './cache-store.ts'
import type { Peer } from './client-info.ts'
import { type Encoding, encodingFor } from './encodings.ts'
import { askApp, isForAll } from './fetch-from-router.ts'
import type { HostCheck } from './hosts.ts'
import type { Floods } from './ip-rate-limiter.ts'
import type { Metrics } from './metrics.ts'
import { hasJustWritten } from './read-your-writes.ts'
import { REQUEST_COMPLETED } from './request-log.ts'

export type Front = {
  /** Serves responses from the cache, and passes other requests to the router (Fastify's serverFactory). */
  serverFactory(router: Router, options: FastifyServerOptions): Server
  /** Uses this app to fill the cache; without one, nothing is cached. */
  ask(app: FastifyInstance): void
}

type Router = (request: IncomingMessage, response: ServerResponse) => void
/** One request on its way through the cache. */
type Visit = { request: IncomingMessage; response: ServerResponse; id: string; peer: Peer; began: number }

const KEPT_BYTES_MAX = 32 * 1024 * 1024
/**
 * Caches whole responses of the shop in memory, as bytes, until what they show changes (docs/decisions/0020).
 * @param addressOf returns the cache key of a URL, or null if the router must answer
 */
export function openFront({
  changes,
  addressOf,
  floods,
  hostRefusal,
  metrics,
  log,
  peerOf,
}: {
  changes: Changes
  addressOf(url: string): KeptAddress | null
  floods: Floods
  hostRefusal: HostCheck
  metrics: Metrics
  log: Logger
  peerOf(request: IncomingMessage): Peer
}): Front {
  const kept = openKeptAnswers(KEPT_BYTES_MAX)
  const asked = new Map<string, Promise<Answer>>()
  let version = changes.version()
  let app: FastifyInstance | null = null
  metrics.watchFront(() => kept.bytes())

  return {
    serverFactory(router, options) {
      const { requestTimeout, keepAliveTimeout, connectionTimeout } = options
      const server = createServer({ requestTimeout, keepAliveTimeout }, (request, response) =>
        front(request, response, router),
      )
      return server.setTimeout(connectionTimeout)
    },
    ask(to) {
      app = to
      to.addHook('preClose', async () => {
        app = null
      })
    },
  }

  function front(request: IncomingMessage, response: ServerResponse, router: Router) {
    const { method, url = '', headers } = request
    if (method !== 'GET' || !app || !changes.isSure() || hasJustWritten(headers) || hostRefusal(request))
      return router(request, response)
    if (version !== changes.version()) forgetAll()
    if (!kept.find(url) && !addressOf(url)) return router(request, response)
    const visit = visitOf(request, response)
    if (floods.isExempt(visit.peer.ip, headers)) answer(app, visit, router)
    else void answerCounted(app, visit, router)
  }

  /** The router rejects clients over the limit, as it does for other requests. */
  async function answerCounted(app: FastifyInstance, visit: Visit, router: Router) {
    if ((await floods.count(visit.peer.ip)) === null) answer(app, visit, router)
    else router(visit.request, visit.response)
  }

  function answer(app: FastifyInstance, visit: Visit, router: Router) {
    const { url = '' } = visit.request
    const known = kept.find(url)
    if (known) return give(known, visit, 'hit')
    const address = addressOf(url)
    if (!address) return router(visit.request, visit.response)
    const same = kept.findAs(address.key, url)
    if (same) give(same, visit, 'hit')
    else void giveMade(app, address, visit, router)
  }

  async function giveMade(app: FastifyInstance, address: KeptAddress, visit: Visit, router: Router) {
    const outcome = asked.has(address.key) ? 'shared' : 'miss'
    const answer = await (asked.get(address.key) ?? askRouter(app, address, visit)).catch(() => null)
    // An error for a request without credentials is the same for all, though it isn't cached.
    const isOthers = outcome === 'shared' && answer !== null && answer.status < 400 && !isForAll(answer)
    if (answer === null || isOthers) router(visit.request, visit.response)
    else give(answer, visit, outcome)
  }

  /** Clears the cache. Requests in flight still get their response, but no others join them. */
  function forgetAll() {
    version = changes.version()
    kept.clear()
    asked.clear()
  }

  function askRouter(app: FastifyInstance, address: KeptAddress, visit: Visit): Promise<Answer> {
    const seen = version
    const { key } = address
    const answer = askApp(app, address, visit)
      .then((one) => {
        const isCurrent = seen === version && seen === changes.version()
        if (isCurrent && one.status === 200 && isForAll(one)) kept.keep(key, visit.request.url ?? '', one)
        return one
      })
      .finally(() => {
        if (asked.get(key) === answer) asked.delete(key)
      })
    asked.set(key, answer)
    return answer
  }

  function give(answer: Answer, visit: Visit, outcome: 'hit' | 'miss' | 'shared') {
    metrics.frontAnswered(outcome)
    const encoding = encodingOf(answer, encodingFor(visit.request.headers['accept-encoding']))
    const form = answer.forms.get(encoding)
    if (form) write(answer, form, visit)
    else void writeMade(answer, encoding, visit)
  }

  async function writeMade(answer: Answer, encoding: Encoding, visit: Visit) {
    try {
      write(answer, await makeForm(answer, encoding), visit)
    } catch (error) {
      log.error({ reqId: visit.id, err: error }, 'response compression failed')
      visit.response.destroy()
    }
  }

  function write(answer: Answer, { headers, body }: Form, { request, response, id, peer, began }: Visit) {
    const isSame = answer.etag !== null && holds(request.headers['if-none-match'], answer.etag)
    const status = isSame ? 304 : answer.status
    response.writeHead(
      status,
      isSame ? [...answer.headers, 'x-request-id', id] : [...headers, 'x-request-id', id],
    )
    response.end(isSame ? undefined : body)
    const responseTime = performance.now() - began
    metrics.answered('GET', answer.route, status, responseTime)
    const req = { method: request.method, url: request.url, ...peer }
    log.info({ reqId: id, req, res: { statusCode: status }, responseTime }, REQUEST_COMPLETED)
  }

  function visitOf(request: IncomingMessage, response: ServerResponse): Visit {
    return { request, response, id: randomId(), peer: peerOf(request), began: performance.now() }
  }
}

/** Returns whether the browser's copy is current; tags are compared weakly (RFC 9110). */
function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => bare(tag) === bare(etag))
}
