import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api'
import type { Logger } from 'pino'

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
