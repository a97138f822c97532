import {
  ADDRESS_MIN,
  CITY_MIN,
  COUNTRIES,
  countryName,
  SHIPPING_MESSAGES,
  STATE_MIN,
  US_STATES,
  ZIP_CODE_MIN,
} from '../checkout/rules.ts'
import type { AddressFormat, PlaceField } from './api.ts'
import { findRegionCode } from './regions.ts'

/** Address rules by country. Doesn't import zod, so pages can load it early. */

export const PLACE_FIELDS = ['address', 'city', 'state', 'zipCode'] as const

/** ISO 3166 codes of the countries whose address format is known. The United Kingdom is 'UK' instead of 'GB'. */
export const ADDRESS_COUNTRIES: readonly string[] = (
  'AC AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS ' +
  'MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS ' +
  'RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV ' +
  'TW TZ UA UG UK UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'
).split(' ')

/** The parts of an address that depend on the country, as typed. */
export type Place = { country: string } & { [field in PlaceField]?: string }

/** Returns the format of the specification's four countries, with the labels and messages of section 5. */
export function specFormat(country: string): AddressFormat | undefined {
  if (!COUNTRIES.some(({ code }) => code === country)) return undefined
  const { address, city, state, zipCode } = SHIPPING_MESSAGES
  const region =
    country === 'US'
      ? { label: 'State', areas: US_STATES.map(([code, name]): [string, string] => [code, name]) }
      : { label: 'State, province, or region', ...(country !== 'UK' && { isTyped: true as const }) }
  return {
    country,
    fields: [
      { name: 'address', label: 'Address', min: ADDRESS_MIN, error: address },
      { name: 'city', label: 'City', min: CITY_MIN, error: city },
      { name: 'state', ...region, min: STATE_MIN, error: state },
      { name: 'zipCode', label: 'Zip code', min: ZIP_CODE_MIN, error: zipCode },
    ],
  }
}

/** Returns a fallback format for a country whose format isn't loaded: all fields, none of them required. */
export function genericFormat(country: string): AddressFormat {
  return {
    country,
    fields: [
      { name: 'address', label: 'Address', min: 0, error: '' },
      { name: 'city', label: 'City', min: 0, error: '' },
      { name: 'state', label: 'State, province, or region', min: 0, error: '' },
      { name: 'zipCode', label: 'Postal code', min: 0, error: '' },
    ],
  }
}

/** Returns the error message of a field, or null if it is valid. */
export function placeProblem(format: AddressFormat, name: PlaceField, place: Place): string | null {
  const field = format.fields.find((field) => field.name === name)
  if (!field) return null
  const typed: unknown = place[name]
  const value = typeof typed === 'string' ? typed.trim() : ''
  if (value.length < field.min) return field.error
  if (value === '') return null
  if (field.areas && !field.isTyped && !findRegionCode(format.country, field.areas, value)) return field.error
  const isValid = !field.pattern || isPostalCode(postalCode(value, field, format.country), field.pattern)
  return isValid ? null : field.error
}

/** Returns the place as stored: fields that the country doesn't use are empty. */
export function normalizedPlace(format: AddressFormat, place: Place): Record<PlaceField, string> {
  const values = PLACE_FIELDS.map((name) => {
    const field = format.fields.find((field) => field.name === name)
    const value = (field && place[name]?.trim()) ?? ''
    if (field?.areas) return [name, findRegionCode(format.country, field.areas, value) ?? value]
    return [name, field?.pattern ? postalCode(value, field, format.country) : value]
  })
  return Object.fromEntries(values)
}

/** 'Postal code' becomes 'a postal code'; 'Eircode' and 'PIN code' keep their capitals. */
export function withArticle(label: string): string {
  const isName = label === 'Eircode' || /^[A-Z]{2}/.test(label)
  return `${/^(?:A|E|I|O)/.test(label) ? 'an' : 'a'} ${isName ? label : label.toLowerCase()}`
}

/**
 * Returns a code as the country writes it: '00950' and full-width digits are '00-950' in Poland, and '1010' is 'LV-1010' in
 * Latvia.
 */
function postalCode(
  value: string,
  { prefix = '', pattern = '', example = '' }: PostalRule,
  country: string,
): string {
  const typed = value
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[‐-―−]/g, '-')
  const start = prefix.trim().replace(/\W+$/, '')
  // Accepts a code with or without its separator: 'CH-8001', 'CH 8001', and 'CH8001' are the same.
  const code = start && typed.startsWith(start) ? typed.slice(start.length).replace(/^[\s-]+/, '') : typed
  const bare = code.replace(/[\s-]/g, '')
  // An Irish code may begin with any letters so only a country whose codes all begin with its letters counts.
  const whole = example.startsWith(country) ? country + bare : bare
  const written = [code, separated(bare, example), bare, separated(whole, example), whole]
  return written.find((one) => isPostalCode(one, pattern)) ?? code
}

type PostalRule = { prefix?: string | undefined; pattern?: string | undefined; example?: string | undefined }

const isPostalCode = (code: string, pattern: string) => new RegExp(`^(?:${pattern})$`).test(code)

/** Adds the separators of an example of the same length. */
function separated(bare: string, example: string): string {
  const letters = [...bare]
  return (
    [...example].map((one) => (/[\s-]/.test(one) ? one : (letters.shift() ?? ''))).join('') + letters.join('')
  )
}

/** The address of an order. Hidden parts are missing. */
type WrittenAddress = {
  firstName?: string
  lastName?: string
  company?: string
  address?: string
  address2?: string
  city: string
  state: string
  zipCode?: string
  country: string
  /** The lines in the order that the country uses, or missing for the specification's countries. */
  formatted?: string[]
}

/** Returns the lines of an address, from the name to the country. */
export function addressLines(to: WrittenAddress): string[] {
  if (to.formatted) return to.formatted
  const { firstName, lastName, company, address, address2 } = to
  const place = [`${to.city}, ${to.state}`, to.zipCode].filter(Boolean).join(' ')
  const name = firstName && `${firstName} ${lastName}`
  const lines = [name, company, address, address2, place, countryName(to.country)]
  return lines.filter((line): line is string => Boolean(line))
}
