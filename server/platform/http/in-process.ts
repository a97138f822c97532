import type { IncomingHttpHeaders } from 'node:http'
import { randomId, randomToken } from '../ids.ts'

const HEADER = 'x-in-process'
/** Known only to this process, so no client can forge it. */
const mark = randomToken()

type RequestHeaders = { headers: IncomingHttpHeaders }

/**
 * Returns the headers of an in-process request that serves a visitor's request, under that request's id.
 * @param caller 'page' for a part of the response, 'front' for the whole response
 */
export function inProcessHeaders(requestId: string, caller: 'page' | 'front'): Record<string, string> {
  return { [HEADER]: `${mark} ${caller}`, 'x-request-id': requestId }
}

/** Returns whether the shop itself sent the request. The visitor's request is counted and logged instead. */
export function isInProcess(request: RequestHeaders): boolean {
  return isForPage(request) || request.headers[HEADER] === `${mark} front`
}

/** Returns whether a page rendered on the server sent the request. */
export function isForPage({ headers }: RequestHeaders): boolean {
  return headers[HEADER] === `${mark} page`
}

/** Returns the ID of the visitor's request for in-process requests, so the log links them. Otherwise returns a new ID. */
export function requestIdOf(request: RequestHeaders): string {
  return isInProcess(request) ? String(request.headers['x-request-id']) : randomId()
}
