import fc from 'fast-check'
import { describe, test } from 'vitest'
import { cartTotals } from './cart/rules.ts'
import { centsToWire, formatCents, MAX_CENTS, parseCents, percentOff } from './money.ts'
import { MoneyInput } from './money-schema.ts'

const cents = fc.integer({ min: 0, max: MAX_CENTS })
const lines = fc.array(
  fc.record({
    quantity: fc.integer({ min: 1, max: 999 }),
    priceCents: cents,
    shippingCents: fc.constantFrom(0, 499, 1250),
  }),
  { maxLength: 100 },
)
const asLine = (line: { quantity: number; priceCents: number; shippingCents: number }) => ({
  quantity: line.quantity,
  product: { price: centsToWire(line.priceCents), shippingCost: centsToWire(line.shippingCents) },
})

describe('money never drifts by a cent', () => {
  test('from cents to the wire and back', () => {
    fc.assert(fc.property(cents, (amount) => parseCents(centsToWire(amount)) === amount))
  })

  test('whether a request sends a number or a string', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        const wire = centsToWire(amount)
        return MoneyInput.parse(Number(wire)) === amount && MoneyInput.parse(wire) === amount
      }),
    )
  })

  test('what a person reads has the same digits', () => {
    fc.assert(
      fc.property(cents, (amount) => formatCents(amount).replace(/[$,]/g, '') === centsToWire(amount)),
    )
  })

  test('a cart costs the sum of its lines and the flat rate once, or nothing when all lines ship free', () => {
    fc.assert(
      fc.property(lines, cents, (all, rate) => {
        const exact = all.reduce((sum, one) => sum + BigInt(one.quantity) * BigInt(one.priceCents), 0n)
        const shipping = all.every(({ shippingCents }) => shippingCents === 0) ? 0 : rate
        const { subtotalCents, shippingCents, totalCents } = cartTotals(all.map(asLine), centsToWire(rate))
        return (
          BigInt(subtotalCents) === exact &&
          shippingCents === shipping &&
          BigInt(totalCents) === exact + BigInt(shipping)
        )
      }),
    )
  })

  test('a cart of two carts costs what both cost without shipping, in any order', () => {
    fc.assert(
      fc.property(lines, lines, (one, other) => {
        const cost = (all: typeof one) => cartTotals(all.map(asLine), '4.99').subtotalCents
        return cost([...one, ...other]) === cost(one) + cost(other) && cost([...one].reverse()) === cost(one)
      }),
    )
  })

  test('percent off is the rounded part of the old price, 0 to 100, and grows with the reduction', () => {
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
