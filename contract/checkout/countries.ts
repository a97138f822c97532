import { ADDRESS_COUNTRIES } from '../addresses/rules.ts'
import { countryName } from './rules.ts'

/** Names and codes of countries. Separate from rules.ts, since most pages don't need the list. */

/** @param iso ISO 3166 code */
export const isCountry = (iso: string) => iso !== 'UK' && ADDRESS_COUNTRIES.includes(shopCountry(iso))

/** Returns our code for an ISO 3166 code. */
export const shopCountry = (iso: string) => (iso === 'GB' ? 'UK' : iso)

const WITH_ARTICLE = new Set([
  'US',
  'GB',
  'UK',
  'NL',
  'PH',
  'AE',
  'BS',
  'GM',
  'DO',
  'CF',
  'MH',
  'MV',
  'SB',
  'KM',
  'FK',
  'FO',
  'KY',
])

/** 'NO' -> 'Norway', 'NL' -> 'the Netherlands' */
export function nameWithArticle(code: string): string {
  return WITH_ARTICLE.has(code) ? `the ${countryName(code)}` : countryName(code)
}

const ALPHABETICAL = new Intl.Collator('en-US')

/** Sorts our country codes by the names of the countries. */
export function sortedByName(codes: Iterable<string>): string[] {
  return [...codes]
    .map((code) => ({ code, name: countryName(code) }))
    .sort((one, other) => ALPHABETICAL.compare(one.name, other.name))
    .map(({ code }) => code)
}
