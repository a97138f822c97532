import { shopCountry } from '#contract/checkout/countries.ts'
import { isoCountry } from '#contract/checkout/rules.ts'
import { formatCents } from '#contract/money.ts'
import type { ShippingCountries } from '#contract/pricing/api.ts'
import { US_TERRITORIES } from '#contract/pricing/places.ts'
import { defaultCountry, shippedCountries } from '#contract/pricing/shipped-places.ts'
import type { ShippingZone } from '#contract/pricing/shipping.ts'
import { methodText, placesText } from '#contract/pricing/shipping-text.ts'
import { TERRITORIES } from '#contract/pricing/territories.ts'
import type { Settings } from '../settings/settings.ts'

/** Names of countries, regions, or postal codes in a zone's text. A zone can have 300. */
const PLACES_MAX = 40

/** Returns whether shipping can cost something other than the first method of the first zone. */
export function hasSeveralRates({ zones }: Pick<Settings, 'zones'>): boolean {
  const deliveries = zones?.[0]?.methods.filter(({ kind }) => kind !== 'pickup') ?? []
  return (zones?.length ?? 0) > 1 || deliveries.length > 1
}

/** Returns whether some order pays for shipping. */
export function chargesShipping({ zones, shippingRateCents }: Settings): boolean {
  const methods = zones?.flatMap((zone) => zone.methods)
  if (!methods) return shippingRateCents > 0
  return methods.some(({ rateCents, bands = [] }) =>
    [{ rateCents }, ...bands].some((rate) => (rate.rateCents ?? 0) > 0),
  )
}

/** Returns the zones in words, or null for a shop without zones. */
export function shippingRates(settings: Settings) {
  const { zones, locale, weightUnits } = settings
  const format = (cents: number) => formatCents(cents, settings)
  const units = weightUnits === 'entered' ? {} : { weightUnits }
  return (
    zones?.map((zone) => ({
      name: zone.name ?? '',
      places: placesText(zone, PLACES_MAX),
      methods: zone.methods.map((method) => methodText(method, format, { ...units, locale })),
    })) ?? null
  )
}

export function shippingCountries(settings: Settings): ShippingCountries {
  const { zones } = settings
  const countries = shippedCountries(zones)
  return {
    countries,
    preselected: defaultCountry(zones),
    pricedByRegion: [...countriesPricedByRegion(settings)].map(shopCountry),
    parts: partsOfCountries(countries.map(isoCountry)),
    hasZones: zones !== null,
  }
}

/** Returns the ISO codes of the countries where the region decides the price. */
export function countriesPricedByRegion({ zones, taxes }: Settings): Set<string> {
  const zoned = (zones ?? []).flatMap(({ countries, regions = [] }) =>
    regions.length > 0 && countries ? countries : [],
  )
  const rows = taxes.mode === 'table' ? taxes.rows : []
  const taxed = rows.flatMap(({ country, region }) => (region === null ? [] : [country]))
  return new Set([...zoned, ...taxed])
}

/** The country of each code that an address of a territory can also have: 'PR' -> 'US', 'MC' -> 'FR' */
const COUNTRY_OF: ReadonlyMap<string, string> = new Map([
  ...US_TERRITORIES.map((code): [string, string] => [code, 'US']),
  ...TERRITORIES.flatMap(({ code, country }): [string, string][] =>
    code && code !== country ? [[code, country]] : [],
  ),
])

/**
 * Wallets name some places by ISO codes that the shop has under another country. A territory of the US is always a state,
 * and another territory that the shop doesn't ship to by its code belongs to its country.
 * @param shipped ISO codes @returns the shop's country by ISO code
 */
function partsOfCountries(shipped: string[]): Record<string, string> {
  const isShipped = new Set(shipped)
  const parts = [...COUNTRY_OF].filter(([code, country]) =>
    US_TERRITORIES.includes(code)
      ? isShipped.has(country) || isShipped.has(code)
      : isShipped.has(country) && !isShipped.has(code),
  )
  return Object.fromEntries(parts.map(([code, country]) => [code, shopCountry(country)]))
}

/** Returns the countries of a zone that no other zone covers in part. */
export function wholeCountries(
  { countries, regions = [], postalCodes = [] }: ShippingZone,
  zones: ShippingZone[],
): string[] {
  if (regions.length + postalCodes.length > 0) return []
  return (countries ?? []).filter(
    (country) => zones.filter((zone) => zone.countries?.includes(country)).length === 1,
  )
}
