import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { type Currency, parsePayable, sampleAmount } from '#contract/money.ts'

/** In half of the world, '1,299' means about a thousand; in the other half, about one. */
const UNCLEAR = /^\d{1,3}(,\d{3})+$/

/**
 * Converts an entered amount to the API's format: '19,90' dollars are 19.90, '1,299.00' are 1299.00, and '1,299' yen
 * are 1299. Leaves other text unchanged.
 */
export function readAmount(typed: string, currency: Currency | null): string {
  const text = typed.trim()
  if (!currency) return text
  const { exponent } = currency
  if (exponent === 0) return /^\d{1,3}([.,]\d{3})+$/.test(text) ? text.replace(/\D/g, '') : text
  const digits = text.replace(/\D/g, '')
  const isGrouped = new RegExp(`^\\d{1,3}((,\\d{3})+\\.|(\\.\\d{3})+,)\\d{${exponent}}$`).test(text)
  const hasComma = new RegExp(`^\\d{1,7},\\d{${exponent}}$`).test(text) && !UNCLEAR.test(text)
  return isGrouped || hasComma ? `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}` : text
}

/** Returns a question about an ambiguous amount, or undefined. */
export function amountQuestion(typed: string, currency: Currency | null): string | undefined {
  const text = typed.trim()
  if (!currency?.exponent || !UNCLEAR.test(text)) return undefined
  const whole = `${text.replaceAll(',', '')}.${'0'.repeat(currency.exponent)}`
  const [first, ...rest] = text.split(',')
  return rest.length > 1
    ? `Do you mean ${whole}? Enter it without commas.`
    : `Is this ${whole} or ${first}.${rest[0]?.slice(0, currency.exponent)}? Enter it without a comma.`
}

/** Returns the end of a sentence with a sample amount: ', such as 49.99'. */
export const suchAs = (currency: Currency | null) => (currency ? `, such as ${sampleAmount(currency)}` : '')

/** Returns the message for text that isn't an amount of the currency, or undefined. */
function amountProblem(typed: string, currency: Currency | null): string | undefined {
  if (!currency || parsePayable(readAmount(typed, currency), currency) !== null) return undefined
  return amountQuestion(typed, currency) ?? `Must be an amount such as ${sampleAmount(currency)}`
}

/** Returns the values with these amounts in the API's format. */
export function withAmounts<V extends object, N extends keyof V>(
  values: V,
  names: readonly N[],
  currency: Currency | null,
): V {
  const amounts = names.map((name) => [name, readAmount(String(values[name]), currency)])
  return { ...values, ...Object.fromEntries(amounts) }
}

/** Validates a form after converting its amounts. The form's schema checks them without knowing the currency. */
export function amountsResolver<V extends FieldValues>(
  check: Resolver<V>,
  names: readonly (keyof V & string)[],
  currency: Currency | null,
): Resolver<V> {
  return async (values, context, options) => {
    const result = await check(withAmounts(values, names, currency), context, options)
    const errors: Record<string, unknown> = { ...result.errors }
    for (const name of names) {
      const typed = String(values[name]).trim()
      const message = typed && amountProblem(typed, currency)
      if (message) errors[name] = { type: 'custom', ...(errors[name] as object), message }
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors: errors as FieldErrors<V> } : result
  }
}
