import type { IncomingHttpHeaders } from 'node:http'
import { randomId, randomToken } from '../ids.ts'

const HEADER = 'x-in-process'
/** Of this process alone: from outside nobody can say it. */
const mark = randomToken()

type Asked = { headers: IncomingHttpHeaders }

/**
 * What the shop sends along when it asks itself for what somebody else has asked for, under that request's id.
 * @param asker 'page' when it is a part of that, 'front' when it is just that
 */
export function inProcessHeaders(requestId: string, asker: 'page' | 'front'): Record<string, string> {
  return { [HEADER]: `${mark} ${asker}`, 'x-request-id': requestId }
}

/** Asked by the shop itself, for a request that is counted and logged when it comes. */
export function isInProcess(asked: Asked): boolean {
  return isForPage(asked) || asked.headers[HEADER] === `${mark} front`
}

/** A page asks for its parts. */
export function isForPage({ headers }: Asked): boolean {
  return headers[HEADER] === `${mark} page`
}

/** The id of the visitor's request for what is asked in its name, so that the log shows them together; else a new one. */
export function requestIdOf(asked: Asked): string {
  return isInProcess(asked) ? String(asked.headers['x-request-id']) : randomId()
}
