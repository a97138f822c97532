import type { FastifyInstance } from 'fastify'
import { type Api, createApi, isFile, type Transport } from '../../web/platform/api.ts'

/** A visitor who keeps cookies as a browser does, and a token once signed in. */
export type Visitor = Api & {
  transport: Transport
  /** Sends any request and returns the raw response, for cases that `call` doesn't cover. */
  send(request: {
    method?: string
    url: string
    body?: unknown
    headers?: Record<string, string>
  }): Promise<RawAnswer>
  token: string | null
  cookies: Map<string, string>
  /** Source IP address of the requests. Each visitor has a separate one, because limits count by it. */
  address: string
}
type RawAnswer = {
  status: number
  headers: Record<string, string | undefined>
  text: string
  json(): unknown
}

let visitors = 0

/** @param onSend gets the body of each request before it is sent, unless it is a file */
export function createVisitor(app: FastifyInstance, onSend?: (body: unknown) => void): Visitor {
  const cookies = new Map<string, string>()
  const visitor: Visitor = {
    ...createApi((call) => visitor.transport(call)),
    transport,
    send,
    token: null,
    cookies,
    address: nextAddress(),
  }
  return visitor

  async function send({ method = 'GET', url, body, headers = {} }: Parameters<Visitor['send']>[0]) {
    if (!isFile(body)) onSend?.(body)
    const response = await app.inject({
      method: method as 'GET',
      url,
      remoteAddress: visitor.address,
      cookies: Object.fromEntries(cookies),
      headers: {
        ...(visitor.token ? { authorization: `Bearer ${visitor.token}` } : {}),
        ...(isFile(body) ? { 'content-type': 'application/octet-stream' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: (isFile(body) ? Buffer.from(body) : body) as object }),
    })
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0 || value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return {
      status: response.statusCode,
      headers: response.headers as Record<string, string | undefined>,
      text: response.body,
      json: () => response.json(),
    }
  }

  async function transport({ method, url, body }: Parameters<Transport>[0]) {
    const { status, headers, text } = await send({ method, url, body })
    return { status, statusText: '', headers: headers as Record<string, string>, text }
  }
}

function nextAddress(): string {
  visitors += 1
  return `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`
}
