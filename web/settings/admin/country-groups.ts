import { countryName } from '#contract/checkout/rules.ts'
import { EU_COUNTRIES } from '#contract/pricing/eu.ts'

/** Countries that shops often treat alike. */
export const COUNTRY_GROUPS: readonly { name: string; shortName: string; codes: readonly string[] }[] = [
  { name: 'European Union', shortName: 'EU', codes: EU_COUNTRIES },
  { name: 'Benelux', shortName: 'Benelux', codes: ['BE', 'NL', 'LU'] },
  { name: 'Nordic countries', shortName: 'Scandinavia', codes: ['DK', 'FI', 'IS', 'NO', 'SE'] },
  { name: 'German-speaking countries', shortName: 'German-speaking', codes: ['DE', 'AT', 'CH', 'LI'] },
  { name: 'North America', shortName: 'North America', codes: ['US', 'CA', 'MX'] },
]

const NAMED_MAX = 3

/** Returns a zone's countries in a few words: 'Germany and Austria', or '26 EU countries'. Null is everywhere else. */
export function countriesText(countries: readonly string[] | null): string {
  if (countries === null) return 'Everywhere else'
  const group = COUNTRY_GROUPS.find(
    ({ codes }) => codes.length === countries.length && codes.every((code) => countries.includes(code)),
  )
  if (group) return group.name
  if (countries.length > NAMED_MAX && countries.every((code) => EU_COUNTRIES.includes(code)))
    return `${countries.length} EU countries`
  const [names, others] = [countries.slice(0, NAMED_MAX).map(countryName), countries.length - NAMED_MAX]
  return LIST.format(others > 0 ? [...names, `${others} more`] : names)
}

const LIST = new Intl.ListFormat('en-US')
