import type { IncomingHttpHeaders } from 'node:http'
import { randomId, randomToken } from '../ids.ts'

const HEADER = 'x-in-process'
/** Known only to this process, so that no client can forge it. */
const mark = randomToken()

type Asked = { headers: IncomingHttpHeaders }

/**
 * Returns the headers of an in-process request that serves a visitor's request, under that request's id.
 * @param asker 'page' for a part of the response, 'front' for the whole response
 */
export function inProcessHeaders(requestId: string, asker: 'page' | 'front'): Record<string, string> {
  return { [HEADER]: `${mark} ${asker}`, 'x-request-id': requestId }
}

/** Returns whether the shop itself sent the request; the visitor's request is counted and logged instead. */
export function isInProcess(asked: Asked): boolean {
  return isForPage(asked) || asked.headers[HEADER] === `${mark} front`
}

/** Returns whether a page rendered on the server sent the request. */
export function isForPage({ headers }: Asked): boolean {
  return headers[HEADER] === `${mark} page`
}

/** Returns the id of the visitor's request for in-process requests, so that the log links them; otherwise a new one. */
export function requestIdOf(asked: Asked): string {
  return isInProcess(asked) ? String(asked.headers['x-request-id']) : randomId()
}
