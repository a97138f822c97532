import type Stripe from 'stripe'
import { z } from 'zod'
import { invalidRequest } from '../api/api-error.ts'
import { post } from '../api/call.ts'
import { shipping } from '../api/parameters.ts'
import { type ConfirmationToken, getObject, nulls, saveObject } from '../objects.ts'
import { newId, nowInSeconds, type Provider } from '../provider.ts'
import { CardInput, createPaymentMethod, rejectNumberFromServer } from './payment-methods.ts'

const HOURS_12 = 12 * 3600

/** Stores the buyer's choice in a wallet sheet until a payment is confirmed with it. */
export const createConfirmationToken = post(
  '/confirmation_tokens',
  z.strictObject({ payment_method_data: CardInput, shipping: shipping.optional() }),
  (provider, { payment_method_data, shipping = null }, { caller }) => {
    if (caller === 'server') rejectNumberFromServer()
    const method = createPaymentMethod(provider, payment_method_data)
    const token: Stripe.ConfirmationToken = {
      id: newId('ctoken_1'),
      object: 'confirmation_token',
      created: nowInSeconds(),
      expires_at: nowInSeconds() + HOURS_12,
      livemode: false,
      ...nulls('mandate_data metadata payment_intent payment_method_options payment_method_preview'),
      ...nulls('return_url setup_future_usage setup_intent'),
      shipping,
      use_stripe_sdk: true,
    }
    saveObject(provider.store, { ...token, payment_method: method.id })
    return token
  },
  { forBrowsers: true },
)

/** A token can confirm only one payment. */
export function consumeToken(
  { store }: Provider,
  intent: Stripe.PaymentIntent,
  id: string,
): ConfirmationToken {
  const token = getObject(store, 'confirmation_token', id, 'confirmation_token')
  if (token.payment_intent !== null || (token.expires_at ?? 0) < nowInSeconds())
    throw invalidRequest('This confirmation token has already been used or has expired.', {
      code: 'confirmation_token_already_used',
      param: 'confirmation_token',
    })
  const used = { ...token, payment_intent: intent.id }
  saveObject(store, used)
  return used
}
