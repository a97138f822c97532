import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = { registry: Registry }

/** Counts and times every request, and answers GET /metrics for Prometheus. */
export function serveMetrics(
  app: FastifyInstance,
  jobsWaiting: () => Promise<Record<string, number>>,
): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'plinth_http_request_seconds',
    help: 'Time to answer a request, by method, route and status class',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
    registers: [registry],
  })
  new Gauge({
    name: 'plinth_jobs_waiting',
    help: 'Jobs that wait to be done, by name',
    labelNames: ['job'],
    registers: [registry],
    async collect() {
      for (const [job, count] of Object.entries(await jobsWaiting())) this.set({ job }, count)
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    seconds.observe(
      { method: request.method, route, status: `${Math.floor(reply.statusCode / 100)}xx` },
      reply.elapsedTime / 1000,
    )
  })
  app.get('/metrics', async (_request, reply) => {
    reply.header('content-type', registry.contentType)
    return registry.metrics()
  })
  return { registry }
}
