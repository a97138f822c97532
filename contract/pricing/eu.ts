import type { TaxRules } from './taxes.ts'

/** Members of the European Union, whose VAT the shop can charge by destination (ISO 3166). Doesn't import zod. */
export const EU_COUNTRIES: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** 'GR' -> 'EL', the code of Greece in VAT numbers and VAT returns (Directive 2006/112/EC, article 215). */
export const vatCodeOf = (country: string) => (country === 'GR' ? 'EL' : country)

/** 'ATU12345675' -> 'AT'. Greek numbers begin with EL. Undefined if the prefix isn't a member's code. */
export function countryOfVatId(typed: string): string | undefined {
  const code = typed.trim().slice(0, 2).toUpperCase()
  return EU_COUNTRIES.find((country) => country === (code === 'EL' ? 'GR' : code))
}

/**
 * Returns whether the customer owes the VAT instead of the shop: a business in one EU country buys goods that are sent
 * from another one (Directive 2006/112/EC, article 138).
 * @param home where the shop is registered for VAT @param numberOf the country of the VAT number @param to the
 * destination
 */
export function isReverseCharge(home: string | null, numberOf: string | undefined, to: string): boolean {
  const isOther = (country = '') => country !== home && EU_COUNTRIES.includes(country)
  return home !== null && EU_COUNTRIES.includes(home) && isOther(numberOf) && isOther(to)
}

/**
 * Returns the rules for a business that owes the tax itself. Prices that include tax include the tax of the shop's home
 * country, so each customer abroad pays the same net price. Goods that the business picks up itself aren't sent to
 * another country, so the shop owes their tax.
 * @param home the shop's home country @param country the destination
 */
export function reverseChargeRules(rules: TaxRules, home: string, country: string): TaxRules {
  const { pricesIncludeTax, rates } = rules
  const own = rates.filter((rate) => rate.country === home && rate.region === null)
  const classes = [...new Set(rates.map(({ taxClass }) => taxClass))]
  return {
    pricesIncludeTax: false,
    rates: classes.map((taxClass) => ({ country, region: null, taxClass, name: 'Reverse charge', ppm: 0 })),
    deducted: pricesIncludeTax ? own : [],
    pickedUp: rules,
  }
}
