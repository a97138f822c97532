import type Stripe from 'stripe'
import { ApiError } from '../api/api-error.ts'
import { getPaymentMethod } from '../cards/payment-methods.ts'
import type { Provider } from '../provider.ts'
import { type Challenge, dropChallenge } from './challenges.ts'
import { getIntent } from './intents.ts'
import { backToStart, pay } from './pay.ts'

/** The buyer has done what the bank asked for, or has not: the payment goes on or back to its start. */
export function answerChallenge(
  provider: Provider,
  challenge: Challenge,
  isPassed: boolean,
): Stripe.PaymentIntent {
  dropChallenge(provider.store, challenge.intent)
  const intent: Stripe.PaymentIntent = { ...getIntent(provider.store, challenge.intent), next_action: null }
  const method = getPaymentMethod(provider.store, challenge.paymentMethod)
  if (!isPassed) {
    return backToStart(provider, intent, {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message: 'Your bank could not confirm that it is you. Try again, or use another card.',
      payment_method: method,
    })
  }
  try {
    return pay(provider, intent, method)
  } catch (error) {
    // The page of the bank shows nothing of a decline: the shop's page hears it from the intent.
    if (error instanceof ApiError && error.body.payment_intent) return error.body.payment_intent
    throw error
  }
}
