import { findRegionCode, foldName, type Region } from '#contract/addresses/regions.ts'
import { ADDRESS_COUNTRIES } from '#contract/addresses/rules.ts'
import { countryName, isoCountry, US_STATES } from '#contract/checkout/rules.ts'
import { type CountryData, linesOf, readCountryData } from './country-data.ts'
import { COUNTRY_SPELLINGS, REGION_SPELLINGS } from './spellings.ts'

/**
 * The only place that turns typed text into codes of countries and regions: addresses, shipping zones, tax
 * rates, and wallets use it. Codes of countries are ISO 3166. Codes of regions are those that an address has: ISO 3166-2
 * if it has letters ('SP'), and otherwise the name ('Tokyo').
 */

/** Languages in which people write the names of countries. */
const LANGUAGES =
  'en de fr es it pt nl pl cs sk hu ro bg hr sl el sv da nb fi et lv lt tr ru uk ar he fa hi th vi id ko ja zh zh-Hant'.split(
    ' ',
  )
const ISO_CODES: ReadonlySet<string> = new Set(ADDRESS_COUNTRIES.map(isoCountry))
const CODE = /^[A-Z]{1,3}$/

const regions = new Map<string, readonly Region[]>()
let countries: Map<string, string | null> | undefined

/** 'de', 'Germany', 'ドイツ' -> 'DE', 'UK' -> 'GB', 'EL' -> 'GR'. Null for anything else, such as 'ZZ'. */
export function resolveCountry(text: string): string | null {
  const code = text.trim().toUpperCase()
  if (ISO_CODES.has(code)) return code
  countries ??= readCountryNames()
  return countries.get(foldName(text)) ?? null
}

/**
 * 'ont.', 'Ontario', 'CA-ON' -> 'ON'. Null if the country has no such region, or if its addresses have no regions.
 * @param country ISO code
 */
export function resolveRegion(country: string, text: string): string | null {
  return findRegionCode(country, spelledRegions(country), text)
}

/**
 * Returns the regions that an address in the country can have, sorted by name, with their names in Latin script.
 * @param country ISO code
 */
export function listRegions(country: string): { code: string; name: string }[] {
  return spelledRegions(country).map(([code, name]) => ({ code, name }))
}

/** Returns the regions with every spelling that is known. @param country ISO code */
export function spelledRegions(country: string): readonly Region[] {
  const found = regions.get(country) ?? readRegions(country)
  regions.set(country, found)
  return found
}

function readRegions(country: string): Region[] {
  if (!ISO_CODES.has(country)) return []
  const data = readCountryData(country)
  if (!linesOf(data).includes('%S')) return []
  return (data.sub_regions ?? []).flatMap((region) => regionOf(country, region)).toSorted(byName)
}

const byName = ([, one]: Region, [, other]: Region) => one.localeCompare(other, 'en')

function regionOf(country: string, { key, name }: NonNullable<CountryData['sub_regions']>[number]) {
  const latin = name.latin ?? (/[^\0-\u024f\u1e00-\u1eff]/.test(name.default) ? key : name.default)
  const code = CODE.test(key) ? key : latin
  // The data also has three independent states with a US postal service, which are countries in an address.
  const state = country === 'US' ? US_STATES.find(([state]) => state === code) : undefined
  if (country === 'US' && !state) return []
  const others = [key, ...Object.values(name), ...(REGION_SPELLINGS[country]?.[code]?.split(',') ?? [])]
  const shown = state?.[1] ?? latin
  return [[code, shown, ...distinctSpellings(others, [code, shown])] as Region]
}

function distinctSpellings(names: (string | undefined)[], known: string[]): string[] {
  const seen = new Set(known.map(foldName))
  return names.flatMap((name = '') => {
    const folded = foldName(name)
    if (folded === '' || seen.has(folded)) return []
    seen.add(folded)
    return [name]
  })
}

/** Returns the codes by folded names. A name that two countries share has none. */
function readCountryNames(): Map<string, string | null> {
  const names = new Map<string, string | null>()
  const add = (name: string, code: string) => {
    const folded = foldName(name)
    const known = names.get(folded)
    names.set(folded, known === undefined || known === code ? code : null)
  }
  const languages = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region' }))
  for (const code of ISO_CODES) {
    for (const language of languages) add(language.of(code) ?? code, code)
    add(countryName(code), code)
  }
  for (const [code, spellings] of Object.entries(COUNTRY_SPELLINGS))
    for (const spelling of spellings.split(',')) names.set(foldName(spelling), code)
  return names
}
