import { EU_COUNTRIES, NORTHERN_IRELAND } from './eu.ts'
import type { Place } from './shipping.ts'
import { REVERSE_CHARGE } from './tax-text.ts'
import type { TaxRules } from './taxes.ts'
import { taxPlaceOf } from './territories.ts'

/**
 * Returns whether the customer owes the VAT instead of the shop: a business in one EU country buys goods that are sent
 * from another one (Directive 2006/112/EC, article 138).
 * @param home where the shop is registered for VAT
 * @param numberOf the country of the VAT number
 */
export function isReverseCharge(home: string | null, numberOf: string | undefined, to: Place): boolean {
  if (home === null || !EU_COUNTRIES.includes(home) || !numberOf || numberOf === home) return false
  const { isInEu, countries } = taxPlaceOf(to)
  const isNumberInEu = numberOf === NORTHERN_IRELAND || EU_COUNTRIES.includes(numberOf)
  return isNumberInEu && isInEu && !countries.includes(home)
}

/**
 * Returns the rules for a business that owes the tax itself. Prices that include tax include the tax of the shop's home
 * country, so each customer abroad pays the same net price. Goods that the business picks up itself aren't sent to
 * another country, so the shop owes their tax.
 * @param home the shop's home country
 */
export function reverseChargeRules(rules: TaxRules, home: string, to: Place): TaxRules {
  const { pricesIncludeTax, rates } = rules
  const own = rates.filter((rate) => rate.country === home && rate.region === null)
  const classes = [...new Set(rates.map(({ taxClass }) => taxClass))]
  const { reportedAs, countries } = taxPlaceOf(to)
  const country = reportedAs ?? countries.at(-1) ?? to.country
  return {
    pricesIncludeTax: false,
    rates: classes.map((taxClass) => ({ country, region: null, taxClass, name: REVERSE_CHARGE, ppm: 0 })),
    deducted: pricesIncludeTax ? own : [],
    pickedUp: rules,
  }
}
