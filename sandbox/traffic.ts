import { channel } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener } from 'node:http'

/** Channel of sent webhooks, published by webhooks.ts. */
export const webhooksSent = channel('plinth-sandbox-webhook')

/**
 * Appends every request with its response, and every webhook, to a file as JSON lines for the conformance check
 * (tests/long/conformance.test.ts).
 */
export function recordTraffic(file: string): {
  wrap(listener: RequestListener): RequestListener
  stop(): void
} {
  const write = (line: object) => appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 })
  const onWebhook = (message: unknown) => write({ kind: 'webhook', ...(message as object) })
  webhooksSent.subscribe(onWebhook)
  return {
    wrap: (listener) => (request, response) => {
      const sent: Buffer[] = []
      const requested = bodyOf(request)
      const { write: writeOut, end } = response
      const keep = (chunk: unknown) => {
        if (typeof chunk === 'string' || chunk instanceof Uint8Array) sent.push(Buffer.from(chunk))
      }
      response.write = ((...args: Parameters<typeof writeOut>) => {
        keep(args[0])
        return writeOut.apply(response, args)
      }) as typeof writeOut
      response.end = ((...args: Parameters<typeof end>) => {
        keep(args[0])
        return end.apply(response, args)
      }) as typeof end
      response.on('finish', () => {
        const text = Buffer.concat(sent).toString()
        if (!/^[{[]/.test(text)) return
        const { method, url, headers } = request
        const { authorization = '', 'content-type': type = '' } = headers
        write({
          kind: 'exchange',
          method,
          url,
          authorization,
          type,
          request: requested(),
          status: response.statusCode,
          response: text,
        })
      })
      listener(request, response)
    },
    stop: () => webhooksSent.unsubscribe(onWebhook),
  }
}

/** Records the body while the server reads it. A separate listener would start the stream before the server is attached. */
function bodyOf(request: IncomingMessage): () => string {
  const chunks: Buffer[] = []
  const { emit } = request
  request.emit = (event: string, ...args: unknown[]) => {
    if (event === 'data' && args[0] instanceof Uint8Array) chunks.push(Buffer.from(args[0]))
    return emit.call(request, event, ...args)
  }
  return () => Buffer.concat(chunks).toString()
}
