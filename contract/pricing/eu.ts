/** Members of the European Union, whose VAT the shop can charge by destination (ISO 3166). Doesn't import zod. */
export const EU_COUNTRIES: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')
