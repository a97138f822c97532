import { type Currency, parsePayable, sampleAmount } from '#contract/money.ts'
import { decimalSign, showNumber } from '#contract/numbers.ts'

/** The shop's currency, or null until it is known, and the locale whose decimal sign is entered and shown. */
type Entry = { currency: Currency | null; locale: string }

/**
 * Converts an entered amount to the API's format: '19,90' and '19,9' dollars are 19.90, '1,299.00' are 1299.00, and '1,299' yen
 * are 1299. Leaves other text unchanged.
 */
export function readAmount(typed: string, entry: Entry): string {
  const text = typed.trim()
  const { currency } = entry
  if (!currency || isUnclear(text, entry)) return text
  const { exponent } = currency
  if (exponent === 0) return /^\d{1,3}([.,]\d{3})+$/.test(text) ? text.replace(/\D/g, '') : text
  const digits = text.replace(/\D/g, '')
  const isGrouped = new RegExp(`^\\d{1,3}((,\\d{3})+\\.|(\\.\\d{3})+,)\\d{${exponent}}$`).test(text)
  if (isGrouped) return `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
  return new RegExp(`^\\d{1,7},\\d{1,${exponent}}$`).test(text) ? text.replace(',', '.') : text
}

/** Converts an entered weight, rating, or percentage: '1,5' is 1.5, and '1,234' is 1.234 in a shop that writes decimals so. */
export function readDecimal(typed: string, locale: string): string {
  const text = typed.trim()
  const isClear = decimalSign(locale) === ',' || !isGroupedBy(',', text)
  return isClear && /^\d+,\d+$/.test(text) ? text.replace(',', '.') : text
}

const isGroupedBy = (sign: ',' | '.', text: string) => new RegExp(`^\\d{1,3}([${sign}]\\d{3})+$`).test(text)

/** The sign that isn't the decimal sign. */
const otherSign = (locale: string) => (decimalSign(locale) === ',' ? '.' : ',')

/** In half of the world, '1,299' means about a thousand; in the other half, about one. */
const isUnclear = (text: string, { currency, locale }: Entry) =>
  Boolean(currency?.exponent) && isGroupedBy(otherSign(locale), text)

/** Returns a question about an ambiguous amount, or undefined. */
export function amountQuestion(typed: string, entry: Entry): string | undefined {
  const text = typed.trim()
  const { currency, locale } = entry
  if (!currency || !isUnclear(text, entry)) return undefined
  const sign = otherSign(locale)
  const shown = (whole: string, fraction: string) => showNumber(`${whole}.${fraction}`, locale)
  const whole = shown(text.replaceAll(sign, ''), '0'.repeat(currency.exponent))
  const [first = '', second = '', ...more] = text.split(sign)
  const name = sign === ',' ? 'comma' : 'period'
  return more.length > 0
    ? `Do you mean ${whole}? Enter it without ${name}s.`
    : `Is this ${whole} or ${shown(first, second.slice(0, currency.exponent))}? Enter it without a ${name}.`
}

/** Returns the end of a sentence with a sample amount: ', such as 49.99'. */
export const suchAs = (entry: Entry) => (entry.currency ? `, such as ${sampleOf(entry.currency, entry)}` : '')

const sampleOf = (currency: Currency, { locale }: Entry) => showNumber(sampleAmount(currency), locale)

/** Returns the message for text that isn't an amount of the currency, or undefined. */
export function amountProblem(typed: string, entry: Entry): string | undefined {
  const { currency } = entry
  if (!currency || parsePayable(readAmount(typed, entry), currency) !== null) return undefined
  return amountQuestion(typed, entry) ?? `Must be an amount such as ${sampleOf(currency, entry)}`
}

/**
 * Returns the values with these amounts in the API's format.
 * @param names of fields, with the place in a list: 'zones.0.name'
 */
export const withAmounts = <V extends object>(values: V, names: readonly string[], entry: Entry): V =>
  withTexts(values, names, (text) => readAmount(text, entry))

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
  if (Array.isArray(value))
    return value.map((one, index) => (index === Number(name) ? changeAt(one, rest, change) : one))
  if (typeof value !== 'object' || value === null || !(name in value)) return value
  return { ...value, [name]: changeAt((value as Record<string, unknown>)[name], rest, change) }
}
