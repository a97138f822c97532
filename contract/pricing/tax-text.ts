import { showNumber } from '../numbers.ts'
import type { TaxAmount } from './taxes.ts'

/** Taxes in words. Doesn't import zod, so pages can load it early. */

/** The name of the tax that the customer owes, which an invoice must have (Directive 2006/112/EC, article 226(11a)). */
export const REVERSE_CHARGE = 'Reverse charge'

/** 88_750 -> "8.875%" */
export const percentOfRate = (ppm: number) => `${ppm / 10_000}%`

/** Returns the rate of a tax, or an empty string for a flat fee, which has none. */
export const rateText = ({ ppm, cents }: Pick<TaxAmount, 'ppm' | 'cents'>) =>
  ppm === 0 && cents > 0 ? '' : percentOfRate(ppm)

/**
 * Returns the label of an amount: 'VAT 8.1%', or 'MwSt. 8,1%' in a German locale.
 * @param rate as the API sends it, empty for a flat fee
 */
export const taxLabel = (name: string, rate: string, locale: string) =>
  `${name} ${showNumber(rate, locale)}`.trim()
