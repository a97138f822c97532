import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_CENTS } from '../money.ts'
import { basesOf, CONTENT_UNITS, contentText, UNIT_PRICE_BASES, unitPriceOf } from './unit-price.ts'

const prices = fc.integer({ min: 0, max: MAX_CENTS })
/** At least 1, so no amount is too large for the shop, in ten-thousandths. */
const tenThousandths = fc.integer({ min: 10_000, max: 99_999_999_999 })
const written = (amount: number) =>
  `${Math.floor(amount / 10_000)}.${String(amount % 10_000).padStart(4, '0')}`

test('is what the base costs at the price of the content, rounded half up', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999 }), tenThousandths, (price, amount) => {
      const { cents = -1 } = unitPriceOf(price, { amount: written(amount), unit: 'g', base: '100 g' }) ?? {}
      // cents - 1/2 <= exact < cents + 1/2, where exact = price × 100 g ÷ amount
      const [exact, content] = [BigInt(price) * 100n * 10_000n, BigInt(amount)]
      expect((2n * BigInt(cents) - 1n) * content <= 2n * exact).toBe(true)
      expect(2n * exact < (2n * BigInt(cents) + 1n) * content).toBe(true)
    }),
  )
})

test('is the same for the same content in a larger unit', () => {
  fc.assert(
    fc.property(
      prices,
      fc.integer({ min: 1, max: 9_999_999 }),
      fc.constantFrom('100 g', '1 kg'),
      (price, grams, base) => {
        const kilograms = `${Math.floor(grams / 1000)}.${String(grams % 1000).padStart(3, '0')}`
        expect(unitPriceOf(price, { amount: kilograms, unit: 'kg', base })).toEqual(
          unitPriceOf(price, { amount: String(grams), unit: 'g', base }),
        )
      },
    ),
  )
})

test('never decreases with the price, and is the price for the content of one base', () => {
  fc.assert(
    fc.property(prices, prices, fc.constantFrom(...CONTENT_UNITS), (one, other, unit) => {
      const at = (price: number) => unitPriceOf(price, { amount: '1.5', unit, base: null })?.cents ?? Infinity
      expect(at(Math.max(one, other))).toBeGreaterThanOrEqual(at(Math.min(one, other)))
    }),
  )
  for (const base of UNIT_PRICE_BASES) {
    const [amount = '', unit = ''] = base.split(' ')
    expect(unitPriceOf(799, { amount, unit, base })).toEqual({ cents: 799, per: base })
  }
})

test.each([
  [800, '250', 'g', null, 320, '100 g'],
  [800, '250', 'g', '1 kg', 3200, '1 kg'],
  [999, '0.75', 'l', null, 1332, '1 l'],
  [999, '0.75', 'l', '1 kg', 1332, '1 l'],
  [100, '12', 'piece', null, 8, '1 piece'],
  [1, '2', 'm²', null, 1, '1 m²'],
])('%i cents for %s %s with the base %s are %i cents per %s', (price, amount, unit, base, cents, per) => {
  expect(unitPriceOf(price, { amount, unit, base })).toEqual({ cents, per })
})

test('does not exist without a content or its unit, and for amounts that no price can have', () => {
  expect(unitPriceOf(100, { amount: null, unit: 'g', base: null })).toBeNull()
  expect(unitPriceOf(100, { amount: '5', unit: null, base: null })).toBeNull()
  expect(unitPriceOf(100, { amount: '5', unit: 'barrel', base: null })).toBeNull()
  expect(unitPriceOf(MAX_CENTS, { amount: '0.5', unit: 'g', base: null })).toBeNull()
})

test('has bases of the same kind of unit, the default one first', () => {
  expect(basesOf('kg')).toEqual(['1 kg', '100 g'])
  expect(basesOf('piece')).toEqual(['1 piece'])
  expect(contentText({ amount: '12.0', unit: 'piece', base: null })).toBe('12 pieces')
})
