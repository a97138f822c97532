import { AsyncLocalStorage } from 'node:async_hooks'
import { type Attributes, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

type Step = { kind?: 'call' | 'job'; attributes?: Attributes }
const KINDS = { call: SpanKind.CLIENT, job: SpanKind.CONSUMER }

/** Runs `work` as a span of the current trace, or as the root of a new one. Costs next to nothing if tracing is off. */
export function asStep<T>(name: string, { kind, attributes = {} }: Step, work: () => Promise<T>): Promise<T> {
  const reqId = currentRequest()
  const options = {
    attributes: { ...attributes, ...(reqId === null ? {} : { 'plinth.request_id': reqId }) },
    ...(kind === undefined ? {} : { kind: KINDS[kind] }),
  }
  return trace.getTracer('plinth').startActiveSpan(name, options, async (span) => {
    try {
      return await work()
    } catch (error) {
      // Only the error's name, because its message may contain personal data.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'Error' })
      throw error
    } finally {
      span.end()
    }
  })
}

/** Returns the trace ID to add to each log line. */
export function traceOfLine(): { traceId?: string } {
  const span = trace.getActiveSpan()
  return span === undefined ? {} : { traceId: span.spanContext().traceId }
}

/** The ID of the current request, including in jobs that it enqueued. */
const context = new AsyncLocalStorage<string>()

export function forRequest<T>(id: string | null, work: () => T): T {
  return id === null ? context.exit(work) : context.run(id, work)
}

/** Returns the ID of the current request, or null outside of a request, such as in scheduled jobs. */
export function currentRequest(): string | null {
  return context.getStore() ?? null
}
