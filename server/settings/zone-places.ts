import { nameWithArticle } from '#contract/checkout/countries.ts'
import { overlaps } from '#contract/settings/zone-overlaps.ts'
import { type ZoneInput, ZonesInput } from '#contract/settings/zones-input.ts'
import { listRegions, resolveCountry, resolveRegion } from '../addresses/places.ts'
import { invalidInput } from '../errors.ts'
import { problemsOf } from '../platform/http/mount.ts'

/**
 * Returns the zones with the codes of their countries and regions. An address never has anything else, so it couldn't
 * match.
 * @throws ShopError 400 naming each unknown country or region, or each that is in two zones
 */
export function resolvePlaces(typed: ZoneInput[]): ZoneInput[] {
  const zones = withCountryCodes(typed)
  rejectAny(
    zones.flatMap(({ countries, regions }, index) => {
      const message = regionProblem(countries?.[0] ?? '', regions)
      return message === null ? [] : [{ path: `zones.${index}.regions`, message }]
    }),
  )
  const resolved = zones.map((zone) => ({ ...zone, regions: regionCodes(zone) }))
  rejectAny(overlaps(resolved).map(({ path, message }) => ({ path: ['zones', ...path].join('.'), message })))
  return resolved
}

/** Names of countries become codes. The zones are then validated again, because postal codes differ by country. */
function withCountryCodes(zones: ZoneInput[]): ZoneInput[] {
  const coded = zones.map((zone) => ({
    ...zone,
    countries: zone.countries?.map((text) => resolveCountry(text) ?? text) ?? null,
  }))
  rejectAny(
    coded.flatMap(({ countries }, zone) =>
      (countries ?? []).flatMap((text, index) =>
        resolveCountry(text) === null
          ? [{ path: `zones.${zone}.countries.${index}`, message: `Unknown country “${text}”` }]
          : [],
      ),
    ),
  )
  const checked = ZonesInput.safeParse(coded)
  if (checked.error)
    rejectAny(problemsOf(checked.error).map(({ path, message }) => ({ path: `zones.${path}`, message })))
  return checked.data ?? coded
}

const regionCodes = ({ countries, regions }: ZoneInput) =>
  regions.map((typed) => resolveRegion(countries?.[0] ?? '', typed) ?? typed)

function regionProblem(country: string, regions: string[]): string | null {
  if (regions.length === 0) return null
  const name = nameWithArticle(country)
  if (listRegions(country).length === 0)
    return `Addresses in ${name} have no region. Use postal codes instead.`
  const unknown = regions.find((typed) => resolveRegion(country, typed) === null)
  return unknown === undefined ? null : `“${unknown}” isn’t a state, province, or region of ${name}`
}

/** @throws ShopError 400 */
function rejectAny(errors: { path: string; message: string }[]) {
  if (errors[0]) throw invalidInput(errors[0].message, errors)
}
