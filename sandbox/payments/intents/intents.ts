import type Stripe from 'stripe'
import type { Store } from '../../store.ts'
import { invalidRequest, noSuch } from '../api/api-error.ts'
import { paymentMethodNamed } from '../cards/payment-methods.ts'
import { mergeMetadata } from '../metadata.ts'
import { refuseAmount } from '../money.ts'
import { findObject, keepObject } from '../objects.ts'
import { nowInSeconds, type Provider } from '../provider.ts'
import { recordEvent } from '../webhooks/events.ts'
import { dropChallenge } from './challenges.ts'
import type { Cancellation, IntentChange, IntentCreation } from './intent-parameters.ts'
import { newIntent } from './new-intent.ts'

export function createIntent(provider: Provider, input: IntentCreation): Stripe.PaymentIntent {
  refuseAmount(input.amount, input.currency)
  const method = input.payment_method && paymentMethodNamed(provider, input.payment_method).id
  const intent: Stripe.PaymentIntent = {
    ...newIntent(input),
    ...(method && { payment_method: method, status: 'requires_confirmation' }),
  }
  keepObject(provider.store, intent)
  recordEvent(provider, 'payment_intent.created', intent)
  return intent
}

export function updateIntent(provider: Provider, intent: Stripe.PaymentIntent, change: IntentChange) {
  const { amount = intent.amount, currency = intent.currency, payment_method, metadata, ...rest } = change
  const isAboutMoney =
    amount !== intent.amount || currency !== intent.currency || payment_method !== undefined
  if (isAboutMoney) refuseUnless(intent, awaitsPayment, 'updated')
  if (isAboutMoney) refuseAmount(amount, currency)
  const changed: Stripe.PaymentIntent = {
    ...intent,
    ...rest,
    amount,
    currency,
    metadata: mergeMetadata(intent.metadata, metadata),
  }
  if (payment_method) {
    changed.payment_method = paymentMethodNamed(provider, payment_method).id
    changed.status = 'requires_confirmation'
  }
  keepObject(provider.store, changed)
  return changed
}

export function cancelIntent(provider: Provider, intent: Stripe.PaymentIntent, input: Cancellation) {
  refuseUnless(intent, [...awaitsPayment, 'requires_action'], 'canceled')
  dropChallenge(provider.store, intent.id)
  const canceled: Stripe.PaymentIntent = {
    ...intent,
    status: 'canceled',
    canceled_at: nowInSeconds(),
    cancellation_reason: input.cancellation_reason ?? null,
    next_action: null,
  }
  keepObject(provider.store, canceled)
  recordEvent(provider, 'payment_intent.canceled', canceled)
  return canceled
}

export function getIntent(store: Store, id: string, param = 'intent'): Stripe.PaymentIntent {
  const intent = findObject(store, 'payment_intent', id)
  if (!intent) throw noSuch('payment intent', id, param)
  return intent
}

/** In these states nobody has begun to pay. */
export const awaitsPayment: readonly Stripe.PaymentIntent.Status[] = [
  'requires_payment_method',
  'requires_confirmation',
]

export function refuseUnless(
  intent: Stripe.PaymentIntent,
  allowed: readonly Stripe.PaymentIntent.Status[],
  what: string,
) {
  if (allowed.includes(intent.status)) return
  throw invalidRequest(
    `This payment intent cannot be ${what}: its status is ${intent.status}, and it would have to be ${allowed.join(' or ')}.`,
    { code: 'payment_intent_unexpected_state', payment_intent: intent },
  )
}
