import { type Currency, MAX_CENTS, payableStep } from '../money.ts'

/** Stripe's units and limits for amounts (docs.stripe.com/currencies). Doesn't import zod, so pages can load it early. */

/** Currencies whose decimals at Stripe differ from ISO 4217, because Stripe kept their former decimals. */
const STRIPE_DIGITS: Readonly<Record<string, number>> = { ISK: 2, MGA: 0, UGX: 2 }

/** The published minimums in cents. For other currencies, the minimum depends on the payout currency of the account. */
const MINIMUMS: Readonly<Record<string, number>> = {
  AED: 200,
  AUD: 50,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1000,
  USD: 50,
}

/** Stripe accepts twelve digits for rupiahs, which is more than prices can have, and eight for every other currency. */
const MAX_AMOUNT = 99_999_999

/** Returns the limits per payment in cents. */
export function chargeLimits(currency: Currency): { minCents: number; maxCents: number } {
  const step = payableStep(currency)
  const most = currency.code === 'IDR' ? MAX_CENTS : Math.min(MAX_CENTS, centsOfCharge(MAX_AMOUNT, currency))
  return { minCents: MINIMUMS[currency.code] ?? step, maxCents: most - (most % step) }
}

/** 4990 cents -> 4990, and 1234 Icelandic kronur -> 123400. @throws RangeError for an amount that can't be paid */
export function chargeOf(cents: number, currency: Currency): number {
  if (cents % payableStep(currency) !== 0) throw new RangeError(`${cents} ${currency.code} can't be paid`)
  return scaled(cents, extraDigits(currency))
}

/** The reverse of chargeOf. */
export const centsOfCharge = (amount: number, currency: Currency) =>
  Math.floor(scaled(amount, -extraDigits(currency)))

/**
 * Returns the step of Stripe's amounts that the shop's amounts can express. Stripe keeps fractions of currencies that
 * have none.
 * @param isPaid whether the amount is added to what a card pays
 */
export const chargeStep = (currency: Currency, isPaid: boolean) =>
  isPaid ? chargeOf(payableStep(currency), currency) : Math.max(1, scaled(1, extraDigits(currency)))

const extraDigits = ({ code, exponent }: Currency) => (STRIPE_DIGITS[code] ?? exponent) - exponent

const scaled = (amount: number, digits: number) =>
  digits < 0 ? amount / 10 ** -digits : amount * 10 ** digits
