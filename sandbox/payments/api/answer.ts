import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Fault, takeFault, waitOut } from '../../faults.ts'
import { inTransaction } from '../../transaction.ts'
import { newId } from '../ids.ts'
import { type Provider, service } from '../provider.ts'
import { ApiError, wireError } from './api-error.ts'
import type { Call } from './asked.ts'
import { type Asked, readAsked } from './asked.ts'
import { browserView } from './browser-view.ts'
import { expand } from './expand.ts'
import { type Attempt, type oneAtATime, recallAnswer, saveAnswer } from './idempotency.ts'
import { refuseGoodKey } from './keys.ts'
import { readParameters } from './parameters.ts'

/** From the request to the reply: trouble that was switched on, key, idempotency, then the call itself. */
export async function answerCall(
  provider: Provider,
  call: Call,
  once: ReturnType<typeof oneAtATime>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const requestId = newId('req_', 14)
  reply.headers({ 'request-id': requestId, 'cache-control': 'no-cache, no-store' })
  if (call.forBrowsers) {
    reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': 'request-id' })
  }
  refuseWhenDown(provider)
  const asked = readAsked(call, request)
  reply.header('stripe-version', asked.version)
  if (!call.isUncounted) {
    refuseGoodKey(provider, asked.caller)
    refuseTooMany(provider)
    const cut = takeFault(provider.faults, service, 'timeout-before')
    if (cut) return cutOff(provider, cut, reply)
  }

  const { attempt } = asked
  if (attempt) reply.header('idempotency-key', attempt.key)
  const answer = attempt
    ? await once(attempt, () => answerOnce(provider, call, asked, attempt, requestId))
    : await answerSlowly(provider, call, asked, requestId)

  const cut = call.isUncounted ? null : takeFault(provider.faults, service, 'timeout-after')
  if (cut) return cutOff(provider, cut, reply)
  return reply.status(answer.status).headers(answer.headers).type('application/json').send(answer.body)
}

function refuseWhenDown({ faults }: Provider) {
  if (!takeFault(faults, service, 'down')) return
  throw new ApiError(503, { type: 'api_error', message: 'The provider is down. Ask again later.' })
}

interface Answer {
  status: number
  /** A request whose parameters are wrong never begins: its answer is not kept under the key. */
  hasBegun: boolean
  headers: Record<string, string>
  body: string
}

function refuseTooMany({ faults }: Provider) {
  if (!takeFault(faults, service, 'rate-limited')) return
  throw new ApiError(
    429,
    {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'Too many requests came too fast. Ask again more slowly.',
    },
    { 'stripe-rate-limited-reason': 'global-rate' },
  )
}

async function cutOff(provider: Provider, fault: Fault, reply: FastifyReply) {
  reply.hijack()
  await waitOut(fault, provider.stopping)
  reply.raw.destroy()
}

async function answerOnce(
  provider: Provider,
  call: Call,
  asked: Asked,
  attempt: Attempt,
  requestId: string,
): Promise<Answer> {
  const earlier = recallAnswer(provider.store, attempt)
  if (!earlier) return answerSlowly(provider, call, asked, requestId)
  const headers = { 'idempotent-replayed': 'true', 'original-request': earlier.requestId }
  return { ...earlier, hasBegun: true, headers: { ...headers, ...noRetry(earlier.status) } }
}

async function answerSlowly(
  provider: Provider,
  call: Call,
  asked: Asked,
  requestId: string,
): Promise<Answer> {
  const slow = call.isUncounted ? null : takeFault(provider.faults, service, 'slow')
  if (slow) await waitOut(slow, provider.stopping)
  const input = readParameters(call.input, asked.form)
  return inTransaction(provider.store, () => {
    const answer = perform(provider, call, asked, input, requestId)
    if (asked.attempt && answer.hasBegun) saveAnswer(provider.store, asked.attempt, { ...answer, requestId })
    return answer
  })
}

function perform(provider: Provider, call: Call, asked: Asked, input: unknown, requestId: string): Answer {
  const { result, ...answered } = runCall(provider, call, asked, input, requestId)
  // A wrong `expand` is thrown from here, so that nothing of the call remains.
  const answer = answered.status === 200 ? expand(provider.store, result, asked.expand) : result
  const shown = asked.caller === 'browser' ? browserView(answer) : answer
  return { ...answered, body: JSON.stringify(shown, null, 2) }
}

function runCall(provider: Provider, call: Call, asked: Asked, input: unknown, requestId: string) {
  const cause = { id: requestId, idempotency_key: asked.attempt?.key ?? null }
  try {
    if (!call.isUncounted && takeFault(provider.faults, service, 'error')) throw brokenDown
    const result = call.run({ ...provider, cause }, input, { id: asked.id, caller: asked.caller })
    return { status: 200, hasBegun: true, headers: {}, result }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const headers = { ...error.headers, ...(asked.attempt && noRetry(error.status)) }
    const hasBegun = error.status !== 400 || error.body.param === undefined
    return { status: error.status, hasBegun, headers, result: wireError(error.body) }
  }
}

const brokenDown = new ApiError(500, { type: 'api_error', message: 'Something broke at the provider.' })

/** The same key would get the same 500 again, so Stripe asks its SDK not to try. */
function noRetry(status: number): Record<string, string> {
  return status === 500 ? { 'stripe-should-retry': 'false' } : {}
}
