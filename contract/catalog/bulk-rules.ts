import { type Currency, MAX_CENTS, payableStep } from '../money.ts'

/** Rules and messages for the bulk edit. Doesn't import zod, so pages can load it early. */

/** Maximum number of products per edit. An admin can still read a preview of this size. */
export const BULK_MAX = 1000
/** Maximum number of variants of the products in an edit. */
export const BULK_VARIANTS_MAX = 5000
export const PERCENT_MAX = 1000

export const BULK_MESSAGES = {
  percent: `Must be a percentage above -100 and at most ${PERCENT_MAX}, with at most two decimals`,
  nothing: 'Choose at least one field to change',
  noChoice: 'Select either individual products or all search results',
  tooMany: `You can edit at most ${BULK_MAX.toLocaleString('en-US')} products at a time. Narrow your search.`,
  tooManyVariants: `You can edit products with at most ${BULK_VARIANTS_MAX.toLocaleString('en-US')} variants in total at a time. Narrow your search.`,
  ordered: 'It was ordered. You can archive it instead.',
  listChanged: (count: number) =>
    `The list changed in the meantime. ${count} ${count === 1 ? 'product matches' : 'products match'} now. Nothing was changed.`,
  twice: 'Each product can be listed only once',
  zero: 'The price would round to zero',
  tooExpensive: 'The price would exceed the maximum',
} as const

/**
 * Changes a price by a percentage, rounding half up to a payable amount. A price of 0 stays 0.
 * @param hundredths of a percent: -1250 lowers the price by 12.5%
 * @returns the error message if the price would become 0 or exceed MAX_CENTS
 */
export function priceByPercent(
  cents: number,
  hundredths: number,
  currency: Currency,
): number | { rejection: string } {
  const step = payableStep(currency)
  // At most a billion times a hundred thousand, so the product is a safe integer.
  const after = Math.floor((cents * (10_000 + hundredths) + 5000 * step) / (10_000 * step)) * step
  if (after === 0 && cents > 0) return { rejection: BULK_MESSAGES.zero }
  if (after > MAX_CENTS) return { rejection: BULK_MESSAGES.tooExpensive }
  return after
}
