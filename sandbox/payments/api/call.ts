import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { apiVersion, type Provider, publishableKey, secretKey } from '../provider.ts'
import { ApiError, unauthorized } from './api-error.ts'
import { type Form, type FormValue, readForm } from './form.ts'
import type { Attempt } from './idempotency.ts'
import { readParameters } from './parameters.ts'

/** The shop's server, or a browser with the publishable key. */
export type Caller = 'server' | 'browser'

export interface CallContext {
  /** The ID in the path, or empty if the path has none. */
  id: string
  caller: Caller
}

/** An API call. */
export interface Call<Input = unknown> {
  method: 'GET' | 'POST'
  path: string
  /** Whether a browser may call it with the publishable key. */
  forBrowsers?: boolean
  /** Whether it ignores all faults except 'down'. */
  ignoresFaults?: boolean
  input: z.ZodType<Input>
  run(provider: Provider, input: Input, context: CallContext): object
}

/** Checks the types of a call, then erases them so all calls fit into one list. */
export function call<Input>(typed: Call<Input>): Call {
  return typed as unknown as Call
}

export const nothing = z.strictObject({})

/** A request whose parameters haven't been read yet. */
export interface IncomingCall extends CallContext {
  form: Form
  expand: string[]
  version: string
  /** Null if there is no idempotency key, or if the request doesn't need one. */
  attempt: Attempt | null
}

export function readRequest(call: Call, request: FastifyRequest): IncomingCall {
  const { searchParams } = new URL(request.url, 'http://sandbox')
  const pairs = [...searchParams, ...(request.body instanceof URLSearchParams ? request.body : [])]
  const { key, expand, ...form } = readForm(pairs)
  const caller = callerOf(request, key)
  if (caller === 'browser' && !call.forBrowsers) {
    throw unauthorized('This request requires a secret key, not a publishable key.', 'secret_key_required')
  }
  const { id = '' } = request.params as { id?: string }
  return {
    id,
    caller,
    form,
    expand: expand === undefined ? [] : readParameters(Expand, { expand }).expand,
    version: headerOf(request, 'stripe-version') ?? apiVersion,
    attempt: call.method === 'POST' ? attemptOf(request, pairs) : null,
  }
}

const Expand = z.object({
  expand: z.array(
    z.literal(
      [
        'latest_charge',
        'line_items',
        'line_items.data.tax_breakdown',
        'data.tax_breakdown',
        'shipping_cost.tax_breakdown',
      ],
      'This field cannot be expanded here',
    ),
  ),
})

/** The key is in a header, or among the parameters if Stripe's browser script sends it. */
function callerOf(request: FastifyRequest, parameter: FormValue | undefined): Caller {
  const bearer = /^Bearer (.*)$/i.exec(request.headers.authorization ?? '')?.[1]
  const key = bearer ?? (typeof parameter === 'string' ? parameter : null)
  if (key === secretKey) return 'server'
  if (key === publishableKey) return 'browser'
  throw key === null
    ? unauthorized('No API key was sent. Send it in the Authorization header.')
    : wrongKey(key)
}

export function wrongKey(key: string): ApiError {
  return unauthorized(`The API key ${masked(key)} is not valid.`)
}

export const masked = (key: string) =>
  key.slice(0, 8) + '*'.repeat(Math.max(key.length - 12, 0)) + key.slice(-4)

function attemptOf(request: FastifyRequest, pairs: [string, string][]): Attempt | null {
  const key = headerOf(request, 'idempotency-key')
  if (key === undefined) return null
  if (key.length > 255) {
    throw new ApiError(400, {
      type: 'idempotency_error',
      message: `An idempotency key must be at most 255 characters; this one is ${key.length}.`,
    })
  }
  const endpoint = `${request.method} ${request.url.split('?', 1)[0]}`
  return { key, endpoint, parameters: JSON.stringify(pairs.toSorted(([a], [b]) => (a < b ? -1 : 1))) }
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
