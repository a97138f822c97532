import { type Attributes, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { currentRequest } from './request-context.ts'

type Step = { kind?: 'call' | 'job'; attributes?: Attributes }
const KINDS = { call: SpanKind.CLIENT, job: SpanKind.CONSUMER }

/** Does `work` as a step of the trace that is open, or as the first step of a new one. Next to nothing while nobody traces. */
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
      // Its name only: what an error says may name a person.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'Error' })
      throw error
    } finally {
      span.end()
    }
  })
}

/** Beside each line of the log: the trace in which it was written. */
export function traceOfLine(): { traceId?: string } {
  const span = trace.getActiveSpan()
  return span === undefined ? {} : { traceId: span.spanContext().traceId }
}
