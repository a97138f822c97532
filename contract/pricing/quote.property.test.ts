import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { carts, destinations, rules } from '../../tests/support/carts.ts'
import { checkQuote, checkRefunds } from '../../tests/support/check-quote.ts'
import { quote } from './quote.ts'
import { allocateRefund } from './refund.ts'
import type { GivenTaxes } from './taxes.ts'

const RUNS = { numRuns: 300 }

describe('the quote of any cart to any destination', () => {
  test('equals the result of exact fractions, is the sum of its parts, and is never negative', () => {
    fc.assert(
      fc.property(carts, destinations, rules, (lines, to, rules) => {
        checkQuote(lines, to, rules)
      }),
      RUNS,
    )
  })

  test('is byte-identical in any order of the cart’s items', () => {
    fc.assert(
      fc.property(
        carts.chain((lines) =>
          fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })),
        ),
        destinations,
        rules,
        ([lines, shuffled], to, rules) => {
          const bytes = JSON.stringify(quote(lines, to, rules))
          expect(JSON.stringify(quote(lines, to, rules))).toBe(bytes)
          expect(JSON.stringify(quote(shuffled, to, rules))).toBe(bytes)
        },
      ),
      RUNS,
    )
  })

  test('is the same with taxes that a provider calculated, and throws if they are for other amounts', () => {
    fc.assert(
      fc.property(carts, destinations, rules, (lines, to, rules) => {
        const expected = quote(lines, to, rules)
        const given: GivenTaxes = {
          calculation: 'taxcalc_1',
          lines: expected.lines.map(({ productId, variantId = productId, cents, taxes }) => ({
            ...{ unit: variantId, cents, taxes },
          })),
          shipping: expected.shipping,
        }
        const quoteWith = (given: GivenTaxes) =>
          quote(lines, to, { ...rules, taxes: { ...rules.taxes, rates: [], given } })
        expect(quoteWith(given)).toEqual({ ...expected, taxCalculation: 'taxcalc_1' })
        const shipping = { ...given.shipping, cents: given.shipping.cents + 1 }
        expect(() => quoteWith({ ...given, shipping })).toThrow(
          'The taxes of shipping are for another amount',
        )
        if (lines.length > 0)
          expect(() => quoteWith({ ...given, lines: [] })).toThrow('are for another amount')
      }),
      RUNS,
    )
  })

  test('is refunded exactly by parts of any size in any order', () => {
    fc.assert(
      fc.property(
        carts,
        destinations,
        rules,
        fc.array(fc.nat(), { minLength: 1 }),
        (lines, to, rules, order) => {
          checkRefunds(quote(lines, to, rules), order)
        },
      ),
      RUNS,
    )
  })
})

describe('a refund of individual units', () => {
  const line = { productId: 7, quantity: 3, priceCents: 333, shipsFree: false, taxClass: 'standard' }
  const to = { country: 'DE', region: '', methodId: null }
  const quoted = (pricesIncludeTax: boolean) =>
    quote([line], to, {
      currency: { code: 'EUR', exponent: 2 },
      zones: [{ countries: null, methods: [{ id: 'standard', name: 'Standard shipping', rateCents: 500 }] }],
      taxes: {
        pricesIncludeTax,
        rates: [{ country: 'DE', region: null, taxClass: 'standard', name: 'VAT', ppm: 190_000 }],
      },
    })
  const refund = (pricesIncludeTax: boolean, earlier: number, units: number) =>
    allocateRefund(quoted(pricesIncludeTax), new Map([[7, earlier]]), new Map([[7, units]]))

  test('includes the tax that was added to their price, and the taxed shipping cost once everything is returned', () => {
    // 999 plus 190 tax is 1189, which is 396.33 per unit. Shipping is 500 plus 95 tax.
    expect(refund(false, 0, 1)).toEqual({ itemsCents: 396, shippingCents: 0 })
    expect(refund(false, 1, 1)).toEqual({ itemsCents: 397, shippingCents: 0 })
    expect(refund(false, 2, 1)).toEqual({ itemsCents: 396, shippingCents: 595 })
    expect(refund(true, 2, 1)).toEqual({ itemsCents: 333, shippingCents: 500 })
  })

  test('throws for more units than were purchased, and for a product that isn’t in the order', () => {
    expect(() => refund(true, 2, 2)).toThrow('The order has 3 of product 7')
    expect(() => allocateRefund(quoted(true), new Map(), new Map([[8, 1]]))).toThrow(
      'Product 8 is not in the order',
    )
  })
})
