import { takeFault } from '../faults.ts'
import { invalidRequest } from './api/api-error.ts'
import { type Provider, service } from './provider.ts'

/** Amounts in the units and limits of Stripe's API (docs.stripe.com/currencies). */

const ZERO_DECIMAL = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
const THREE_DECIMAL = 'bhd jod kwd omr tnd'.split(' ')
/** Some of the published minimums. */
const MINIMUMS: Record<string, number> = { usd: 50, eur: 50, gbp: 30, jpy: 50, chf: 50, sek: 300, nok: 300 }
const MAX_AMOUNT = 99_999_999
const MAX_RUPIAHS = 999_999_999_999

/** Formats an amount of the API: 4999 and usd are $49.99. */
export function formatAmount(amount: number, currency: string): string {
  const digits = ZERO_DECIMAL.includes(currency) ? 0 : THREE_DECIMAL.includes(currency) ? 3 : 2
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits)
}

/** @throws StripeError for an amount that can't be charged */
export function rejectAmount({ faults }: Provider, amount: number, currency: string) {
  const [least, most] = [MINIMUMS[currency] ?? 1, currency === 'idr' ? MAX_RUPIAHS : MAX_AMOUNT]
  if (amount > most) {
    const message = `The amount must be at most ${formatAmount(most, currency)}.`
    throw invalidRequest(message, { code: 'amount_too_large', param: 'amount' })
  }
  if (amount < least) {
    const message = `The amount must be at least ${formatAmount(least, currency)}.`
    throw invalidRequest(message, { code: 'amount_too_small', param: 'amount' })
  }
  rejectFraction(amount, currency)
  if (!takeFault(faults, service, 'amount-too-small')) return
  const message = `The amount must convert to at least 50 cents. ${formatAmount(amount, currency)} converts to less.`
  throw invalidRequest(message, { code: 'amount_too_small', param: 'amount' })
}

/** @throws StripeError for a third decimal, which card networks can't carry */
export function rejectFraction(amount: number, currency: string) {
  if (!THREE_DECIMAL.includes(currency) || amount % 10 === 0) return
  throw invalidRequest(`The last digit of an amount in ${currency.toUpperCase()} must be 0.`, {
    param: 'amount',
  })
}
