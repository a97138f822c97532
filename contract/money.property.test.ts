import currencyCodes from 'currency-codes'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { centsOfCharge, chargeLimits, chargeOf } from './checkout/charge.ts'
import { CURRENCIES, LOCALES } from './currencies.ts'
import { dateLocale } from './dates.ts'
import {
  type Currency,
  centsOf,
  centsToWire,
  formatCents,
  MAX_CENTS,
  parseCents,
  parsePayable,
  payableStep,
  percentOff,
  sampleAmount,
  US_DOLLARS,
} from './money.ts'
import { MoneyInput } from './text.ts'

const YEN: Currency = { code: 'JPY', exponent: 0 }
const DINARS: Currency = { code: 'KWD', exponent: 3 }
const currencies = fc.constantFrom(...CURRENCIES.values())
/** Any currency, with any payable amount. */
const amounts = fc
  .tuple(
    fc.oneof(fc.constantFrom(US_DOLLARS, YEN, DINARS), currencies),
    fc.integer({ min: 0, max: MAX_CENTS }),
  )
  .map(([currency, cents]) => ({ currency, cents: cents - (cents % payableStep(currency)) }))
const cents = fc.integer({ min: 0, max: MAX_CENTS })
const dollars = (amount: number) => centsToWire(amount, US_DOLLARS)

describe('amounts are exact to the smallest unit of their currency', () => {
  test('after a round trip from cents to the API format', () => {
    fc.assert(
      fc.property(amounts, ({ currency, cents }) => {
        const wire = centsToWire(cents, currency)
        return (
          centsOf(wire) === cents &&
          parseCents(wire, currency) === cents &&
          wire.split('.').at(1)?.length === (currency.exponent || undefined)
        )
      }),
    )
  })

  test('and short text is padded with zeros', () => {
    expect(parseCents('49.9', US_DOLLARS)).toBe(4990)
    expect(parseCents('49', DINARS)).toBe(49_000)
    expect(parseCents('4.9', DINARS)).toBe(4900)
    expect(parseCents('4990', YEN)).toBe(4990)
    expect(['0', '5', '50', '1234567'].map((text) => centsToWire(Number(text), DINARS))).toEqual([
      '0.000',
      '0.005',
      '0.050',
      '1234.567',
    ])
  })

  test('and text that isn’t an amount is an error, never 0', () => {
    for (const text of ['', '1,00', '-1.00', '1.', '.5', '1e3', '10000000000000000', 'NaN']) {
      for (const currency of [US_DOLLARS, YEN, DINARS]) expect(parseCents(text, currency)).toBeNull()
      expect(() => centsOf(text)).toThrow(`'${text}' is not an amount`)
    }
    // Too many decimals for the currency, or too few for the API.
    expect(['1.005', '10000000.00'].map((text) => parseCents(text, US_DOLLARS))).toEqual([null, null])
    expect(['1.0', '1.00', '1000000000'].map((text) => parseCents(text, YEN))).toEqual([null, null, null])
    expect(['1.0001', '1000000.000'].map((text) => parseCents(text, DINARS))).toEqual([null, null])
    expect(() => centsOf('4.9')).toThrow("'4.9' is not an amount")
  })

  test('and an amount that cards can’t pay is rejected', () => {
    expect(parsePayable('5.124', DINARS)).toBeNull()
    expect(parsePayable('5.120', DINARS)).toBe(5120)
    expect(sampleAmount(DINARS)).toBe('4.990')
    expect([US_DOLLARS, YEN].map(sampleAmount)).toEqual(['49.99', '4999'])
  })

  test('in requests with a number or a string', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        const wire = dollars(amount)
        const inCents = (value: unknown) => parseCents(MoneyInput.parse(value), US_DOLLARS)
        return inCents(Number(wire)) === amount && inCents(wire) === amount
      }),
    )
  })

  test('in formatted text, in every currency and format', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom(...LOCALES), ({ currency, cents }, locale) => {
        const digits = formatCents(cents, { currency, locale }).replace(/\D/g, '')
        return digits === centsToWire(cents, currency).replace('.', '')
      }),
    )
  })

  test('and the percentage off is rounded, from 0 to 100, and grows with the discount', () => {
    fc.assert(
      fc.property(cents, cents, cents, (old, price, higher) => {
        const off = percentOff(dollars(old), dollars(price))
        const isInside = off >= 0 && off <= 100 && (off === 0 || price < old)
        const isExact = price >= old || Math.abs(off - (100 * (old - price)) / old) <= 0.5
        const isMonotone = percentOff(dollars(old), dollars(Math.max(price, higher))) <= off
        return isInside && isExact && isMonotone
      }),
    )
  })
})

describe('amounts for display', () => {
  const written = (cents: number, code: string, locale: string) =>
    formatCents(cents, { currency: CURRENCIES.get(code) ?? US_DOLLARS, locale }).replace(/\s/g, ' ')

  test('have the decimals of the currency and the separators of the locale', () => {
    expect(written(123_450, 'USD', 'en-US')).toBe('$1,234.50')
    expect(written(5, 'USD', 'en-US')).toBe('$0.05')
    expect(written(123_450, 'JPY', 'en-US')).toBe('¥123,450')
    expect(written(123_450, 'EUR', 'en-IE')).toBe('€1,234.50')
    expect(written(123_450, 'EUR', 'de-DE')).toBe('1.234,50 €')
    expect(written(123_450, 'GBP', 'en-GB')).toBe('£1,234.50')
    expect(written(123_450, 'KWD', 'en-US')).toBe('KWD 123.450')
    // ICU formats these currencies without decimals, although they have some.
    expect(written(123_450, 'COP', 'en-US')).toBe('COP 1,234.50')
  })

  test('are exact where a JavaScript number isn’t', () => {
    expect(written(9_007_199_254_740_991, 'USD', 'en-US')).toBe('$90,071,992,547,409.91')
  })
})

test('dates are in English', () => {
  expect(['en-IE', 'de-DE', 'ja-JP'].map(dateLocale)).toEqual(['en-IE', 'en-GB', 'en-GB'])
})

describe('the currencies', () => {
  test('have the decimals of ISO 4217', () => {
    // The Caribbean guilder of 2025 is newer than the list.
    const iso = (code: string) => (code === 'XCG' ? 2 : currencyCodes.code(code)?.digits)
    const known = [...CURRENCIES.values()]
    expect(known).toEqual(known.map(({ code }) => ({ code, exponent: iso(code) })))
  })

  test('are charged in the units of the payment provider', () => {
    const charge = (cents: number, code: string) => chargeOf(cents, CURRENCIES.get(code) ?? US_DOLLARS)
    expect([charge(4999, 'USD'), charge(4999, 'JPY'), charge(5120, 'KWD')]).toEqual([4999, 4999, 5120])
    expect([charge(5, 'ISK'), charge(5, 'UGX'), charge(500, 'MGA')]).toEqual([500, 500, 5])
    expect(() => charge(5124, 'KWD')).toThrow("5124 KWD can't be paid")
    fc.assert(
      fc.property(amounts, ({ currency, cents }) => {
        const amount = chargeOf(cents, currency)
        return Number.isInteger(amount) && centsOfCharge(amount, currency) === cents
      }),
    )
  })

  test('have limits that can be charged', () => {
    for (const currency of CURRENCIES.values()) {
      const { minCents, maxCents } = chargeLimits(currency)
      const most = currency.code === 'IDR' ? 999_999_999_999 : 99_999_999
      expect(chargeOf(minCents, currency)).toBeGreaterThan(0)
      expect(chargeOf(maxCents, currency)).toBeLessThanOrEqual(most)
    }
    expect(chargeLimits(US_DOLLARS)).toEqual({ minCents: 50, maxCents: 99_999_999 })
    expect(chargeLimits(YEN)).toEqual({ minCents: 50, maxCents: 99_999_999 })
    expect(chargeLimits(DINARS)).toEqual({ minCents: 10, maxCents: 99_999_990 })
  })
})
