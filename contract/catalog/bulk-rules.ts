import { MAX_CENTS } from '../money.ts'

/** Rules and sentences of the bulk edit; no zod here, so that a page may have them early. */

/** So many products at a time: a preview is read by a person. */
export const BULK_MAX = 1000
export const PERCENT_MAX = 1000

export const BULK_MESSAGES = {
  percent: `Must be a percentage from -99.99 to ${PERCENT_MAX}, with two decimals at most`,
  nothing: 'Say what is to be changed',
  noChoice: 'Choose products one by one, or all that a search finds',
  tooMany: `At most ${BULK_MAX.toLocaleString('en-US')} products at a time. Please narrow the search.`,
  twice: 'Each product may be named once',
  free: 'The price would round to $0.00',
  tooDear: 'The price would be more than a price can be',
} as const

/**
 * A price some percent up or down, in whole cents, half a cent up. What costs nothing goes on costing nothing.
 * @param hundredths of a percent: -1250 takes 12.5% off
 * @returns why not, where a price would come to nothing or past MAX_CENTS
 */
export function priceByPercent(cents: number, hundredths: number): number | { refusal: string } {
  // At most a billion times a hundred thousand: far within what is counted exactly.
  const after = Math.floor((cents * (10_000 + hundredths) + 5000) / 10_000)
  if (after === 0 && cents > 0) return { refusal: BULK_MESSAGES.free }
  if (after > MAX_CENTS) return { refusal: BULK_MESSAGES.tooDear }
  return after
}
