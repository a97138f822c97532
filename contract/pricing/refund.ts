import { type Currency, payableStep } from '../money.ts'
import type { Quote } from './quote.ts'
import { roundedShare } from './shares.ts'
import type { TaxAmount } from './taxes.ts'

/** Quantities by variant ID, which is the product's ID for a product without options. */
export type Units = ReadonlyMap<number, number>

/**
 * Returns the amount paid for some units of an order, including taxes added to their prices. The last partial return,
 * which completes the return of the order, includes shipping (Directive 2011/83/EU, article 13). Each part is the
 * difference of two running totals, rounded to amounts that can be paid, so all parts of an order add up to its total,
 * in any order.
 * @param earlier the units that other parts have returned
 * @throws RangeError for more units than the order has
 */
export function allocateRefund(
  quote: Quote,
  earlier: Units,
  part: Units,
): { itemsCents: number; shippingCents: number } {
  const unknown = [...part.keys()].find((id) => !quote.lines.some((line) => unitOf(line) === id))
  if (unknown !== undefined) throw new RangeError(`Product ${unknown} is not in the order`)
  let itemsCents = 0
  let isComplete = true
  for (const line of quote.lines) {
    const { quantity } = line
    const before = earlier.get(unitOf(line)) ?? 0
    const after = before + (part.get(unitOf(line)) ?? 0)
    if (after > quantity) throw new RangeError(`The order has ${quantity} of product ${unitOf(line)}`)
    if (after < quantity) isComplete = false
    const paidFor = (units: number) => payableShare(paid(quote, line), units, quantity, quote.currency)
    itemsCents += paidFor(after) - paidFor(before)
  }
  return { itemsCents, shippingCents: isComplete ? paid(quote, quote.shipping) : 0 }
}

/**
 * Returns the amount of some of the units. The amount of all units is returned in full, even if cards can't pay it
 * exactly.
 */
function payableShare(amount: number, units: number, quantity: number, currency: Currency): number {
  if (units === quantity) return amount
  const step = payableStep(currency)
  return Math.min(amount, roundedShare(amount, units, quantity * step) * step)
}

const unitOf = ({ productId, variantId }: Quote['lines'][number]) => variantId ?? productId

/** Returns the amount of a line or of shipping, with the taxes that were added to it. */
function paid({ steps }: Quote, { cents, taxes }: Pick<Quote['shipping'], 'cents' | 'taxes'>): number {
  const isAdded = steps.some(({ kind, isIncluded }) => kind === 'tax' && !isIncluded)
  return isAdded ? taxes.reduce((sum, tax) => sum + tax.cents, cents) : cents
}

/**
 * Returns the taxes in a partial refund: those of each rate, in proportion to the amount. Each is the difference of two
 * rounded running totals, so the refunds of a whole order contain exactly its taxes.
 * @param earlierCents the amount of earlier refunds
 */
export function refundedTaxes(
  { taxes, totalCents }: Quote,
  earlierCents: number,
  cents: number,
): TaxAmount[] {
  const part = (amount: number) =>
    roundedShare(amount, earlierCents + cents, totalCents) - roundedShare(amount, earlierCents, totalCents)
  return taxes.map((tax) => ({ ...tax, netCents: part(tax.netCents), cents: part(tax.cents) }))
}
