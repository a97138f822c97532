import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { LogEvent } from 'kysely'

/** A query as a step of the trace that it belongs to: its text with places for the values, never the values. */
export function traceQuery({ level, query, queryDurationMillis, ...event }: LogEvent) {
  if (!trace.getActiveSpan()) return
  const { sql } = query
  const [verb = 'query'] = sql.trimStart().split(/\s/, 1)
  const ended = performance.timeOrigin + performance.now()
  const span = trace.getTracer('plinth').startSpan(verb.toLowerCase(), {
    kind: SpanKind.CLIENT,
    startTime: ended - queryDurationMillis,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql },
  })
  if (level === 'error') {
    span.setStatus({ code: SpanStatusCode.ERROR })
    const { code } = (event as { error?: { code?: unknown } }).error ?? {}
    if (typeof code === 'string') span.setAttribute('db.response.status_code', code)
  }
  span.end(ended)
}
