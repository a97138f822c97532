import type { FastifyRequest } from 'fastify'
import { inProcessHeaders } from '../platform/http/in-process.ts'
import { type PartAnswer, partsOf } from '../platform/http/page-parts.ts'
import type { PageCall } from './built-web.ts'

/**
 * Returns how a page calls the shop's endpoints, as an anonymous visitor.
 * @param cookies the cookies that the page is drawn from, as a header
 */
export function transportOf(request: FastifyRequest, cookies: string) {
  const callPart = partsOf(request, cookies)
  const callRouter = async ({ method, url, body }: PageCall): Promise<PartAnswer> => {
    const response = await request.server.inject({
      method: method as 'GET',
      url,
      // Rate limits apply to the visitor's IP address.
      remoteAddress: request.ip,
      headers: { ...inProcessHeaders(request.id, 'page'), ...(cookies ? { cookie: cookies } : {}) },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    return {
      status: response.statusCode,
      statusText: response.statusMessage,
      headers: headersOf(response.headers),
      text: response.body,
    }
  }
  return async (call: PageCall): Promise<PartAnswer> => (await callPart(call)) ?? (await callRouter(call))
}

function headersOf(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
