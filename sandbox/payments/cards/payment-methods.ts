import { hash } from 'node:crypto'
import type Stripe from 'stripe'
import type { Store } from '../../store.ts'
import { ApiError, invalidRequest, noSuch } from '../api/api-error.ts'
import { newId } from '../ids.ts'
import { findObject, keepObject } from '../objects.ts'
import { nowInSeconds, type Provider } from '../provider.ts'
import { brandOf, isCardNumber } from './card-number.ts'
import { cardNames } from './test-numbers.ts'

export interface CardDetails {
  number: string
  exp_month: number
  exp_year: number
  cvc?: string | undefined
}

export type BillingDetails = Stripe.PaymentMethod.BillingDetails

export const cardTables = `
  create table if not exists payments_card_numbers (
    payment_method text primary key,
    number text not null
  ) strict;
`

export function createPaymentMethod(
  { store }: Provider,
  details: CardDetails,
  billing: Partial<BillingDetails> = {},
): Stripe.PaymentMethod {
  const card = { ...details, number: details.number.replace(/[\s-]/g, '') }
  refuseWrong(card)
  const method = paymentMethodOf(card, billing)
  keepObject(store, method)
  store
    .prepare('insert into payments_card_numbers (payment_method, number) values (?, ?)')
    .run(method.id, card.number)
  return method
}

/** By its id, or by a name such as `pm_card_visa`, which makes a new one each time. */
export function paymentMethodNamed(provider: Provider, id: string): Stripe.PaymentMethod {
  const number = cardNames[id]
  if (number === undefined) return getPaymentMethod(provider.store, id, 'payment_method')
  const nextYear = new Date().getUTCFullYear() + 1
  return createPaymentMethod(provider, { number, exp_month: 12, exp_year: nextYear, cvc: '314' })
}

export function getPaymentMethod(store: Store, id: string, param?: string): Stripe.PaymentMethod {
  const method = findObject(store, 'payment_method', id)
  if (!method) throw noSuch('payment method', id, param)
  return method
}

export function cardNumberOf(store: Store, method: string): string {
  const find = store.prepare('select number from payments_card_numbers where payment_method = ?')
  return (find.get(method) as { number: string } | undefined)?.number ?? ''
}

/** The servers of shops must never see card numbers, so Stripe refuses them from there. */
export function refuseNumberFromServer(): never {
  throw invalidRequest(
    'Card numbers must not pass through your server. Use the Payment Element, or a name such as pm_card_visa.',
    {},
    402,
  )
}

function refuseWrong({ number, exp_month, exp_year, cvc }: CardDetails) {
  const now = new Date()
  const thisMonth = now.getUTCFullYear() * 12 + now.getUTCMonth()
  if (!isCardNumber(number)) {
    throw wrongCard('incorrect_number', 'number', 'The card number is not correct.')
  }
  if (exp_month < 1 || exp_month > 12) {
    throw wrongCard('invalid_expiry_month', 'exp_month', 'The expiration month is not valid.')
  }
  if (exp_year > now.getUTCFullYear() + 50 || exp_year * 12 + exp_month - 1 < thisMonth) {
    throw wrongCard('invalid_expiry_year', 'exp_year', 'The expiration date is not valid.')
  }
  const cvcLength = brandOf(number)?.cvcLength ?? 3
  if (cvc !== undefined && !(/^\d+$/.test(cvc) && cvc.length === cvcLength)) {
    throw wrongCard('invalid_cvc', 'cvc', 'The security code is not valid.')
  }
}

function wrongCard(code: string, param: string, message: string): ApiError {
  return new ApiError(402, { type: 'card_error', code, param, message })
}

function paymentMethodOf(card: CardDetails, billing: Partial<BillingDetails>): Stripe.PaymentMethod {
  const brand = brandOf(card.number)?.brand ?? 'unknown'
  return {
    id: newId('pm_1'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: null,
      email: null,
      name: null,
      phone: null,
      tax_id: null,
      ...billing,
    },
    card: {
      brand,
      checks: {
        address_line1_check: billing.address?.line1 ? 'unchecked' : null,
        address_postal_code_check: billing.address?.postal_code ? 'unchecked' : null,
        cvc_check: card.cvc === undefined ? null : 'unchecked',
      },
      country: 'US',
      display_brand: brand,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: hash('sha256', card.number).slice(0, 16),
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: nowInSeconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}
