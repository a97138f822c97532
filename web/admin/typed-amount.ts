import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { type Currency, parsePayable, sampleAmount } from '#contract/money.ts'

/** In half of the world, '1,299' means about a thousand; in the other half, about one. */
const UNCLEAR = /^\d{1,3}(,\d{3})+$/

/**
 * Converts an entered amount to the API's format: '19,90' and '19,9' dollars are 19.90, '1,299.00' are 1299.00, and '1,299' yen
 * are 1299. Leaves other text unchanged.
 */
export function readAmount(typed: string, currency: Currency | null): string {
  const text = typed.trim()
  if (!currency) return text
  const { exponent } = currency
  if (exponent === 0) return /^\d{1,3}([.,]\d{3})+$/.test(text) ? text.replace(/\D/g, '') : text
  const digits = text.replace(/\D/g, '')
  const isGrouped = new RegExp(`^\\d{1,3}((,\\d{3})+\\.|(\\.\\d{3})+,)\\d{${exponent}}$`).test(text)
  if (isGrouped) return `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
  const hasComma = new RegExp(`^\\d{1,7},\\d{1,${exponent}}$`).test(text) && !UNCLEAR.test(text)
  return hasComma ? text.replace(',', '.') : text
}

/** Converts an entered weight or rating: '1,5' is 1.5, and '1,234' is 1.234 in a shop that writes decimals so. */
export function readDecimal(typed: string, locale: string): string {
  const text = typed.trim()
  const isClear = decimalSign(locale) === ',' || !UNCLEAR.test(text)
  return isClear && /^\d+,\d+$/.test(text) ? text.replace(',', '.') : text
}

/** Returns a number of the API as admins of this locale write it: '19,90'. */
export const showNumber = (wire: string, locale: string) =>
  /^\d+\.\d+$/.test(wire) ? wire.replace('.', decimalSign(locale)) : wire

const decimalSign = (locale: string) => new Intl.NumberFormat(locale).format(0.5).charAt(1)

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

/**
 * Returns the values with these amounts in the API's format.
 * @param names of fields, with a star for each place in a list: 'zones.*.name'
 */
export const withAmounts = <V extends object>(
  values: V,
  names: readonly string[],
  currency: Currency | null,
): V => withTexts(values, names, (text) => readAmount(text, currency))

/** Returns the values with these weights and ratings in the API's format. */
export const withDecimals = <V extends object>(values: V, names: readonly string[], locale: string): V =>
  withTexts(values, names, (text) => readDecimal(text, locale))

/** Returns the values of the API with these numbers as admins of this locale write them. */
export const showNumbers = <V extends object>(values: V, names: readonly string[], locale: string): V =>
  withTexts(values, names, (text) => showNumber(text, locale))

function withTexts<V>(values: V, names: readonly string[], change: (text: string) => string): V {
  return names.reduce((sofar, name) => changeAt(sofar, name.split('.'), change) as V, values)
}

function changeAt(value: unknown, [name, ...rest]: string[], change: (text: string) => string): unknown {
  if (name === undefined) return typeof value === 'string' ? change(value) : value
  if (Array.isArray(value)) return value.map((one) => changeAt(one, rest, change))
  if (typeof value !== 'object' || value === null || !(name in value)) return value
  return { ...value, [name]: changeAt((value as Record<string, unknown>)[name], rest, change) }
}

/** Validates a form after converting its amounts. The form's schema checks them without knowing the currency. */
export function amountsResolver<V extends FieldValues>(
  check: Resolver<V>,
  names: readonly string[],
  currency: Currency | null,
): Resolver<V> {
  return async (values, context, options) => {
    const result = await check(withAmounts(values, names, currency), context, options)
    const errors: Record<string, unknown> = { ...result.errors }
    for (const name of names) {
      const typed = String(values[name] ?? '').trim()
      const message = typed && amountProblem(typed, currency)
      if (message) errors[name] = { type: 'custom', ...(errors[name] as object), message }
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors: errors as FieldErrors<V> } : result
  }
}
