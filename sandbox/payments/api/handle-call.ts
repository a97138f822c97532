import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { logError, messageOf, statusOf } from '../../errors.ts'
import { type Fault, takeFault, waitIfFaulty, waitOut } from '../../faults.ts'
import { inTransaction, type Store } from '../../store.ts'
import { findObject, rejectOtherMode, type StoredCalculation, type StoredTransaction } from '../objects.ts'
import { liveKeys, newId, type Provider, secretKey, service } from '../provider.ts'
import { calculationView } from '../tax/calculations.ts'
import { transactionView } from '../tax/transactions.ts'
import { ApiError } from './api-error.ts'
import { type Call, type IncomingCall, masked, readRequest, wrongKey } from './call.ts'
import { findSavedResponse, oneAtATime, saveResponse } from './idempotency.ts'
import { readMultipart } from './multipart.ts'
import type { Form, FormValue } from './parameters.ts'

const UPLOAD_MAX_BYTES = 20 * 1024 * 1024

/** Mounts the calls under /v1, where every error has Stripe's format. */
export async function mountCalls(app: FastifyInstance, provider: Provider, calls: readonly Call[]) {
  const once = oneAtATime()
  await app.register(
    (api, _options, done) => {
      api.addContentTypeParser(
        'multipart/form-data',
        { parseAs: 'buffer', bodyLimit: UPLOAD_MAX_BYTES },
        (request: FastifyRequest, body: Buffer) =>
          readMultipart(String(request.headers['content-type']), body),
      )
      api.setErrorHandler((error, request, reply) => sendError(error, request, reply))
      api.setNotFoundHandler(({ method, url }) => {
        const message = `There is no such URL: ${method} ${url.split('?', 1)[0]}.`
        throw new ApiError(404, { type: 'invalid_request_error', message })
      })
      for (const call of calls) {
        api.route({
          method: call.method,
          url: call.path,
          // These calls are protected by the key, and browsers make them from the shop's pages.
          config: { foreignOrigins: true },
          handler: (request, reply) => handleCall(provider, call, once, request, reply),
        })
      }
      done()
    },
    { prefix: '/v1' },
  )
}

/** The checks run in Stripe's order: faults, key, idempotency, then the call itself. */
async function handleCall(
  provider: Provider,
  call: Call,
  once: ReturnType<typeof oneAtATime>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { store, faults } = provider
  const requestId = newId('req_', 14)
  reply.headers({ 'request-id': requestId, 'cache-control': 'no-cache, no-store' })
  if (call.forBrowsers) {
    reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': 'request-id' })
  }
  if (takeFault(faults, service, 'down')) {
    throw new ApiError(503, { type: 'api_error', message: 'The provider is down. Try again later.' })
  }
  const incoming = readRequest(call, request)
  reply.header('stripe-version', incoming.version)
  if (!call.ignoresFaults) {
    rejectByFault(provider, incoming)
    const cut = takeFault(faults, service, 'timeout-before')
    if (cut) return cutOff(provider, cut, reply)
  }
  const { attempt } = incoming
  const result = attempt
    ? await once(attempt, async () => {
        const earlier = findSavedResponse(store, attempt)
        if (!earlier) return perform(provider, call, incoming, requestId)
        const headers = { 'idempotent-replayed': 'true', 'original-request': earlier.requestId }
        return { ...earlier, headers: { ...headers, ...noRetry(earlier.status) } }
      })
    : await perform(provider, call, incoming, requestId)
  if (attempt) reply.header('idempotency-key', attempt.key)
  const cut = call.ignoresFaults ? null : takeFault(faults, service, 'timeout-after')
  if (cut) return cutOff(provider, cut, reply)
  return reply.status(result.status).headers(result.headers).type('application/json').send(result.body)
}

function rejectByFault({ faults }: Provider, { caller, isLive }: IncomingCall) {
  const key = isLive ? liveKeys.secretKey : secretKey
  if (caller === 'server' && takeFault(faults, service, 'key-invalid')) throw wrongKey(key)
  if (caller === 'server' && takeFault(faults, service, 'key-restricted')) {
    throw new ApiError(403, {
      type: 'invalid_request_error',
      code: 'more_permissions_required',
      message: `The key ${masked(key)} lacks a permission that this request requires.`,
    })
  }
  if (!takeFault(faults, service, 'rate-limited')) return
  throw new ApiError(
    429,
    {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'Too many requests. Send them more slowly.',
    },
    { 'stripe-rate-limited-reason': 'global-rate' },
  )
}

async function cutOff(provider: Provider, fault: Fault, reply: FastifyReply) {
  reply.hijack()
  await waitOut(fault, provider.stopping)
  reply.raw.destroy()
}

async function perform(provider: Provider, call: Call, incoming: IncomingCall, requestId: string) {
  const { store } = provider
  if (!call.ignoresFaults) await waitIfFaulty(provider, service, 'slow')
  const run = call.read(incoming.form)
  return inTransaction(store, () => {
    const { status, hasBegun, headers, result } = resultOf(provider, call, incoming, run, requestId)
    const body = JSON.stringify(result, incoming.caller === 'browser' ? withoutShopFields : undefined, 2)
    if (incoming.attempt && hasBegun) saveResponse(store, incoming.attempt, { status, body, requestId })
    return { status, headers, body }
  })
}

/** Omits the fields of an intent that only the shop may read. */
function withoutShopFields(this: { object?: unknown }, name: string, value: unknown): unknown {
  const isHidden = this.object === 'payment_intent' && ['metadata', 'latest_charge'].includes(name)
  return isHidden ? undefined : value
}

/** `hasBegun` is false if the parameters were invalid. Such a response isn't saved under the key. */
function resultOf(
  provider: Provider,
  call: Call,
  incoming: IncomingCall,
  run: ReturnType<Call['read']>,
  requestId: string,
) {
  const { attempt, expand } = incoming
  const cause = { id: requestId, idempotency_key: attempt?.key ?? null }
  try {
    if (!call.ignoresFaults && takeFault(provider.faults, service, 'error')) {
      throw new ApiError(500, { type: 'api_error', message: 'The provider had an internal error.' })
    }
    const own = { ...provider, cause, isLive: incoming.isLive }
    rejectOtherModes(own, incoming)
    const result = expanded(provider.store, run(own, incoming), expand)
    return { status: 200, hasBegun: true, headers: {}, result }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const headers = { ...error.headers, ...(attempt && noRetry(error.status)) }
    const hasBegun = error.status !== 400 || error.body.param === undefined
    return { status: error.status, hasBegun, headers, result: { error: error.body } }
  }
}

/** Looks at the ID in the path, and at all parameters, because any of them may name an object. */
function rejectOtherModes(provider: Provider, { id, form }: IncomingCall) {
  rejectOtherMode(provider, id, 'id')
  for (const [param, value] of valuesOf(form)) rejectOtherMode(provider, value, param)
}

function valuesOf(value: FormValue | Form, name = ''): [string, string][] {
  if (typeof value === 'string') return [[name, value]]
  return Object.entries(value).flatMap(([step, inner]) => valuesOf(inner, name ? `${name}[${step}]` : step))
}

/** Replaces the charge's ID with the charge, and omits the details of taxes that aren't expanded. */
function expanded(store: Store, result: object, expand: readonly string[]): object {
  if ('object' in result && result.object === 'tax.calculation')
    return calculationView(result as StoredCalculation, expand)
  if ('object' in result && result.object === 'tax.transaction')
    return transactionView(result as StoredTransaction, expand)
  if (expand.length === 0 || !('latest_charge' in result)) return result
  return { ...result, latest_charge: findObject(store, 'charge', String(result.latest_charge)) }
}

/** A retry with the same key gets the same 500, so Stripe disables retries in its SDK. */
function noRetry(status: number): Record<string, string> {
  return status === 500 ? { 'stripe-should-retry': 'false' } : {}
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof ApiError)
    return reply.status(error.status).headers(error.headers).send({ error: error.body })
  const isWrongRequest = statusOf(error) < 500
  if (!isWrongRequest) logError(error, request)
  const message = isWrongRequest ? messageOf(error) : 'Something went wrong in the sandbox.'
  const type = isWrongRequest ? 'invalid_request_error' : 'api_error'
  return reply.status(isWrongRequest ? 400 : 500).send({ error: { type, message } })
}
