import Stripe from 'stripe'
import type { StripeSettings } from '../stripe-settings.ts'
import {
  type CardProvider,
  type EventSubject,
  type Intent,
  type IntentStatus,
  ProviderError,
  type ProviderRefund,
} from './provider.ts'

const TOLERANCE_SECONDS = 300
/** Cents; less is no payment for Stripe. */
const SMALLEST_AMOUNT = 50

/** Speaks Stripe, with Stripe itself or with whoever plays it. */
export function openStripe({
  secretKey,
  publishableKey,
  webhookSecret,
  address,
  timeoutMs,
}: StripeSettings): CardProvider {
  const stripe = new Stripe(secretKey, {
    ...address,
    telemetry: false,
    timeout: timeoutMs,
    maxNetworkRetries: 1,
  })
  return {
    publishableKey,
    isLive: secretKey.includes('_live_'),
    name: 'Stripe',
    eventTypes: [...INTENT_EVENTS, ...REFUND_EVENTS, ...DISPUTE_EVENTS],
    causeTestEvent: () =>
      inOurWords(async () => {
        const { id } = await stripe.paymentIntents.create({
          amount: SMALLEST_AMOUNT,
          currency: 'usd',
          description: 'Test event of the shop; it is canceled at once',
        })
        await stripe.paymentIntents.cancel(id)
      }),
    openIntent: ({ orderId, version, amountCents }, idempotencyKey) =>
      inOurWords(async () =>
        toIntent(
          await stripe.paymentIntents.create(
            {
              amount: amountCents,
              currency: 'usd',
              automatic_payment_methods: { enabled: true },
              description: `Order ${orderId}`,
              metadata: { order_id: orderId, version },
            },
            { idempotencyKey },
          ),
        ),
      ),
    changeIntent: (id, { version, amountCents }) =>
      inOurWords(async () =>
        toIntent(await stripe.paymentIntents.update(id, { amount: amountCents, metadata: { version } })),
      ),
    findIntent: (id) => inOurWords(async () => toIntent(await stripe.paymentIntents.retrieve(id))),
    cancelIntent: (id) =>
      inOurWords(async () => {
        try {
          return toIntent(await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' }))
        } catch (error) {
          if (!isUnexpectedState(error)) throw error
          return toIntent(await stripe.paymentIntents.retrieve(id))
        }
      }),
    createRefund: ({ intentId, amountCents, refundId }, idempotencyKey) =>
      inOurWords(async () =>
        toRefund(
          await stripe.refunds.create(
            { payment_intent: intentId, amount: amountCents, metadata: { refund_id: refundId } },
            { idempotencyKey },
          ),
        ),
      ),
    findRefund: (id) => inOurWords(async () => toRefund(await stripe.refunds.retrieve(id))),
    findOwnRefund: (intentId, refundId) =>
      inOurWords(async () => {
        for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: 100 })) {
          if (refund.metadata?.refund_id === String(refundId)) return toRefund(refund)
        }
        return null
      }),
    findDispute: (id) =>
      inOurWords(async () => {
        const dispute = await stripe.disputes.retrieve(id)
        return {
          id,
          intentId: idOf(dispute.payment_intent),
          amountCents: dispute.amount,
          reason: dispute.reason,
          status: dispute.status,
          openedAt: new Date(dispute.created * 1000),
        }
      }),
    listIntents: (since) =>
      mapped(stripe.paymentIntents.list({ created: secondsOf(since), limit: 100 }), toIntent),
    listRefunds: (since) => mapped(stripe.refunds.list({ created: secondsOf(since), limit: 100 }), toRefund),
    readEvent(body, signature) {
      try {
        const event = stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_SECONDS)
        return { id: event.id, type: event.type, isLive: event.livemode, object: event.data.object }
      } catch (error) {
        throw new ProviderError('refused', 'The signature of the webhook is not right.', error)
      }
    },
    subjectOf,
  }
}

const STATUSES: Record<Stripe.PaymentIntent.Status, IntentStatus> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'action',
  processing: 'processing',
  // Only with capture by hand, which the shop does not ask for.
  requires_capture: 'processing',
  succeeded: 'paid',
  canceled: 'canceled',
}

const INTENT_EVENTS = new Set(
  ['processing', 'succeeded', 'payment_failed', 'canceled'].map((what) => `payment_intent.${what}`),
)
const REFUND_EVENTS = ['refund.created', 'refund.updated', 'refund.failed']
const DISPUTE_EVENTS = ['created', 'updated', 'closed'].map((what) => `charge.dispute.${what}`)

function subjectOf({ type, object }: { type: string; object: unknown }): EventSubject {
  const { id } = object as { id: string }
  if (INTENT_EVENTS.has(type)) return { kind: 'intent', intent: toIntent(object as Stripe.PaymentIntent) }
  if (type.startsWith('refund.')) return { kind: 'refund', id }
  if (type.startsWith('charge.dispute.')) return { kind: 'dispute', id }
  return { kind: 'other' }
}

function toIntent(intent: Stripe.PaymentIntent): Intent {
  const { order_id: orderId = null, version } = intent.metadata
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    // One that is newer than we are is neither paid nor free to be changed.
    status: STATUSES[intent.status] ?? 'processing',
    amountCents: intent.amount,
    receivedCents: intent.currency === 'usd' ? intent.amount_received : 0,
    orderId,
    version: version === undefined ? null : Number(version),
    isLive: intent.livemode,
    failure: intent.last_payment_error?.message ?? null,
  }
}

function toRefund(refund: Stripe.Refund): ProviderRefund {
  const refundId = refund.metadata?.refund_id
  const isPending = refund.status === 'pending' || refund.status === 'requires_action'
  return {
    id: refund.id,
    intentId: idOf(refund.payment_intent),
    refundId: refundId === undefined ? null : Number(refundId),
    amountCents: refund.amount,
    status: isPending ? 'pending' : refund.status === 'succeeded' ? 'succeeded' : 'failed',
    problem: refund.failure_reason ?? null,
  }
}

const idOf = (named: string | { id: string } | null) =>
  typeof named === 'string' ? named : (named?.id ?? null)

const secondsOf = (since: Date) => ({ gte: Math.floor(since.getTime() / 1000) })

async function* mapped<T, U>(list: AsyncIterable<T>, toOurs: (one: T) => U): AsyncIterable<U> {
  try {
    for await (const one of list) yield toOurs(one)
  } catch (error) {
    throw translated(error)
  }
}

async function inOurWords<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw translated(error)
  }
}

function translated(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const { statusCode = 0, message } = error
  if (statusCode === 500) return new ProviderError('broken', message, error)
  const isAway = statusCode === 0 || statusCode === 429 || statusCode >= 500 || statusCode === 409
  return new ProviderError(isAway ? 'away' : 'refused', message, error)
}

function isUnexpectedState(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'payment_intent_unexpected_state'
}
