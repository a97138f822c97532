/**
 * Amounts are integers in the currency's smallest unit, which the code calls cents. The API sends them as decimal
 * strings with all decimals of the currency: "49.90" in US dollars, "4990" in yen, "49.900" in Kuwaiti dinars.
 */

/** @property exponent decimals in ISO 4217: 2 for USD, 0 for JPY, 3 for KWD */
export type Currency = { code: string; exponent: number }

/** How a shop formats amounts. @property locale BCP 47 tag for numbers */
export type MoneyFormat = { currency: Currency; locale: string }

/** The currency of a fresh install. */
export const US_DOLLARS: Currency = { code: 'USD', exponent: 2 }

/** Maximum amount. At 9,999,999.99 dollars, every cart total is a safe integer of cents. */
export const MAX_CENTS = 999_999_999
const MAX_DIGITS = 9

/**
 * Returns the step of payable amounts. Card networks use two decimals for currencies that have three, and no fractions
 * of Madagascar's currency (docs.stripe.com/currencies).
 */
export const payableStep = ({ code, exponent }: Currency) => (code === 'MGA' ? 100 : exponent > 2 ? 10 : 1)

/** Parses "49.9" to 4990 cents, or returns null if it isn't an amount of at most MAX_CENTS. */
export function parseCents(text: string, { exponent }: Currency): number | null {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '' || whole.length > MAX_DIGITS - exponent || fraction.length > exponent) return null
  return Number(whole + fraction.padEnd(exponent, '0'))
}

/** Parses an amount entered by the store owner like parseCents, but also returns null if it couldn't be paid. */
export function parsePayable(text: string, currency: Currency): number | null {
  const cents = parseCents(text, currency)
  return cents === null || cents % payableStep(currency) !== 0 ? null : cents
}

/**
 * "49.90" -> 4990 cents. In every currency, the digits of an API amount are its cents.
 * @throws Error for anything else, which the API never sends
 */
export function centsOf(wire: string): number {
  const cents = Number(wire.replace('.', ''))
  if (!/^\d+(\.\d{2,3})?$/.test(wire) || !Number.isSafeInteger(cents))
    throw new Error(`'${wire}' is not an amount`)
  return cents
}

/** 4990 cents -> "49.90" in US dollars */
export function centsToWire(cents: number, { exponent }: Currency): string {
  if (exponent === 0) return String(cents)
  const digits = String(cents).padStart(exponent + 1, '0')
  return `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/** "1234.50" from JSON -> "$1,234.50" for display. */
export function formatMoney(wire: string, { currency, locale }: MoneyFormat): string {
  // Passing the text keeps large amounts exact. Browsers from before 2023 convert it to a number first.
  return numberFormat(locale, currency).format(wire as `${number}`)
}

/** 123450 cents -> "$1,234.50" for display. */
export function formatCents(cents: number, format: MoneyFormat): string {
  return formatMoney(centsToWire(cents, format.currency), format)
}

/** Returns an amount with the right number of decimals, for hints and messages: "49.99" in US dollars. */
export const sampleAmount = (currency: Currency) =>
  centsToWire(4999 - (4999 % payableStep(currency)), currency)

/** Returns the rounded discount in percent (spec section 2, product detail). */
export function percentOff(oldPrice: string, price: string): number {
  const before = centsOf(oldPrice)
  const now = centsOf(price)
  return before > now ? Math.round(((before - now) * 100) / before) : 0
}

/** Creating a format costs far more than using it. */
const formats = new Map<string, Intl.NumberFormat>()

function numberFormat(locale: string, { code, exponent }: Currency): Intl.NumberFormat {
  const key = `${locale} ${code} ${exponent}`
  let format = formats.get(key)
  if (!format) {
    // Browsers disagree about the decimals of some currencies, and differ from ISO 4217 for a dozen.
    const digits = { minimumFractionDigits: exponent, maximumFractionDigits: exponent }
    format = new Intl.NumberFormat(locale, { style: 'currency', currency: code, ...digits })
    formats.set(key, format)
  }
  return format
}

/** Returns the plural of a currency's name: 'US dollars' */
export function currencyPlural(code: string): string {
  // The display name is singular. A formatted amount contains the plural.
  const parts = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'name',
  }).formatToParts(2)
  return parts.find(({ type }) => type === 'currency')?.value ?? code
}
