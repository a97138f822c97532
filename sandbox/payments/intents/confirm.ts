import type Stripe from 'stripe'
import { z } from 'zod'
import { takeFault } from '../../faults.ts'
import { invalidRequest } from '../api/api-error.ts'
import { type Caller, post } from '../api/call.ts'
import { flag, shipping, text, webUrl } from '../api/parameters.ts'
import {
  CardInput,
  createPaymentMethod,
  paymentMethodNamed,
  rejectNumberFromServer,
} from '../cards/payment-methods.ts'
import { testCardOf } from '../cards/test-cards.ts'
import { type ConfirmationToken, getObject, nulls, saveObject } from '../objects.ts'
import { newId, nowInSeconds, type Provider, service } from '../provider.ts'
import { saveChange } from '../webhooks.ts'
import { awaitsPayment, rejectUnless } from './intents.ts'
import { pay } from './pay.ts'

export const Confirmation = z.strictObject({
  client_secret: text().optional(),
  confirmation_token: text().optional(),
  payment_method: text().optional(),
  payment_method_data: CardInput.optional(),
  return_url: webUrl.optional(),
  shipping: shipping.optional(),
  use_stripe_sdk: flag.optional(),
})
type Confirmation = Partial<z.infer<typeof Confirmation>>

/**
 * Charges the card, or starts a challenge by the bank. @throws an error if the card is declined; the intent then awaits
 * another one
 */
export function confirmIntent(
  provider: Provider,
  intent: Stripe.PaymentIntent,
  input: Confirmation,
  caller: Caller,
): Stripe.PaymentIntent {
  rejectUnless(intent, [...awaitsPayment, 'requires_action'], 'confirmed')
  // A payment method may redirect the buyer, so it needs a return URL.
  if (input.return_url === undefined && !input.use_stripe_sdk) {
    throw invalidRequest('Confirming needs a return_url.', { param: 'return_url' })
  }
  const token =
    input.confirmation_token === undefined ? null : consumeToken(provider, intent, input.confirmation_token)
  const method = token
    ? getObject(provider.store, 'payment_method', token.payment_method)
    : chooseMethod(provider, intent, input, caller)
  const { shipping = token?.shipping ?? undefined } = input
  const confirmed: Stripe.PaymentIntent = {
    ...intent,
    ...(shipping !== undefined && { shipping }),
    payment_method: method.id,
    next_action: null,
  }
  return testCardOf(method.card)?.requires3ds
    ? challenge(provider, confirmed, input)
    : pay(provider, confirmed, method)
}

function chooseMethod(
  provider: Provider,
  intent: Stripe.PaymentIntent,
  { payment_method: named, payment_method_data: typed }: Confirmation,
  caller: Caller,
): Stripe.PaymentMethod {
  if (typed && caller === 'server') rejectNumberFromServer()
  if (typed) return createPaymentMethod(provider, typed)
  if (named) return paymentMethodNamed(provider, named)
  if (typeof intent.payment_method === 'string') {
    return getObject(provider.store, 'payment_method', intent.payment_method)
  }
  throw invalidRequest('This payment intent has no payment method yet, so it cannot be confirmed.', {
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
  })
}

/**
 * Requires the buyer to confirm on the bank's page (3-D Secure), whose URL is a secret. Stripe's script frames the page;
 * without the script, or with banks that can't be framed, the buyer is redirected there and back to the return URL.
 */
function challenge(
  provider: Provider,
  intent: Stripe.PaymentIntent,
  { use_stripe_sdk: hasScript, return_url }: Confirmation,
): Stripe.PaymentIntent {
  const isFramed = hasScript && !takeFault(provider.faults, service, 'bank-redirects')
  const url = `${provider.url}/3ds/${intent.id}/${newId('ch_', 32)}`
  return saveChange(provider, 'payment_intent.requires_action', {
    ...intent,
    status: 'requires_action',
    next_action: isFramed
      ? {
          type: 'use_stripe_sdk',
          use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url },
        }
      : { type: 'redirect_to_url', redirect_to_url: { return_url: return_url ?? null, url } },
  })
}

const HOURS_12 = 12 * 3600

/** Stores the buyer's choice in a wallet sheet until a payment is confirmed with it. */
export const createConfirmationToken = post(
  '/confirmation_tokens',
  z.strictObject({
    payment_method_data: CardInput,
    shipping: shipping.optional(),
    wallet: z.enum(['google_pay', 'link']).optional(),
  }),
  (provider, { payment_method_data, shipping = null, wallet }, { caller }) => {
    if (caller === 'server') rejectNumberFromServer()
    const method = createPaymentMethod(provider, payment_method_data, wallet)
    const token: Stripe.ConfirmationToken = {
      id: newId('ctoken_1'),
      object: 'confirmation_token',
      created: nowInSeconds(),
      expires_at: nowInSeconds() + HOURS_12,
      livemode: provider.isLive,
      ...nulls('mandate_data metadata payment_intent payment_method_options payment_method_preview'),
      ...nulls('return_url setup_future_usage setup_intent'),
      shipping,
      use_stripe_sdk: true,
    }
    saveObject(provider, { ...token, payment_method: method.id })
    return token
  },
  { forBrowsers: true },
)

/** A token can confirm only one payment. */
function consumeToken(provider: Provider, intent: Stripe.PaymentIntent, id: string): ConfirmationToken {
  const token = getObject(provider.store, 'confirmation_token', id, 'confirmation_token')
  if (token.payment_intent !== null || (token.expires_at ?? 0) < nowInSeconds())
    throw invalidRequest('This confirmation token has already been used or has expired.', {
      code: 'confirmation_token_already_used',
      param: 'confirmation_token',
    })
  const used = { ...token, payment_intent: intent.id }
  saveObject(provider, used)
  return used
}
