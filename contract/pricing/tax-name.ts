import { EU_COUNTRIES } from './eu.ts'
import type { TaxRules } from './taxes.ts'

/** Countries whose tax is a value-added tax that English texts call VAT. Doesn't import zod. */
const WITH_VAT: ReadonlySet<string> = new Set([...EU_COUNTRIES, 'CH', 'GB', 'IM', 'IS', 'LI', 'MC', 'NO'])
/** Countries whose tax isn't called VAT, even if the store owner named it so. */
const WITHOUT_VAT: ReadonlySet<string> = new Set(['AU', 'CA', 'IN', 'JP', 'MY', 'NZ', 'SG', 'US'])

/**
 * Returns the name of the tax that prices include, for a note that every shopper sees: 'VAT' only if every rate is one,
 * the store owner's name if all rates have the same, and 'tax' otherwise.
 */
export function includedTaxName({ rates, home }: Pick<TaxRules, 'rates' | 'home'>): string {
  const names = new Set(
    rates.map(({ country, name }) => {
      if (WITH_VAT.has(country)) return 'VAT'
      return name === 'VAT' && WITHOUT_VAT.has(country) ? 'tax' : name
    }),
  )
  // Without a table, the provider calculates the taxes; a shop in the EU then charges VAT at home.
  if (names.size === 0) return home ? 'VAT' : 'tax'
  const [name = 'tax'] = names
  return names.size === 1 ? name : 'tax'
}
