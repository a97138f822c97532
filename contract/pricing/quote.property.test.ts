import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { carts, destinations, saleOf, sales } from '../../tests/support/carts.ts'
import { checkQuote, checkRefunds, refundSteps, rulesOf } from '../../tests/support/check-quote.ts'
import { DESTINATIONS } from '../../tests/support/taxed-places.ts'
import { quote } from './quote.ts'
import { amountOf, refundOfAmount, refundOfUnits, restOf, taxesOfRefund } from './refund.ts'
import type { GivenTaxes } from './taxes.ts'

const RUNS = { numRuns: 300 }

describe('the quote of any cart to any destination', () => {
  test('equals the result of exact fractions, is the sum of its parts, and is never negative', () => {
    for (const to of [null, ...DESTINATIONS])
      fc.assert(
        fc.property(carts, sales, (lines, facts) => {
          checkQuote(lines, to, saleOf(facts))
        }),
        { numRuns: 5 },
      )
  })

  test('is byte-identical in any order of the cart’s items', () => {
    fc.assert(
      fc.property(
        carts.chain((lines) =>
          fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })),
        ),
        destinations,
        sales,
        ([lines, shuffled], to, facts) => {
          const rules = rulesOf(saleOf(facts), to)
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
      fc.property(carts, destinations, sales, (lines, to, facts) => {
        const rules = rulesOf(saleOf({ ...facts, numberOf: null }), to)
        const expected = quote(lines, to, rules)
        const given: GivenTaxes = {
          calculation: 'taxcalc_1',
          lines: expected.lines.map(({ variantId, cents, taxes }) => ({
            unit: variantId,
            cents,
            taxes,
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

  test('is refunded exactly by lines, amounts, and returns in any order, with exactly its taxes', () => {
    fc.assert(
      fc.property(carts, destinations, sales, refundSteps, (lines, to, facts, steps) => {
        checkRefunds(checkQuote(lines, to, saleOf(facts)), steps)
      }),
      RUNS,
    )
  })
})

describe('a refund of individual units', () => {
  const line = {
    productId: 7,
    variantId: 7,
    quantity: 3,
    priceCents: 333,
    shipsFree: false,
    taxClass: 'standard',
  }
  const to = { country: 'DE', region: '', methodId: null }
  const EUR = { code: 'EUR', exponent: 2 }
  const quoted = (pricesIncludeTax: boolean) =>
    quote([line], to, {
      currency: EUR,
      zones: [{ countries: null, methods: [{ id: 'standard', name: 'Standard shipping', rateCents: 500 }] }],
      taxes: {
        pricesIncludeTax,
        rates: [{ country: 'DE', region: null, taxClass: 'standard', name: 'VAT', ppm: 190_000 }],
      },
    })
  const rest = (pricesIncludeTax: boolean, earlier: number) => {
    const all = restOf(quoted(pricesIncludeTax), [])
    return restOf(quoted(pricesIncludeTax), [refundOfUnits(all, new Map([[7, earlier]]), 0, EUR)])
  }
  const refund = (pricesIncludeTax: boolean, earlier: number, units: number, shippingCents = 0) =>
    amountOf(refundOfUnits(rest(pricesIncludeTax, earlier), new Map([[7, units]]), shippingCents, EUR))

  test('includes the tax that was added to their price, and as much of the shipping as was chosen', () => {
    // 999 plus 190 tax is 1189, which is 396.33 per unit. Shipping is 500 plus 95 tax.
    expect(refund(false, 0, 1)).toBe(396)
    expect(refund(false, 1, 1)).toBe(397)
    expect(refund(false, 2, 1, 595)).toBe(396 + 595)
    expect(refund(true, 2, 1)).toBe(333)
    expect(rest(true, 3).shipping).toMatchObject({ cents: 500, taxes: [{ netCents: 420, cents: 80 }] })
  })

  test('includes only the tax of its line, and a refund of an amount that of all lines in proportion', () => {
    const reduced = {
      ...line,
      productId: 8,
      variantId: 8,
      quantity: 1,
      priceCents: 5028,
      taxClass: 'reduced',
    }
    const full = { ...line, quantity: 1, priceCents: 9995 }
    const rates = [
      { country: 'DE', region: null, taxClass: 'standard', name: 'VAT', ppm: 190_000 },
      { country: 'DE', region: null, taxClass: 'reduced', name: 'VAT', ppm: 70_000 },
    ]
    const zones = [
      { countries: null, methods: [{ id: 'standard', name: 'Standard shipping', rateCents: 0 }] },
    ]
    const sold = quote([full, reduced], to, {
      currency: EUR,
      zones,
      taxes: { pricesIncludeTax: true, rates },
    })
    const all = restOf(sold, [])
    expect(taxesOfRefund(refundOfUnits(all, new Map([[7, 1]]), 0, EUR))).toMatchObject([
      { ppm: 190_000, netCents: 8399, cents: 1596 },
    ])
    // 50.00 is split 33.27 : 16.73, like 99.95 : 50.28.
    expect(taxesOfRefund(refundOfAmount(all, 5000))).toMatchObject([
      { ppm: 190_000, netCents: 2796, cents: 531 },
      { ppm: 70_000, netCents: 1564, cents: 109 },
    ])
  })

  test('throws for more units than were purchased, and for a product that isn’t in the order', () => {
    expect(() => refund(true, 2, 2)).toThrow('Only 1 of product 7 can be refunded')
    expect(() => refundOfUnits(rest(true, 0), new Map([[8, 1]]), 0, EUR)).toThrow(
      'Product 8 is not in the order',
    )
    expect(() => refundOfAmount(rest(true, 0), 1500)).toThrow('more than is left')
  })
})
