import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { largestRemainder, roundedShare } from './shares.ts'

const amounts = fc.integer({ min: 0, max: 100_000_000_000_000 })
const weights = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 999_999_999 })), {
  minLength: 1,
  maxLength: 20,
})
const sum = (parts: number[]) => parts.reduce((all, one) => all + one, 0)

describe('a rounded share', () => {
  test('rounds half away from zero', () => {
    expect([1, 3, 5].map((amount) => roundedShare(amount, 1, 2))).toEqual([1, 2, 3])
    expect(roundedShare(10, 449_999, 1_000_000)).toBe(4)
    expect(roundedShare(10, 450_000, 1_000_000)).toBe(5)
  })

  test('is the nearest whole number, even if the product exceeds the safe integers', () => {
    expect(roundedShare(99_899_999_900_100, 999_999, 1_000_000)).toBe(99_899_900_000_100)
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 2_000_000 }), (amount, part) => {
        const distance =
          2n * (1_000_000n * BigInt(roundedShare(amount, part, 1_000_000)) - BigInt(amount) * BigInt(part))
        return distance <= 1_000_000n && distance > -1_000_000n
      }),
    )
  })
})

describe('the largest remainder method', () => {
  test('gives the remaining units to the parts that lost the most to rounding down', () => {
    expect(largestRemainder(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(largestRemainder(499, [1190, 1070])).toEqual([263, 236])
    expect(largestRemainder(10, [1, 4, 0, 2])).toEqual([1, 6, 0, 3])
  })

  test('splits evenly if all weights are 0, and returns no parts for no weights', () => {
    expect(largestRemainder(5, [0, 0, 0])).toEqual([2, 2, 1])
    expect(largestRemainder(0, [])).toEqual([])
    expect(() => largestRemainder(1, [])).toThrow(RangeError)
  })

  test('adds up to the amount, and each part is less than one unit from its exact share', () => {
    fc.assert(
      fc.property(amounts, weights, (amount, weights) => {
        const parts = largestRemainder(amount, weights)
        const whole = BigInt(sum(weights))
        const isNear = (part: number, index: number) => {
          const distance = whole * BigInt(part) - BigInt(amount) * BigInt(weights[index] ?? 0)
          return distance < whole && distance > -whole
        }
        return (
          sum(parts) === amount && parts.every((part) => part >= 0) && (whole === 0n || parts.every(isNear))
        )
      }),
    )
  })

  test('gives a larger weight at least as much as a smaller one, and nothing to a weight of 0', () => {
    fc.assert(
      fc.property(amounts, weights, (amount, weights) => {
        const pairs = largestRemainder(amount, weights).map((part, index) => ({
          part,
          weight: weights[index] ?? 0,
        }))
        const sorted = pairs.toSorted((one, other) => one.weight - other.weight || other.part - one.part)
        const isFair = sorted.every(({ part, weight }, index) => {
          const next = sorted[index + 1]
          return !next || next.weight === weight || next.part >= part
        })
        return isFair && (sum(weights) === 0 || pairs.every(({ part, weight }) => weight > 0 || part === 0))
      }),
    )
  })
})
