import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { centsOf, centsToWire, formatCents, MAX_CENTS, parseCents, percentOff } from './money.ts'
import { MoneyInput } from './money-schema.ts'

const cents = fc.integer({ min: 0, max: MAX_CENTS })
describe('an amount of money', () => {
  test('is unchanged after a round trip from cents to the API format', () => {
    fc.assert(fc.property(cents, (amount) => centsOf(centsToWire(amount)) === amount))
  })

  test('that can’t be parsed is an error, never 0', () => {
    for (const text of ['', '1,00', '-1.00', '1.005', '10000000.00', 'NaN']) {
      expect(parseCents(text)).toBeNull()
      expect(() => centsOf(text)).toThrow(`'${text}' is not an amount`)
    }
  })

  test('can be a number or a string in a request', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        const wire = centsToWire(amount)
        return MoneyInput.parse(Number(wire)) === amount && MoneyInput.parse(wire) === amount
      }),
    )
  })

  test('is formatted exactly to the cent', () => {
    fc.assert(
      fc.property(cents, (amount) => formatCents(amount).replace(/[$,]/g, '') === centsToWire(amount)),
    )
  })

  test('has a rounded percentage off, from 0 to 100, that grows with the discount', () => {
    fc.assert(
      fc.property(cents, cents, cents, (old, price, higher) => {
        const off = percentOff(centsToWire(old), centsToWire(price))
        const isInside = off >= 0 && off <= 100 && (off === 0 || price < old)
        const isExact = price >= old || Math.abs(off - (100 * (old - price)) / old) <= 0.5
        const isMonotone = percentOff(centsToWire(old), centsToWire(Math.max(price, higher))) <= off
        return isInside && isExact && isMonotone
      }),
    )
  })
})
