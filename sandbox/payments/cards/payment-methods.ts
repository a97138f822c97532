import type Stripe from 'stripe'
import { z } from 'zod'
import { invalidRequest } from '../api/api-error.ts'
import { address, integer, text } from '../api/parameters.ts'
import { getObject, saveObject } from '../objects.ts'
import { newId, nowInSeconds, type Provider } from '../provider.ts'
import { fingerprintOf, numberNamed } from './test-cards.ts'

/** A card as entered by the buyer. */
export const CardInput = z.strictObject({
  type: z.literal('card', 'Only cards are emulated'),
  card: z.strictObject({
    number: text(30).transform((number) => number.replace(/[\s-]/g, '')),
    exp_month: integer,
    exp_year: integer.transform((year) => (year < 100 ? 2000 + year : year)),
    cvc: text(10).optional(),
  }),
  billing_details: z
    .strictObject({
      address: address.optional(),
      email: text().optional(),
      name: text().optional(),
      phone: text().optional(),
    })
    .optional(),
})
type Wallet = 'google_pay' | 'link'
type CardInput = Pick<z.infer<typeof CardInput>, 'card' | 'billing_details'>

/** @param wallet the wallet that stores the card, if any */
export function createPaymentMethod(provider: Provider, input: CardInput, wallet?: Wallet) {
  const method = paymentMethodOf(provider, input, wallet)
  saveObject(provider, method)
  return method
}

/** Finds a payment method by its ID. A name such as `pm_card_visa` creates a new one each time. */
export function paymentMethodNamed(provider: Provider, id: string): Stripe.PaymentMethod {
  const number = numberNamed(id)
  if (number === null) return getObject(provider.store, 'payment_method', id, 'payment_method')
  const nextYear = new Date().getUTCFullYear() + 1
  return createPaymentMethod(provider, { card: { number, exp_month: 12, exp_year: nextYear, cvc: '314' } })
}

/** Servers of shops must never see card numbers, so Stripe rejects requests that contain them. */
export function rejectNumberFromServer(): never {
  const message =
    'Card numbers must not pass through your server. Use the Payment Element, or a name such as pm_card_visa.'
  throw invalidRequest(message, {}, 402)
}

/** The brands of the test cards, by the first digit. The card form has more in browser/frame/card-number.js. */
const BRANDS: Record<string, string> = { 3: 'amex', 4: 'visa', 5: 'mastercard' }

function paymentMethodOf(
  { isLive }: Provider,
  { card, billing_details: billing }: CardInput,
  wallet?: Wallet,
): Stripe.PaymentMethod {
  const brand = BRANDS[card.number.charAt(0)] ?? 'unknown'
  return {
    id: newId('pm_1'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null, ...billing },
    card: {
      brand,
      checks: {
        address_line1_check: billing?.address?.line1 ? 'unchecked' : null,
        address_postal_code_check: billing?.address?.postal_code ? 'unchecked' : null,
        cvc_check: card.cvc === undefined ? null : 'unchecked',
      },
      country: 'US',
      display_brand: brand,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: fingerprintOf(card.number),
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: wallet ? { type: wallet, [wallet]: {}, dynamic_last4: null } : null,
    },
    created: nowInSeconds(),
    customer: null,
    customer_account: null,
    livemode: isLive,
    metadata: {},
    type: 'card',
  }
}
