import { EU_COUNTRIES } from '../pricing/eu.ts'
import { STANDARD_CLASS, type TaxRate, type TaxRules } from '../pricing/taxes.ts'
import { BUILT_IN_CLASSES, type RateSetting, type TaxSettings } from './taxes.ts'

/**
 * Returns the rules for taxing an order. They have no rates if a provider calculates taxes.
 * @param day such as '2026-11-23'; rates that start later don't apply yet
 */
export function taxRules(taxes: TaxSettings, day: string): TaxRules {
  const { mode, pricesIncludeTax, oss, classes, home } = taxes
  const rates = mode === 'table' ? withEveryClass(currentRates(taxes.rates, day), classes) : []
  if (rates.length === 0 || oss === 'destination' || home === null) return { pricesIncludeTax, rates }
  const others = EU_COUNTRIES.filter((country) => country !== home)
  return { pricesIncludeTax, rates, taxedAs: Object.fromEntries(others.map((country) => [country, home])) }
}

/** Of the rates with the same place, class, and name, returns the one that started last. */
function currentRates(rates: RateSetting[], day: string): TaxRate[] {
  const current = new Map<string, RateSetting>()
  for (const rate of rates) {
    if (rate.from !== null && rate.from > day) continue
    const key = JSON.stringify([rate.country, rate.region, rate.taxClass, rate.name])
    const known = current.get(key)
    if (!known || (known.from ?? '') < (rate.from ?? '')) current.set(key, rate)
  }
  return [...current.values()].map(({ from, ...rate }) => rate)
}

/**
 * Adds rates for classes that have none in a country or region. A product left untaxed by mistake costs the owner
 * money, so it is taxed like the others there. The class 'zero' has a rate of zero.
 */
function withEveryClass(rates: TaxRate[], ownClasses: string[]): TaxRate[] {
  const others = [...BUILT_IN_CLASSES, ...ownClasses].filter((taxClass) => taxClass !== STANDARD_CLASS)
  const keyOf = (...parts: (string | null)[]) => JSON.stringify(parts)
  const has = new Set(rates.map(({ country, region, taxClass }) => keyOf(country, region, taxClass)))
  const standard = rates.filter(({ taxClass }) => taxClass === STANDARD_CLASS)
  const missing = others.flatMap((taxClass) =>
    standard
      .filter(
        ({ country, region }) =>
          !has.has(keyOf(country, region, taxClass)) && !has.has(keyOf(country, null, taxClass)),
      )
      .map((rate) => ({ ...rate, taxClass, ppm: taxClass === 'zero' ? 0 : rate.ppm })),
  )
  return [...rates, ...missing]
}
