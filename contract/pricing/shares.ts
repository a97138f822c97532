/** Exact integer arithmetic: a product of an amount and a rate can exceed the safe integers. */

/** Returns amount × part ÷ whole, rounded half up, which is half away from zero because no amount is negative. */
export function roundedShare(amount: number, part: number, whole: number): number {
  const doubled = 2n * BigInt(amount) * BigInt(part)
  return Number((doubled + BigInt(whole)) / (2n * BigInt(whole)))
}

/**
 * Splits an amount in proportion to the weights, into whole parts that add up to it. Each part is rounded down, and the
 * remaining units go to the parts that lost the most, one each; the first of equal parts wins. If all weights are 0,
 * the parts are as equal as possible.
 */
export function largestRemainder(amount: number, weights: number[]): number[] {
  if (weights.length === 0) {
    if (amount === 0) return []
    throw new RangeError(`There is nothing to split ${amount} over`)
  }
  const isEven = weights.every((weight) => weight === 0)
  const exact = weights.map((weight) => BigInt(isEven ? 1 : weight) * BigInt(amount))
  const whole = BigInt(isEven ? weights.length : weights.reduce((sum, weight) => sum + weight, 0))
  const parts = exact.map((share) => Number(share / whole))
  const rest = amount - parts.reduce((sum, part) => sum + part, 0)
  const lost = exact
    .map((share, index) => ({ index, remainder: share % whole }))
    .sort((one, other) => Number(other.remainder - one.remainder) || one.index - other.index)
  for (const { index } of lost.slice(0, rest)) parts[index] = (parts[index] ?? Number.NaN) + 1
  return parts
}
