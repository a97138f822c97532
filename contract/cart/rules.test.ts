import { describe, expect, test } from 'vitest'
import { cartTotals, countItems, lineCents } from './rules.ts'

const line = (price: string, quantity: number, shippingCost = '4.99') => ({
  quantity,
  product: { price, shippingCost },
})

describe('the sums of a cart (spec sections 3 and 9)', () => {
  test('the total is the sum of price times quantity, plus the flat rate', () => {
    expect(cartTotals([line('0.10', 3), line('19.99', 2)], '4.99')).toEqual({
      subtotalCents: 4028,
      shippingCents: 499,
      totalCents: 4527,
    })
  })

  test('shipping is free when every line ships free, and only then', () => {
    expect(cartTotals([line('10.00', 1, '0.00'), line('5.00', 1, '0.00')], '4.99').shippingCents).toBe(0)
    expect(cartTotals([line('10.00', 1, '0.00'), line('5.00', 1, '12.00')], '4.99').shippingCents).toBe(499)
  })

  test('an empty cart costs nothing', () => {
    expect(cartTotals([], '4.99')).toEqual({ subtotalCents: 0, shippingCents: 0, totalCents: 0 })
  })

  test('the largest line is exact', () => {
    expect(lineCents(line('9999999.99', 999))).toBe(998_999_999_001)
  })

  test('the count is the sum of the quantities', () => {
    expect(countItems([line('1.00', 2), line('1.00', 5)])).toBe(7)
  })
})
