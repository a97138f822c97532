import { z } from 'zod'
import { asStorable, cutLine } from '#contract/text.ts'
import { PlatformError } from './platform.ts'

/** Maximum wait, even if the platform requests a longer one. */
export const LONGEST_WAIT_MS = 60_000

const Throttle = z.object({
  maximumAvailable: z.number(),
  currentlyAvailable: z.number(),
  restoreRate: z.number().positive(),
})
const Cost = z.object({ requestedQueryCost: z.number(), throttleStatus: Throttle })
export type Cost = z.infer<typeof Cost>
const GraphqlResponse = z.object({
  data: z.unknown().optional(),
  /** A list, or a single string if the platform rejects the request. */
  errors: z
    .union([
      z.string(),
      z.array(
        z.object({ message: z.string(), extensions: z.object({ code: z.string().optional() }).optional() }),
      ),
    ])
    .optional(),
  extensions: z.object({ cost: Cost.optional() }).optional(),
})
export type GraphqlResponse = z.infer<typeof GraphqlResponse>
export type GraphqlReply = { status: number; headers: Headers; body: GraphqlResponse | null; text: string }

/** Thrown if a query exceeds the platform's maximum cost. A smaller query may succeed. */
export class QueryTooExpensive extends Error {}

/** JSON can only have these escaped, and only as parts of pairs if the text is well-formed. */
const MAY_BE_UNSTORABLE = /\\u(0000|d[89a-f])/i

/** Parses JSON from the platform, without characters that PostgreSQL can't store. */
export function parseJson(text: string): unknown {
  if (!MAY_BE_UNSTORABLE.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_key, value) => (typeof value === 'string' ? asStorable(value) : value))
}

export function read(text: string): GraphqlResponse | null {
  try {
    return GraphqlResponse.parse(parseJson(text))
  } catch {
    // The caller distinguishes unreadable responses by their status.
    return null
  }
}

export function isThrottled({ status, body }: GraphqlReply): boolean {
  if (status === 429) return true
  return codesOf(body).includes('THROTTLED') || messagesOf(body).includes('Throttled')
}

/** Returns the response body if it is readable. @throws PlatformError, QueryTooExpensive */
export function readable({ status, body, text }: GraphqlReply): GraphqlResponse {
  const detail = messagesOf(body).join('; ') || cutLine(text, 200)
  if (status === 401 || status === 403) {
    const message = 'The platform rejected the shop. Check the store URL, API key, and access token.'
    throw new PlatformError('refused', message, `${status}: ${detail}`)
  }
  if (codesOf(body).includes('MAX_COST_EXCEEDED')) throw new QueryTooExpensive(detail)
  if (codesOf(body).includes('ACCESS_DENIED')) {
    throw new PlatformError('refused', `The platform doesn't allow this: ${detail}`, `403: ${detail}`)
  }
  if (status !== 200 || !body || body.errors !== undefined) {
    const message = "The platform returned a response that the shop can't read."
    const error = new PlatformError('unreadable', message, `${status}: ${detail}`)
    // A response with errors and no data was rejected before it ran, for example because the API version lacks a field.
    if (status === 200 && body?.errors !== undefined && body.data == null) error.mayHaveRun = false
    throw error
  }
  return body
}

/** Returns the time in ms until the query's cost is available again: (requested − available) / rate. */
export function missingMs({
  requestedQueryCost,
  throttleStatus: { currentlyAvailable, restoreRate },
}: Cost): number {
  return Math.max(0, Math.ceil(((requestedQueryCost - currentlyAvailable) / restoreRate) * 1000))
}

/**
 * @returns the time to wait before a retry in ms: from Retry-After, otherwise from the query cost, within 100 ms and
 * the maximum
 */
export function pauseOf({ headers, body }: GraphqlReply, last: Cost | null): number {
  const retryAfterMs = Number(headers.get('retry-after')) * 1000
  const cost = body?.extensions?.cost ?? last
  const ms = retryAfterMs > 0 ? retryAfterMs : cost ? missingMs(cost) : 0
  return Math.min(Math.max(ms, 100), LONGEST_WAIT_MS)
}

const messagesOf = (response: GraphqlResponse | null) =>
  typeof response?.errors === 'string'
    ? [response.errors]
    : (response?.errors?.map(({ message }) => message) ?? [])
export const codesOf = (response: GraphqlResponse | null) =>
  Array.isArray(response?.errors) ? response.errors.map(({ extensions }) => extensions?.code) : []

/** Returns the error for a failure of the network or the platform. */
export function unavailable(detail: string, cause?: unknown): PlatformError {
  return new PlatformError(
    'unavailable',
    'The platform is unavailable right now. Please try again later.',
    detail,
    cause,
  )
}

/** Returns why a request failed, for the log and the run's page: an error code or message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause as { name?: string } | undefined
  if (error.name === 'TimeoutError' || cause?.name === 'TimeoutError') return 'timed out'
  return (error as { code?: string }).code ?? error.message
}
