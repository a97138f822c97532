/** Members of the European Union, whose VAT the shop can charge by destination (ISO 3166). Doesn't import zod. */
export const EU_COUNTRIES: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** The code of Northern Ireland in VAT numbers and VAT returns. It is in the EU's VAT area for goods. */
export const NORTHERN_IRELAND = 'XI'

/** 'GR' -> 'EL', the code of Greece in VAT numbers and VAT returns (Directive 2006/112/EC, article 215). */
export const vatCodeOf = (country: string) => (country === 'GR' ? 'EL' : country)

/**
 * 'ATU12345675' -> 'AT', 'XI123456789' -> 'XI'. Greek numbers begin with EL. Undefined if no number in the EU's register
 * has the prefix.
 */
export function countryOfVatId(typed: string): string | undefined {
  const code = typed.trim().slice(0, 2).toUpperCase()
  const country = code === 'EL' ? 'GR' : code
  return [...EU_COUNTRIES, NORTHERN_IRELAND].find((one) => one === country)
}
