import Stripe from 'stripe'
import { z } from 'zod'
import type { KeySource } from './key-source.ts'
import { type EventSubject, type PaymentGateway, ProviderError } from './provider.ts'
import { orNull, translateErrors } from './stripe-errors.ts'
import { toIntent } from './stripe-objects.ts'

type EventCalls = 'eventTypes' | 'readEvent' | 'hasEvent' | 'subjectOf'

const TOLERANCE_SECONDS = 300
const THIN_EVENT =
  'This is a thin event. The shop needs snapshot events: in Stripe’s dashboard, add the endpoint again with the payload style “Snapshot”.'

/** Webhook events. */
export function stripeEvents(
  stripe: Stripe,
  shopId: string,
  keys: KeySource,
): Pick<PaymentGateway, EventCalls> {
  return {
    eventTypes: [...INTENT_EVENTS, ...REFUND_EVENTS, ...DISPUTE_EVENTS, FRAUD_WARNING],
    async readEvent(body, signature) {
      const { keys: current, problem } = await keys.current()
      // Without a signing secret, no event is known to be from Stripe.
      if (!current) throw new ProviderError('unauthorized', problem)
      const signed = readSigned(body, signature, current.webhookSecret)
      const { success, data: event, error } = EventShape.safeParse(signed)
      if (!success) throw notAnEvent(error)
      return { id: event.id, type: event.type, isLive: event.livemode, object: event.data?.object ?? null }
    },
    hasEvent: ({ id, type, object }) =>
      translateErrors(async () => {
        const sent = await orNull(stripe.events.retrieve(id))
        return sent?.type === type && objectIdOf(sent.data.object) === objectIdOf(object)
      }),
    subjectOf: (event) => subjectOf(event, shopId),
  }

  function readSigned(body: Buffer, signature: string, webhookSecret: string): unknown {
    try {
      return stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_SECONDS)
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError)
        throw new ProviderError('refused', "The signature isn't valid.", error)
      // The signature is valid, but the SDK rejects thin events, and bodies that aren't JSON.
      throw isThin(body) ? new ProviderError('refused', THIN_EVENT, error) : notAnEvent(error)
    }
  }
}

const notAnEvent = (cause: unknown) => new ProviderError('refused', 'The webhook is not an event.', cause)

function isThin(body: Buffer): boolean {
  try {
    return ThinEvent.safeParse(JSON.parse(body.toString())).success
  } catch {
    return false
  }
}

const INTENT_EVENTS = new Set(
  ['processing', 'succeeded', 'payment_failed', 'canceled'].map((what) => `payment_intent.${what}`),
)
const REFUND_EVENTS = ['refund.created', 'refund.updated', 'refund.failed']
const FRAUD_WARNING = 'radar.early_fraud_warning.created'
const DISPUTE_EVENTS = ['created', 'updated', 'closed'].map((what) => `charge.dispute.${what}`)

const ThinEvent = z.object({ object: z.literal('v2.core.event') })

/** The signature authenticates the sender but doesn't guarantee the shape of Stripe's objects. */
const EventShape = z.object({
  id: z.string().min(1),
  type: z.string(),
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }).optional(),
})
const ObjectShape = z.object({ id: z.string().min(1) })
const IntentShape = z.object({
  amount: z.int(),
  currency: z.string(),
  metadata: z.record(z.string(), z.string()),
  last_payment_error: z.object({ message: z.string().nullish(), charge: z.string().nullish() }).nullish(),
})

function subjectOf({ type, object }: { type: string; object: unknown }, shopId: string): EventSubject {
  const { data: named } = ObjectShape.safeParse(object)
  if (!named) return { kind: 'other' }
  const { id } = named
  if (INTENT_EVENTS.has(type)) {
    if (!IntentShape.safeParse(object).success) return { kind: 'other' }
    return { kind: 'intent', intent: toIntent(object as Stripe.PaymentIntent, shopId) }
  }
  if (type.startsWith('refund.')) return { kind: 'refund', id }
  if (type.startsWith('charge.dispute.')) return { kind: 'dispute', id }
  if (type.startsWith('radar.early_fraud_warning.')) return { kind: 'warning', id }
  return { kind: 'other' }
}

const objectIdOf = (object: unknown) => (object as { id: string }).id
