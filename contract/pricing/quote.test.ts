import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countItems } from '../cart/rules.ts'
import { MAX_CENTS } from '../money.ts'
import { lineTotal, pricedLine, quote } from './quote.ts'

const FLAT_RATE = { flatRateCents: 499 }
const line = (priceCents: number, quantity: number, shippingCostCents = 499) => ({
  ...{ priceCents, quantity, shippingCostCents },
})

const cents = fc.integer({ min: 0, max: MAX_CENTS })
const carts = fc.array(
  fc.record({
    quantity: fc.integer({ min: 1, max: 999 }),
    priceCents: cents,
    shippingCostCents: fc.constantFrom(0, 499, 1250),
  }),
  { maxLength: 100 },
)

describe('the quote of a cart (spec sections 3 and 9)', () => {
  test('the total is the sum of price times quantity, plus the flat rate', () => {
    expect(quote([line(10, 3), line(1999, 2)], FLAT_RATE)).toEqual({
      subtotalCents: 4028,
      shippingCents: 499,
      totalCents: 4527,
    })
  })

  test('shipping is free when every line ships free, and only then', () => {
    expect(quote([line(1000, 1, 0), line(500, 1, 0)], FLAT_RATE).shippingCents).toBe(0)
    expect(quote([line(1000, 1, 0), line(500, 1, 1200)], FLAT_RATE).shippingCents).toBe(499)
  })

  test('an empty cart costs nothing', () => {
    expect(quote([], FLAT_RATE)).toEqual({ subtotalCents: 0, shippingCents: 0, totalCents: 0 })
  })

  test('the largest line is exact', () => {
    expect(lineTotal(line(MAX_CENTS, 999))).toBe(998_999_999_001)
  })

  test('a cart item with an unreadable amount is an error, not a free product', () => {
    const item = { quantity: 1, product: { price: '19.99', shippingCost: '4.99' } }
    expect(pricedLine(item)).toEqual(line(1999, 1))
    expect(() => pricedLine({ ...item, product: { ...item.product, price: 'free' } })).toThrow()
  })

  test('the count is the sum of the quantities', () => {
    expect(countItems([line(100, 2), line(100, 5)])).toBe(7)
  })

  test('a cart costs the sum of its lines and the flat rate once, or nothing when all lines ship free', () => {
    fc.assert(
      fc.property(carts, cents, (all, flatRateCents) => {
        const exact = all.reduce((sum, one) => sum + BigInt(one.quantity) * BigInt(one.priceCents), 0n)
        const shipping = all.every((one) => one.shippingCostCents === 0) ? 0 : flatRateCents
        const { subtotalCents, shippingCents, totalCents } = quote(all, { flatRateCents })
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
      fc.property(carts, carts, (one, other) => {
        const cost = (all: typeof one) => quote(all, FLAT_RATE).subtotalCents
        return cost([...one, ...other]) === cost(one) + cost(other) && cost([...one].reverse()) === cost(one)
      }),
    )
  })
})
