import type Stripe from 'stripe'
import { invalidRequest, noSuch } from '../api/api-error.ts'
import { newId } from '../ids.ts'
import { type ConfirmationToken, findObject, keepObject } from '../objects.ts'
import { nowInSeconds, type Provider } from '../provider.ts'
import { type BillingDetails, type CardDetails, createPaymentMethod } from './payment-methods.ts'

const hours12 = 12 * 3600

/** What a buyer chose in an element, kept until a payment is confirmed with it. */
export function createToken(
  provider: Provider,
  {
    payment_method_data: { card, billing_details },
    shipping = null,
    return_url = null,
  }: {
    payment_method_data: { card: CardDetails; billing_details?: Partial<BillingDetails> | undefined }
    shipping?: Stripe.ConfirmationToken.Shipping | null | undefined
    return_url?: string | null | undefined
  },
): Stripe.ConfirmationToken {
  const method = createPaymentMethod(provider, card, billing_details)
  const token: Stripe.ConfirmationToken = {
    id: newId('ctoken_1'),
    object: 'confirmation_token',
    created: nowInSeconds(),
    expires_at: nowInSeconds() + hours12,
    livemode: false,
    mandate_data: null,
    metadata: null,
    payment_intent: null,
    payment_method_options: null,
    payment_method_preview: null,
    return_url,
    setup_future_usage: null,
    setup_intent: null,
    shipping,
    use_stripe_sdk: true,
  }
  keepObject(provider.store, { ...token, payment_method: method.id })
  return token
}

/** A token confirms one payment, once. */
export function spendToken({ store }: Provider, intent: Stripe.PaymentIntent, id: string): ConfirmationToken {
  const token = findObject(store, 'confirmation_token', id)
  if (!token) throw noSuch('confirmation token', id, 'confirmation_token')
  if (token.payment_intent !== null || (token.expires_at ?? 0) < nowInSeconds())
    throw invalidRequest('This confirmation token was used already, or has expired.', {
      code: 'confirmation_token_already_used',
      param: 'confirmation_token',
    })
  const used = { ...token, payment_intent: intent.id }
  keepObject(store, used)
  return used
}
