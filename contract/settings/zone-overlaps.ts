import { nameWithArticle } from '../checkout/countries.ts'
import { canonicalPlace } from '../pricing/places.ts'
import { comparable } from '../pricing/postal-codes.ts'
import { findOverlap, intervalOf, postalPartText } from './postal-parts.ts'

/** The places of zones. A place that is in two zones would have two prices. */

type ZonePlaces = {
  name: string
  countries: string[] | null
  regions: string[]
  postalCodes: string[]
}

/** Returns the places that are in a zone although an earlier one has them. */
export function overlaps(zones: ZonePlaces[]): { path: (string | number)[]; message: string }[] {
  const seen = new Map<string, string>()
  const twice = zones.flatMap((zone, index) =>
    placesOf(zone).flatMap(({ field, place, key }) => {
      const other = seen.get(key)
      seen.set(key, other ?? zone.name)
      return other === undefined
        ? []
        : [{ path: [index, field], message: `${place} is already in the zone “${other}”` }]
    }),
  )
  return twice.length > 0 ? twice : crossings(zones)
}

function crossings(zones: ZonePlaces[]) {
  const countries = new Set(zones.flatMap(({ countries }) => countries ?? []))
  return [...countries].flatMap((country) => {
    const parts = zones.flatMap(({ countries, postalCodes, name }, index) =>
      countries?.includes(country) ? postalCodes.map((part) => ({ part, name, index })) : [],
    )
    const [one, other] = findOverlap(parts)?.toSorted((a, b) => a.index - b.index) ?? []
    if (!one || !other) return []
    const [first, second] = [postalPartText(one.part), postalPartText(other.part)]
    const message = `${second} overlaps ${first} in the zone “${one.name}”`
    return [{ path: [other.index, 'postalCodes'], message }]
  })
}

type ZoneField = 'countries' | 'regions' | 'postalCodes'

/** Returns the places of a zone, each with a key. Only the same place at the same level has the same key. */
function placesOf({ countries, regions, postalCodes }: ZonePlaces) {
  if (countries === null)
    return [{ field: 'countries' as ZoneField, place: 'Everywhere else', key: 'everywhere' }]
  const [country = ''] = countries
  const parts = [
    ...regions.map((one) => ({
      field: 'regions' as ZoneField,
      place: one,
      key: regionKey(country, comparable(one)),
    })),
    ...postalCodes.map((one) => ({
      field: 'postalCodes' as ZoneField,
      place: postalPartText(one),
      key: `code ${country} ${JSON.stringify(country === 'GB' ? one : (intervalOf(one) ?? one))}`,
    })),
  ]
  if (parts.length > 0) return parts
  return countries.map((code) => ({
    field: 'countries' as ZoneField,
    place: placeTitle(code),
    key: countryKey(code),
  }))
}

const regionKey = (country: string, region: string) => `region ${country} ${region}`

/** Puerto Rico is one place as a state and as a country. */
function countryKey(code: string) {
  const { country, region } = canonicalPlace({ country: code, region: '' })
  return region === '' ? `country ${country}` : regionKey(country, region)
}

/** 'NL' -> 'The Netherlands' */
export function placeTitle(code: string): string {
  const name = nameWithArticle(code)
  return name.charAt(0).toUpperCase() + name.slice(1)
}
