import type { z } from 'zod'
import type { AddressFormat, PlaceField } from '#contract/addresses/api.ts'
import { ADDRESS_COUNTRIES, specFormat, withArticle } from '#contract/addresses/rules.ts'
import { countryName, isoCountry } from '#contract/checkout/rules.ts'
import type { KnownAddress, OrderAddress } from '#contract/checkout/shipping.ts'
import { type CountryData, linesOf, readCountryData } from './country-data.ts'
import { spelledRegions } from './places.ts'

type Known = { format: AddressFormat; lines: string; prefix: string }

const known = new Map<string, Known>()

/**
 * The data's letters for fields. The second line holds the neighborhood and the sorting code, which have letters of
 * their own.
 */
const FIELDS: Record<string, PlaceField> = { A: 'address', C: 'city', S: 'state', Z: 'zipCode' }
/** The required fields of countries that don't define them. */
const DEFAULT_REQUIRED = 'AC'

/** Countries whose addresses use the region's code, such as 'NSW', instead of its name. */
const WITH_REGION_CODE: ReadonlySet<string> = new Set(['AU', 'BR', 'IT'])
/** Countries that call a postal code a postcode. The data doesn't distinguish the two. */
const WITH_POSTCODE: ReadonlySet<string> = new Set(['AU', 'GG', 'IM', 'JE', 'NL', 'NZ'])

const REGION_LABELS: Record<NonNullable<CountryData['state_name_type']>, string> = {
  area: 'Area',
  county: 'County',
  department: 'Department',
  district: 'District',
  do_si: 'Province or city',
  emirate: 'Emirate',
  island: 'Island',
  oblast: 'Oblast',
  parish: 'Parish',
  prefecture: 'Prefecture',
  province: 'Province',
  region: 'Region',
  state: 'State',
}
const CITY_LABELS: Record<NonNullable<CountryData['locality_name_type']>, string> = {
  city: 'City',
  district: 'District',
  post_town: 'Town or city',
  suburb: 'Suburb',
}
const POSTAL_LABELS: Record<NonNullable<CountryData['zip_name_type']>, string> = {
  eircode: 'Eircode',
  pin: 'PIN code',
  postal: 'Postal code',
  zip: 'ZIP code',
}

/** Returns the address format of a country by the shop's code, or undefined if it is unknown. */
export function addressFormatOf(country: string): AddressFormat | undefined {
  const format = specFormat(country)
  return format ? withRegions(format) : findKnown(country)?.format
}

/** Adds the regions of Canada and Mexico, which shoppers type (spec section 5). */
function withRegions(format: AddressFormat): AddressFormat {
  const areas = areasOf(isoCountry(format.country))
  if (areas.length === 0) return format
  return {
    ...format,
    fields: format.fields.map((field) => (field.name === 'state' ? { ...field, areas } : field)),
  }
}

const areasOf = (iso: string) =>
  spelledRegions(iso).map(([code, name, ...others]): [string, string, ...string[]] => [code, name, ...others])

/** Returns the lines of an address in its country's order, or undefined for the specification's countries. */
export function writtenAddress(to: {
  firstName: string
  lastName: string
  company?: string
  address: string
  address2?: string
  city: string
  state: string
  zipCode: string
  country: string
}): string[] | undefined {
  const found = specFormat(to.country) ? undefined : findKnown(to.country)
  if (!found) return undefined
  const { format, lines, prefix } = found
  const areas = format.fields.find(({ name }) => name === 'state')?.areas
  const area = areas?.find(([code]) => code === to.state)?.[1] ?? to.state
  const values: Record<string, string> = {
    N: `${to.firstName} ${to.lastName}`,
    O: to.company ?? '',
    A: [to.address, to.address2].filter(Boolean).join('\n'),
    C: to.city,
    S: WITH_REGION_CODE.has(to.country) ? to.state : area,
    Z: to.zipCode && `${prefix}${to.zipCode}`,
  }
  const text = lines
    .replaceAll(`${prefix}%Z`, '%Z')
    .replaceAll('%n', '\n')
    .replace(/%(\w)/g, (_, letter: string) => values[letter] ?? '')
  const written = text.split('\n').map((line) => line.replace(/^[\s,-]+|[\s,-]+$/g, ''))
  return [...written.filter(Boolean), countryName(to.country)]
}

/** Adds the lines in the order of the country, except for the specification's countries. */
export function withLines(address: z.infer<typeof KnownAddress>): z.infer<typeof OrderAddress> {
  const formatted = writtenAddress(address)
  return { ...address, ...(formatted && { formatted }) }
}

function findKnown(country: string): Known | undefined {
  if (!ADDRESS_COUNTRIES.includes(country)) return undefined
  const found = known.get(country) ?? readCountry(country)
  known.set(country, found)
  return found
}

function readCountry(country: string): Known {
  const data = readCountryData(country)
  const lines = linesOf(data)
  const letters = [...lines.matchAll(/%([ACSZ])/g)].map(([, letter = '']) => letter)
  return {
    format: { country, fields: letters.flatMap((letter) => fieldOf(data, letter, letters)) },
    lines,
    prefix: data.postprefix ?? '',
  }
}

function fieldOf(data: CountryData, letter: string, letters: string[]): AddressFormat['fields'] {
  const name = FIELDS[letter]
  if (!name) return []
  const min = (data.require ?? DEFAULT_REQUIRED).includes(letter) ? 1 : 0
  const label = labelOf(data, name, letters)
  const required = `${label}${label.includes(',') ? ',' : ''} is required`
  if (name === 'state') {
    const areas = areasOf(data.key)
    return areas.length > 0
      ? [{ name, label, min, error: `Please select ${withArticle(label)}`, areas }]
      : [{ name, label, min, error: required }]
  }
  if (name !== 'zipCode') return [{ name, label, min, error: required }]
  const { zip: pattern, zipex, postprefix: prefix } = data
  const example = zipex?.split(',')[0]
  const error = example ? `Please enter ${withArticle(label)} such as ${example}` : required
  return [{ name, label, min, error, pattern, prefix, example }]
}

function labelOf(data: CountryData, name: PlaceField, letters: string[]): string {
  switch (name) {
    case 'address':
      // In Japan, for example, the street address includes the city.
      return letters.includes('S') && !letters.includes('C') ? 'Address, including the city' : 'Address'
    case 'city':
      return CITY_LABELS[data.locality_name_type ?? 'city']
    case 'state':
      return REGION_LABELS[data.state_name_type ?? 'province']
    case 'zipCode':
      return WITH_POSTCODE.has(data.key) ? 'Postcode' : POSTAL_LABELS[data.zip_name_type ?? 'postal']
  }
}
