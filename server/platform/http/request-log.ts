import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { isInProcess } from './in-process.ts'

/** Logs one line per external request, when the response is sent. response-cache.ts logs the same line. */
export class RequestLog extends LogController {
  override incomingRequest() {
    // The line that is logged on completion contains the request.
  }

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply) {
    const facts = { req: request, res: reply, responseTime: reply.elapsedTime }
    if (error) reply.log.error({ ...facts, err: error }, 'request errored')
    else if (!isInProcess(request)) reply.log.info(facts, REQUEST_COMPLETED)
  }
}

export const REQUEST_COMPLETED = 'request completed'

/**
 * Traces each request that the router handles as a span, which is named by route, never by URL. Queries, calls to other
 * services, and in-process requests of pages are its children. Cache hits are counted in /metrics only.
 * @param isBehindProxy accepts the proxy's trace context. A visitor's is always ignored
 */
export function traceRequests(app: FastifyInstance, isBehindProxy: boolean) {
  const spans = new WeakMap<FastifyRequest, Span>()

  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers } = request
    const route = request.routeOptions.url ?? 'unknown'
    const parent =
      isBehindProxy && !isInProcess(request)
        ? propagation.extract(context.active(), headers)
        : context.active()
    const attributes = { 'http.request.method': method, 'http.route': route, 'plinth.request_id': request.id }
    const span = trace
      .getTracer('plinth')
      .startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
    spans.set(request, span)
    context.with(trace.setSpan(parent, span), done)
  })
  // Reading the body switches the async context.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) context.with(trace.setSpan(context.active(), span), done)
    else done()
  })
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
  // A client that disconnects before the response also ends the request.
  app.addHook('onRequestAbort', async (request) => spans.get(request)?.end())
}
