import { setTimeout as wait } from 'node:timers/promises'
import type { z } from 'zod'
import { now, pause } from '../platform/clock.ts'
import type { SafeFetch } from '../platform/safe-fetch.ts'
import {
  type Cost,
  codesOf,
  type GraphqlReply,
  type GraphqlResponse,
  isThrottled,
  LONGEST_WAIT_MS,
  missingMs,
  pauseOf,
  readable,
  read as readText,
  reasonOf,
  unavailable,
} from './graphql-response.ts'
import { PlatformError } from './platform.ts'

const ANSWER_WITHIN_MS = 30_000
/** Maximum attempts per request while the platform fails, with growing pauses. */
const ATTEMPTS = 4
const PAUSE_MS = 200
/** Maximum attempts while throttled. Each waits as long as the platform requests. */
const THROTTLED_ATTEMPTS = 30

export type Link = {
  storeUrl: string
  version: string
  /**
   * @param rejected the token that the platform has just rejected, or null for the first one
   * @returns null if there is no other token
   */
  token(rejected: string | null): Promise<string | null>
  /** Aborted when the shop shuts down. */
  stopping: AbortSignal
  safeFetch: SafeFetch
}

/** Opens a GraphQL client that respects the platform's rate limits. */
export function openGraphql({ storeUrl, version, token, stopping, safeFetch }: Link) {
  let cost: Cost | null = null
  let clock: Date | null = null
  let warning: string | null = null
  return {
    ask: request,
    cost: () => cost,
    clock: () => clock,
    /** The platform's clock, or before its first response the shop's. */
    now: () => clock ?? now(),
    warning: () => warning,
  }

  /** @throws PlatformError, QueryTooExpensive */
  async function request<T>(document: string, variables: object, schema: z.ZodType<T>): Promise<T> {
    const body = await answered(document, variables)
    const parsed = schema.safeParse(body.data)
    if (parsed.success) return parsed.data
    const first = parsed.error.issues[0]
    const detail = `unreadable response: ${first?.path.join('.')}: ${first?.message}`
    throw new PlatformError(
      'unreadable',
      "The platform returned a response that the shop can't read.",
      detail,
    )
  }

  async function answered(document: string, variables: object): Promise<GraphqlResponse> {
    let used = await token(null)
    let isRenewed = false
    let failures = 0
    let throttled = 0
    for (;;) {
      if (used === null) throw new Error('There is no access token for the platform')
      await politely()
      const reply = await send(document, variables, used)
      if (reply instanceof PlatformError) {
        failures += 1
        if (failures >= ATTEMPTS) throw reply
        await pause(PAUSE_MS * 2 ** failures, stopping)
      } else if (isThrottled(reply)) {
        throttled += 1
        if (throttled > THROTTLED_ATTEMPTS) {
          const message = 'The platform is too busy. Please try again later.'
          throw sure(new PlatformError('throttled', message, `${reply.status}: throttled`))
        }
        await wait(pauseOf(reply, cost), undefined, { signal: stopping })
      } else if (reply.status === 401 && !isRenewed) {
        const other = await token(used)
        if (other === null) return read(reply)
        used = other
        isRenewed = true
      } else return read(reply)
    }

    function read(reply: GraphqlReply): GraphqlResponse {
      try {
        return readable(reply)
      } catch (error) {
        throw error instanceof PlatformError ? sure(error) : error
      }
    }

    /** If an earlier attempt got no response, it may have been applied even though this one was rejected. */
    function sure(error: PlatformError): PlatformError {
      if (failures > 0) error.mayHaveRun = true
      return error
    }
  }

  /** Waits until the platform has restored enough points for the last query's cost. */
  async function politely() {
    if (!cost) return
    const ms = Math.min(missingMs(cost), LONGEST_WAIT_MS)
    if (ms > 0) {
      await wait(ms, undefined, { signal: stopping })
      cost = null
    }
  }

  async function send(
    document: string,
    variables: object,
    token: string,
  ): Promise<GraphqlReply | PlatformError> {
    try {
      const response = await safeFetch(`${storeUrl}/admin/api/${version}/graphql.json`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
        body: JSON.stringify({ query: document, variables }),
        signal: AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      })
      const text = await response.text()
      if (response.status >= 500) return unavailable(`${response.status}: ${response.statusText}`)
      const reply = { status: response.status, headers: response.headers, body: readText(text), text }
      note(reply)
      // The platform returns its internal errors with status 200.
      if (codesOf(reply.body).includes('INTERNAL_SERVER_ERROR')) return unavailable('500: internal error')
      return reply
    } catch (cause) {
      stopping.throwIfAborted()
      return unavailable(reasonOf(cause), cause)
    }
  }

  function note({ headers, body }: GraphqlReply) {
    cost = body?.extensions?.cost ?? cost
    const date = headers.get('date')
    if (date) clock = new Date(date)
    const throttling = headers.get('x-shopify-api-version')
    if (throttling && throttling !== version) {
      warning = `The platform no longer supports version ${version} of its API and responded with ${throttling}. Update the shop.`
    }
  }
}
