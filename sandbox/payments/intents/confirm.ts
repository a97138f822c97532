import type Stripe from 'stripe'
import { invalidRequest } from '../api/api-error.ts'
import type { Caller } from '../api/keys.ts'
import { spendToken } from '../cards/confirmation-tokens.ts'
import {
  cardNumberOf,
  createPaymentMethod,
  getPaymentMethod,
  paymentMethodNamed,
  refuseNumberFromServer,
} from '../cards/payment-methods.ts'
import { findTestNumber } from '../cards/test-numbers.ts'
import { keepObject } from '../objects.ts'
import type { Provider } from '../provider.ts'
import { recordEvent } from '../webhooks/events.ts'
import { dropChallenge, openChallenge } from './challenges.ts'
import type { Confirmation } from './intent-parameters.ts'
import { awaitsPayment, refuseUnless } from './intents.ts'
import { pay } from './pay.ts'

/** The buyer wants to pay. Throws when the card is declined; the intent then awaits another one. */
export function confirmIntent(
  provider: Provider,
  intent: Stripe.PaymentIntent,
  input: Confirmation,
  caller: Caller,
): Stripe.PaymentIntent {
  refuseUnless(intent, [...awaitsPayment, 'requires_action'], 'confirmed')
  refuseOtherAmount(intent, input)
  refuseWithoutReturn(intent, input)
  const token =
    input.confirmation_token === undefined ? null : spendToken(provider, intent, input.confirmation_token)
  const method = token
    ? getPaymentMethod(provider.store, token.payment_method)
    : chooseMethod(provider, intent, input, caller)
  const { receipt_email, setup_future_usage, shipping = token?.shipping ?? undefined } = input
  const confirmed: Stripe.PaymentIntent = {
    ...intent,
    ...(receipt_email !== undefined && { receipt_email }),
    ...(setup_future_usage !== undefined && { setup_future_usage }),
    ...(shipping !== undefined && { shipping }),
    payment_method: method.id,
    next_action: null,
  }
  dropChallenge(provider.store, intent.id)
  const asksBank = findTestNumber(cardNumberOf(provider.store, method.id))?.asksBank
  return asksBank ? askBank(provider, confirmed, method, input) : pay(provider, confirmed, method)
}

function refuseOtherAmount(intent: Stripe.PaymentIntent, { amount_to_confirm: expected }: Confirmation) {
  if (expected === undefined || expected === intent.amount) return
  throw invalidRequest(`The amount of this payment intent is ${intent.amount}, not ${expected}.`, {
    code: 'payment_intent_invalid_parameter',
    param: 'amount_to_confirm',
  })
}

/** Payment methods chosen on the dashboard may lead the buyer away, so a way back must be known. */
function refuseWithoutReturn(intent: Stripe.PaymentIntent, input: Confirmation) {
  const mayLeave = intent.automatic_payment_methods?.allow_redirects === 'always'
  if (!mayLeave || input.return_url !== undefined || input.use_stripe_sdk) return
  throw invalidRequest(
    "Confirming needs a return_url, unless automatic_payment_methods has allow_redirects 'never'.",
    { param: 'return_url' },
  )
}

function chooseMethod(
  provider: Provider,
  intent: Stripe.PaymentIntent,
  { payment_method: named, payment_method_data: typed }: Confirmation,
  caller: Caller,
): Stripe.PaymentMethod {
  if (typed && caller === 'server') refuseNumberFromServer()
  if (typed) return createPaymentMethod(provider, typed.card, typed.billing_details)
  if (named) return paymentMethodNamed(provider, named)
  if (typeof intent.payment_method === 'string') {
    return getPaymentMethod(provider.store, intent.payment_method, 'payment_method')
  }
  throw invalidRequest('This payment intent has no payment method yet, so it cannot be confirmed.', {
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
  })
}

function askBank(
  provider: Provider,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { return_url, use_stripe_sdk: useSdk }: Confirmation,
): Stripe.PaymentIntent {
  const returnUrl = return_url ?? null
  const { token } = openChallenge(provider.store, { intent: intent.id, paymentMethod: method.id, returnUrl })
  const url = `${provider.url}/3ds/${token}`
  const waiting: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_action',
    next_action: useSdk
      ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
      : { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } },
  }
  keepObject(provider.store, waiting)
  recordEvent(provider, 'payment_intent.requires_action', waiting)
  return waiting
}
