import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Store } from '../../store.ts'
import { getObject, type Kind, type Objects, selectObjects } from '../objects.ts'
import { apiVersion, liveKeys, type Provider, publishableKey, secretKey } from '../provider.ts'
import { type ApiError, unauthorized } from './api-error.ts'
import { type Form, type FormValue, integer, readForm, readParameters, text } from './parameters.ts'

/** The shop's server, or a browser with the publishable key. */
export type Caller = 'server' | 'browser'

export interface CallContext {
  /** The ID in the path, or empty if the path has none. */
  id: string
  caller: Caller
}

/** An API call. */
export interface Call extends CallOptions {
  method: 'GET' | 'POST'
  path: string
  /** Validates the parameters, and returns the function that performs the call. */
  read(form: Form): (provider: Provider, context: CallContext) => object
}

interface CallOptions {
  /** Whether a browser may call it with the publishable key. */
  forBrowsers?: boolean
  /** Whether it ignores all faults except 'down'. */
  ignoresFaults?: boolean
}

type Run<Input> = (provider: Provider, input: Input, context: CallContext) => object

export function get<Input>(path: string, input: z.ZodType<Input>, run: Run<Input>, options?: CallOptions) {
  return call('GET', path, input, run, options)
}

export function post<Input>(path: string, input: z.ZodType<Input>, run: Run<Input>, options?: CallOptions) {
  return call('POST', path, input, run, options)
}

/** A call that returns a stored object. */
export function retrieve(path: string, kind: Kind): Call {
  return get(`${path}/:id`, z.strictObject({}), ({ store }, _input, { id }) => getObject(store, kind, id))
}

export const paging = {
  limit: integer.refine((limit) => limit >= 1 && limit <= 100, 'limit must be from 1 to 100').default(10),
  starting_after: text().optional(),
}

/**
 * A call that lists stored objects, newest first.
 * @param filters the fields that it can filter by
 * @param show returns an object as the API shows it
 */
export function list<K extends Kind>(
  path: string,
  kind: K,
  filters: readonly string[] = [],
  show: (store: Store, object: Objects[K]) => object = (_store, object) => object,
): Call {
  const input = z.strictObject({
    ...paging,
    created: z.strictObject({ gte: integer }).optional(),
    ...Object.fromEntries(filters.map((field) => [field, text().optional()])),
  })
  return get(
    path,
    input,
    ({ store, isLive }, { limit, starting_after: startingAfter, created, ...where }) => {
      if (startingAfter !== undefined) getObject(store, kind, startingAfter, 'starting_after')
      const found = selectObjects(store, kind, {
        where,
        isLive,
        limit,
        startingAfter,
        createdFrom: created?.gte,
      })
      const data = found.slice(0, limit).map((object) => show(store, object))
      return { object: 'list', url: `/v1${path}`, has_more: found.length > limit, data }
    },
  )
}

function call<Input>(
  method: Call['method'],
  path: string,
  schema: z.ZodType<Input>,
  run: Run<Input>,
  options: CallOptions = {},
): Call {
  return {
    method,
    path,
    ...options,
    read(form) {
      const input = readParameters(schema, form)
      return (provider, context) => run(provider, input, context)
    },
  }
}

/** A request that can be repeated with the same key. */
export interface Attempt {
  key: string
  /** Method and path. */
  endpoint: string
  /** The parameters as sent, independent of their order. */
  parameters: string
}

/** A request whose parameters haven't been read yet. */
export interface IncomingCall extends CallContext {
  isLive: boolean
  form: Form
  expand: string[]
  version: string
  /** Null if there is no idempotency key, or if the request doesn't need one. */
  attempt: Attempt | null
}

export function readRequest(call: Call, request: FastifyRequest): IncomingCall {
  const { searchParams } = new URL(request.url, 'http://sandbox')
  const pairs = [...searchParams, ...(request.body instanceof URLSearchParams ? request.body : [])]
  const { key, expand = [], ...form } = readForm(pairs)
  const { caller, isLive } = callerOf(request, key)
  if (caller === 'browser' && !call.forBrowsers) {
    throw unauthorized('This request requires a secret key, not a publishable key.', 'secret_key_required')
  }
  const { id = '' } = request.params as { id?: string }
  return {
    id,
    caller,
    isLive,
    form,
    expand: readParameters(Expand, { expand }).expand,
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
function callerOf(
  request: FastifyRequest,
  parameter: FormValue | undefined,
): Pick<IncomingCall, 'caller' | 'isLive'> {
  const bearer = /^Bearer (.*)$/i.exec(request.headers.authorization ?? '')?.[1]
  const key = bearer ?? (typeof parameter === 'string' ? parameter : null)
  if (key === secretKey) return { caller: 'server', isLive: false }
  if (key === publishableKey) return { caller: 'browser', isLive: false }
  if (key === liveKeys.secretKey) return { caller: 'server', isLive: true }
  if (key === liveKeys.publishableKey) return { caller: 'browser', isLive: true }
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
  const endpoint = `${request.method} ${request.url.split('?', 1)[0]}`
  return { key, endpoint, parameters: JSON.stringify(pairs.toSorted(([a], [b]) => (a < b ? -1 : 1))) }
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
