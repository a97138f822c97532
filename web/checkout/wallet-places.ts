import { shippedCountries, shopCountry } from '#contract/checkout/countries.ts'
import { isoCountry } from '#contract/checkout/rules.ts'
import { canonicalPlace, US_TERRITORIES } from '#contract/pricing/places.ts'
import type { ShippingZone } from '#contract/pricing/shipping.ts'
import { TERRITORIES } from '#contract/pricing/territories.ts'

/** Wallets name some places by their ISO codes that the shop has under another country: Puerto Rico, Monaco, … */

/** The country of each code that an address of a territory can also have: 'PR' -> 'US', 'MC' -> 'FR' */
const COUNTRY_OF: ReadonlyMap<string, string> = new Map([
  ...US_TERRITORIES.map((code): [string, string] => [code, 'US']),
  ...TERRITORIES.flatMap(({ code, country }): [string, string][] =>
    code && code !== country ? [[code, country]] : [],
  ),
])

/** Returns the ISO codes that wallets may use for the places that the shop ships to. */
export function walletCountries(zones: ShippingZone[] | null): string[] {
  const shipped = shippedCountries(zones).map(isoCountry)
  const others = [...COUNTRY_OF].filter(([, country]) => shipped.includes(country)).map(([code]) => code)
  const states = shipped.some((code) => US_TERRITORIES.includes(code)) ? ['US'] : []
  return [...new Set([...shipped, ...states, ...others])]
}

/**
 * Returns the place as the shop has it: territories of the US are states, and a territory that the shop doesn't ship to
 * by its code belongs to its country.
 * @param place with an ISO code @returns the shop's code
 */
export function placeInShop(
  place: { country: string; state: string },
  zones: ShippingZone[] | null,
): { country: string; state: string } {
  const { country, region } = canonicalPlace({ country: place.country, region: place.state })
  const shipped = shippedCountries(zones).map(isoCountry)
  const parent = COUNTRY_OF.get(country) ?? country
  const known = !shipped.includes(country) && shipped.includes(parent) ? parent : country
  return { country: shopCountry(known), state: region }
}
