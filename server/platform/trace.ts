import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  context,
  DiagLogLevel,
  diag,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { Logger } from 'pino'

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

/** The current request, including in jobs that it enqueued. */
const requests = new AsyncLocalStorage<{ id: string; network: string | null }>()

/** @param network the client's network, as limits count it, or null for a job */
export function forRequest<T>(id: string | null, work: () => T, network: string | null = null): T {
  return id === null ? requests.exit(work) : requests.run({ id, network }, work)
}

/** Returns the ID of the current request, or null outside of a request, such as in scheduled jobs. */
export function currentRequest(): string | null {
  return requests.getStore()?.id ?? null
}

/** Returns the network that the current request came from, or null if it is unknown. */
export function currentNetwork(): string | null {
  return requests.getStore()?.network ?? null
}

/** Maximum wait for an unresponsive collector when the shop stops. */
const FLUSH_TIMEOUT_MS = 2000

/**
 * Exports traces to an OpenTelemetry collector, as JSON over HTTP. Without a collector, the exporter isn't loaded, and
 * every span is a no-op. The exporter itself reads `OTEL_EXPORTER_OTLP_HEADERS`.
 */
export async function openTracing(
  {
    tracesTo,
    serviceName,
    tracedShare,
  }: { tracesTo: string | null; serviceName: string; tracedShare: number },
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  if (tracesTo === null) return { close: async () => undefined }
  const [
    sdk,
    { OTLPTraceExporter },
    { AsyncLocalStorageContextManager },
    { W3CTraceContextPropagator },
    own,
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
  ])
  const logAt = (level: 'warn' | 'error') => (message: string) =>
    log[level]({ telemetry: message }, 'trace export failed')
  const ignore = () => undefined
  const logger = { error: logAt('error'), warn: logAt('warn'), info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  const provider = new sdk.TracerProvider({
    resource: own.defaultResource().merge(own.resourceFromAttributes({ 'service.name': serviceName })),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(tracedShare) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${tracesTo}/v1/traces` }),
        exportTimeoutMillis: FLUSH_TIMEOUT_MS,
      }),
    ],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  return {
    async close() {
      await provider.shutdown().catch((error: unknown) => log.warn({ err: error }, 'trace export failed'))
      trace.disable()
      context.disable()
      propagation.disable()
      diag.disable()
    },
  }
}
