import { hash } from 'node:crypto'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Store } from '../../store.ts'
import { ApiError, invalidRequest } from '../api/api-error.ts'
import { address, integer, text } from '../api/parameters.ts'
import { getObject, saveObject } from '../objects.ts'
import { newId, nowInSeconds, type Provider } from '../provider.ts'
import { findTestCard, numberNamed, type TestCard } from './test-cards.ts'

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
type CardInput = Pick<z.infer<typeof CardInput>, 'card' | 'billing_details'>

export const cardTables = `
  create table if not exists payments_card_numbers (
    payment_method text primary key,
    number text not null
  ) strict;
`

/** @throws a card error for an impossible number, date, or code */
export function createPaymentMethod({ store }: Provider, { card, billing_details }: CardInput) {
  const brand = brands.find(({ begins }) => begins.test(card.number))
  rejectWrongCard(card, brand)
  const method = paymentMethodOf(card, brand?.name ?? 'unknown', billing_details)
  saveObject(store, method)
  store
    .prepare('insert into payments_card_numbers (payment_method, number) values (?, ?)')
    .run(method.id, card.number)
  return method
}

/** Finds a payment method by its ID. A name such as `pm_card_visa` creates a new one each time. */
export function paymentMethodNamed(provider: Provider, id: string): Stripe.PaymentMethod {
  const number = numberNamed(id)
  if (number === null) return getObject(provider.store, 'payment_method', id, 'payment_method')
  const nextYear = new Date().getUTCFullYear() + 1
  return createPaymentMethod(provider, { card: { number, exp_month: 12, exp_year: nextYear, cvc: '314' } })
}

/** Returns null if the number could be that of a real card. */
export function testCardOf(store: Store, method: string): TestCard | null {
  const find = store.prepare('select number from payments_card_numbers where payment_method = ?')
  return findTestCard((find.get(method) as { number: string } | undefined)?.number ?? '')
}

/** Servers of shops must never see card numbers, so Stripe rejects requests that contain them. */
export function rejectNumberFromServer(): never {
  const message =
    'Card numbers must not pass through your server. Use the Payment Element, or a name such as pm_card_visa.'
  throw invalidRequest(message, {}, 402)
}

interface Brand {
  name: string
  begins: RegExp
  length: number
  cvcLength: number
}

// The card form has the same list with display names in browser/frame/card-number.js.
const brands: readonly Brand[] = [
  { name: 'visa', begins: /^4/, length: 16, cvcLength: 3 },
  { name: 'mastercard', begins: /^(5[1-5]|2[2-7])/, length: 16, cvcLength: 3 },
  { name: 'amex', begins: /^3[47]/, length: 15, cvcLength: 4 },
  { name: 'discover', begins: /^(6011|64[4-9]|65)/, length: 16, cvcLength: 3 },
]

function rejectWrongCard(card: CardInput['card'], { length, cvcLength }: Partial<Brand> = {}) {
  const { number, exp_month, exp_year, cvc } = card
  const now = new Date()
  const isNumber = /^\d{12,19}$/.test(number) && (length ?? number.length) === number.length
  if (!isNumber || luhnSum(number) % 10 !== 0) {
    throw wrongCard('incorrect_number', 'number', 'The card number is incorrect.')
  }
  if (exp_month < 1 || exp_month > 12) {
    throw wrongCard('invalid_expiry_month', 'exp_month', 'The expiration month is not valid.')
  }
  const months = (exp_year - now.getUTCFullYear()) * 12 + exp_month - 1 - now.getUTCMonth()
  if (months < 0 || exp_year > now.getUTCFullYear() + 50) {
    throw wrongCard('invalid_expiry_year', 'exp_year', 'The expiration date is not valid.')
  }
  if (cvc !== undefined && !(/^\d+$/.test(cvc) && cvc.length === (cvcLength ?? 3))) {
    throw wrongCard('invalid_cvc', 'cvc', 'The security code is not valid.')
  }
}

/** Returns the sum of the digits, with every second one from the right doubled (Luhn). */
function luhnSum(number: string): number {
  return [...number].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
}

function wrongCard(code: string, param: string, message: string): ApiError {
  return new ApiError(402, { type: 'card_error', code, param, message })
}

function paymentMethodOf(
  card: CardInput['card'],
  brand: string,
  billing: CardInput['billing_details'],
): Stripe.PaymentMethod {
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
