import { nameWithArticle } from '#contract/checkout/countries.ts'
import { overlaps, type ZoneInput } from '#contract/settings/zones-input.ts'
import { listRegions, resolveRegion } from '../addresses/places.ts'
import { invalidInput } from '../errors.ts'

/**
 * Returns the zones with the codes of their regions. An address never has any other region, so it couldn't match.
 * @throws ShopError 400 naming each unknown region, or each that is in two zones
 */
export function resolveRegions(zones: ZoneInput[]): ZoneInput[] {
  const errors = zones.flatMap(({ countries, regions }, index) => {
    const message = problemOf(countries?.[0] ?? '', regions)
    return message === null ? [] : [{ path: `zones.${index}.regions`, message }]
  })
  if (errors[0]) throw invalidInput(errors[0].message, errors)
  const resolved = zones.map((zone) => ({ ...zone, regions: codesOf(zone) }))
  const repeated = overlaps(resolved).map(({ path, message }) => ({
    path: ['zones', ...path].join('.'),
    message,
  }))
  if (repeated[0]) throw invalidInput(repeated[0].message, repeated)
  return resolved
}

const codesOf = ({ countries, regions }: ZoneInput) =>
  regions.map((typed) => resolveRegion(countries?.[0] ?? '', typed) ?? typed)

function problemOf(country: string, regions: string[]): string | null {
  if (regions.length === 0) return null
  const name = nameWithArticle(country)
  if (listRegions(country).length === 0)
    return `Addresses in ${name} have no region. Use postal codes instead.`
  const unknown = regions.find((typed) => resolveRegion(country, typed) === null)
  return unknown === undefined ? null : `“${unknown}” isn’t a state, province, or region of ${name}`
}
