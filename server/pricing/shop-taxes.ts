import { EU_COUNTRIES } from '#contract/pricing/eu.ts'
import type { TaxRules } from '#contract/pricing/taxes.ts'
import type { Settings } from '../settings/settings.ts'
import { quoteRules } from './pricing.ts'
import { chargesShipping } from './shipping-facts.ts'

/** Countries whose tax is a value-added tax that English texts call VAT. */
const WITH_VAT: ReadonlySet<string> = new Set([...EU_COUNTRIES, 'CH', 'GB', 'IM', 'IS', 'LI', 'MC', 'NO'])
/** Countries whose tax isn't called VAT, even if the store owner named it so. */
const WITHOUT_VAT: ReadonlySet<string> = new Set(['AU', 'CA', 'IN', 'JP', 'MY', 'NZ', 'SG', 'US'])

/** Returns what pages say about taxes, or nothing if the shop charges none. */
export function shopTaxes(settings: Settings) {
  const { mode } = settings.taxes
  if (mode === 'none') return undefined
  const { taxes } = quoteRules(settings)
  return {
    pricesIncludeTax: taxes.pricesIncludeTax,
    name: taxName(taxes),
    chargesShipping: chargesShipping(settings),
    ...(mode === 'stripe' && { isCalculated: true as const }),
    ...(taxes.home && { home: taxes.home }),
  }
}

/**
 * Returns the name of the taxes for a note that every shopper sees: 'VAT' only if every rate is one, the store owner's name
 * if all rates have the same, and 'tax' otherwise.
 */
function taxName({ rates, home }: Pick<TaxRules, 'rates' | 'home'>): string {
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
