import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '../../config.ts'
import { notAllowed, notSignedIn } from '../../errors.ts'
import { sha256 } from '../ids.ts'
import { isLoopback } from './client-info.ts'
import { isInProcess } from './in-process.ts'

export type Metrics = {
  registry: Registry
  /**
   * Counts and times an external request.
   * @param ms duration until the response was sent
   */
  answered(method: string, route: string, status: number, ms: number): void
  /** Counts a response by cache outcome: cached, created, or created for a concurrent request with the same key. */
  countCacheResponse(outcome: 'hit' | 'miss' | 'shared'): void
  watchCache(bytes: () => number): void
}

export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'plinth_http_request_seconds',
    help: 'Duration of requests by method, route, and status class',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
    registers,
  })
  const front = new Counter({
    name: 'plinth_front_answers_total',
    help: 'Responses of the response cache by outcome: hit, miss, or coalesced',
    labelNames: ['outcome'],
    registers,
  })
  // Cached, because finding a series by its labels takes longer than counting.
  const observers = new Map<string, { observe(seconds: number): void }>()
  const outcomes = {
    hit: front.labels({ outcome: 'hit' }),
    miss: front.labels({ outcome: 'miss' }),
    shared: front.labels({ outcome: 'shared' }),
  }
  return {
    registry,
    answered(method, route, status, ms) {
      const kind = Math.floor(status / 100)
      const name = `${kind} ${method} ${route}`
      const known = observers.get(name)
      const observer = known ?? seconds.labels({ method, route, status: `${kind}xx` })
      if (!known) observers.set(name, observer)
      observer.observe(ms / 1000)
    },
    countCacheResponse: (outcome) => outcomes[outcome].inc(),
    watchCache(bytes) {
      new Gauge({
        name: 'plinth_front_bytes',
        help: 'Size of the response cache',
        registers,
        collect() {
          this.set(bytes())
        },
      })
    },
  }
}

/**
 * Counts and times every request, and serves GET /metrics for Prometheus: to holders of METRICS_TOKEN or, if it isn't
 * set, only to this machine. In demo mode, everyone can read it.
 */
export function serveMetrics(
  app: FastifyInstance,
  { registry, answered }: Metrics,
  { metricsToken: token, demo }: Config,
) {
  app.addHook('onResponse', async (request, reply) => {
    if (isInProcess(request)) return
    answered(request.method, request.routeOptions.url ?? 'unknown', reply.statusCode, reply.elapsedTime)
  })
  app.get('/metrics', async (request, reply) => {
    if (token !== null && !isSame(request.headers.authorization ?? '', `Bearer ${token}`)) throw notSignedIn()
    if (token === null && !demo && !isFromThisMachine(request)) throw notAllowed()
    reply.header('content-type', registry.contentType)
    return registry.metrics()
  })
}

/** A proxy on this machine also has a loopback address. Its headers or the forwarded host reveal it. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const isForwarded = Object.keys(headers).some((name) => FORWARDED.test(name))
  const isOwnHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d*)?$/i.test(headers.host ?? '')
  return isLoopback(socket.remoteAddress ?? '') && isOwnHost && !isForwarded
}

const FORWARDED = /^(x-forwarded-.*|x-real-ip|x-client-ip|forwarded|via|cf-connecting-ip|true-client-ip)$/

/** Compares in constant time, which doesn't reveal how many characters match. */
function isSame(sent: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(sent)), Buffer.from(sha256(expected)))
}

/** A number for /metrics, read on request. With `label`, one number per label value. */
export type GaugeDefinition = {
  name: string
  help: string
  label?: string
  read(): Promise<number | Record<string, number>>
}

/**
 * Adds the modules' metrics to /metrics. A metric that can't be read, for example because the database is unavailable,
 * is left out and counted, because the process metrics are needed most in that case.
 */
export function registerGauges(registry: Registry, figures: GaugeDefinition[]) {
  const unread = new Counter({
    name: 'plinth_figures_unread_total',
    help: 'Metrics that could not be read',
    labelNames: ['figure'],
    registers: [registry],
  })
  for (const { name, help, label, read } of figures) {
    new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      registers: [registry],
      async collect() {
        this.reset()
        const value = await read().catch(() => null)
        if (value === null) {
          if (!label) this.remove()
          unread.inc({ figure: name })
        } else if (typeof value === 'number') this.set(value)
        else for (const [of, count] of Object.entries(value)) this.set({ [label ?? '']: of }, count)
      },
    })
  }
}
