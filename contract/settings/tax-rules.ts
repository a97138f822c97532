import { EU_COUNTRIES } from '../pricing/eu.ts'
import { STANDARD_CLASS, type TaxRate, type TaxRules } from '../pricing/taxes.ts'
import { BUILT_IN_CLASSES, type TaxCell, type TaxRow, type TaxSettings, ZERO_CLASS } from './taxes.ts'

/**
 * Returns the rules for taxing an order. They have no rates if a provider calculates taxes.
 * @param day such as '2026-11-23'; rates that start later don't apply yet
 */
export function taxRules(
  { mode, pricesIncludeTax, oss, classes, home, rows }: TaxSettings,
  day: string,
): TaxRules {
  const rates = mode === 'table' ? rows.flatMap((row) => ratesOf(row, classes, day)) : []
  return {
    pricesIncludeTax,
    rates,
    ...(home && EU_COUNTRIES.includes(home) && { home, ...(oss === 'home' && { oss }) }),
  }
}

/** Returns the rate of a cell on a day. */
export function ppmOn({ ppm, next }: TaxCell, day: string): number {
  return next && next.from <= day ? next.ppm : ppm
}

/**
 * Returns the rates of a row for every class. A product left untaxed by mistake costs the owner money, so a class
 * without a rate is taxed as standard.
 */
function ratesOf(
  { country, region, name, addsToCountry, shippingTaxed, rates }: TaxRow,
  classes: string[],
  day: string,
): TaxRate[] {
  return [...BUILT_IN_CLASSES, ...classes].flatMap((taxClass) => {
    const cell = rates[taxClass] ?? rates[STANDARD_CLASS]
    if (!cell) return []
    const ppm = taxClass === ZERO_CLASS ? 0 : ppmOn(cell, day)
    return [
      {
        country,
        region,
        taxClass,
        name,
        ppm,
        ...(addsToCountry && { addsToCountry }),
        ...(!shippingTaxed && { shippingTaxed }),
      },
    ]
  })
}
