import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export type Span = {
  traceId: string
  spanId: string
  /** Empty for the root span of a trace. */
  parentSpanId: string
  name: string
  kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer'
  isError: boolean
  attributes: Record<string, string | number | undefined>
}

export type Collector = {
  url: string
  /** Spans received so far; a shop sends the rest when it is closed. */
  spans: Span[]
  /** Service names reported by the senders. */
  services: Set<string>
  close(): Promise<void>
}

type Attributes = { key: string; value: { stringValue?: string; intValue?: number } }[]
type Wire = Omit<Span, 'kind' | 'isError' | 'attributes'> & {
  kind: number
  status: { code?: number }
  attributes: Attributes
}
type Sent = {
  resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { spans: Wire[] }[] }[]
}

/** Numeric values of the OTLP protocol. */
const KINDS = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const
const ERROR = 2

/** An OpenTelemetry collector that receives OTLP as JSON over HTTP, and stores it. */
export async function startCollector(): Promise<Collector> {
  const spans: Span[] = []
  const services = new Set<string>()
  const server = createServer((request, response) => {
    void json(request).then((sent) => {
      for (const { resource, scopeSpans } of (sent as Sent).resourceSpans) {
        services.add(String(valuesOf(resource.attributes)['service.name']))
        spans.push(...scopeSpans.flatMap(({ spans }) => spans.map(readable)))
      }
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    services,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function readable({ traceId, spanId, parentSpanId = '', name, kind, status, attributes }: Wire): Span {
  return {
    traceId,
    spanId,
    parentSpanId,
    name,
    kind: KINDS[kind] ?? 'internal',
    isError: status.code === ERROR,
    attributes: valuesOf(attributes),
  }
}

function valuesOf(attributes: Attributes): Record<string, string | number | undefined> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  )
}
