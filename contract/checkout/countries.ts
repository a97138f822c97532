import { type ShippingZone, zoneFor } from '../pricing/shipping.ts'
import { COUNTRIES, countryName, isoCountry, SHIPPING_MESSAGES } from './rules.ts'

/** Countries an order can be shipped to. Apart from rules.ts, since most pages don't need the list. */

/** ISO 3166-1, as of 2026. */
export const ISO_COUNTRIES: readonly string[] = `
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT
BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH
ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT
HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS
LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI
NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG
SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG
UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
`
  .trim()
  .split(/\s+/)

const KNOWN = new Set(ISO_COUNTRIES)
export const isCountry = (code: string) => KNOWN.has(code)

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

/** 'NO' -> 'Norway', and 'NL' -> 'the Netherlands' */
export function nameWithArticle(code: string): string {
  return WITH_ARTICLE.has(code) ? `the ${countryName(code)}` : countryName(code)
}

/**
 * Returns the countries that a shop ships to, by name.
 * @param zones null for a shop without its own, which ships to the specification's countries
 */
export function shippedCountries(zones: ShippingZone[] | null): { code: string; name: string }[] {
  if (zones === null) return [...COUNTRIES]
  const codes = zones.some(({ countries }) => countries === null)
    ? ISO_COUNTRIES
    : new Set(zones.flatMap(({ countries }) => countries ?? []))
  return [...codes]
    .map((iso) => ({ code: shopCountry(iso), name: countryName(iso) }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en-US'))
}

type Address = { country: string; state: string; zipCode: string }

/** Returns why the shop doesn't ship to an address, with the field that says so, or null if it does. */
export function shippingProblem(
  zones: ShippingZone[] | null,
  { country, state, zipCode }: Address,
): { field: keyof Address; message: string } | null {
  if (zones === null) {
    if (COUNTRIES.some(({ code }) => code === country)) return null
    return { field: 'country', message: SHIPPING_MESSAGES.country }
  }
  const iso = isoCountry(country)
  if (!isCountry(iso)) return { field: 'country', message: SHIPPING_MESSAGES.country }
  if (zoneFor(zones, { country: iso, region: state, postalCode: zipCode })) return null
  const inCountry = zones.filter(({ countries }) => countries?.includes(iso))
  if (inCountry.length === 0)
    return { field: 'country', message: `We don’t ship to ${nameWithArticle(country)} yet` }
  const isByCode = inCountry.some(({ postalCodes = [] }) => postalCodes.length > 0)
  const message = `We don’t ship to this part of ${nameWithArticle(country)} yet`
  return { field: isByCode ? 'zipCode' : 'state', message }
}
