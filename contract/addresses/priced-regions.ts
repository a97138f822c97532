import { nameWithArticle } from '../checkout/countries.ts'
import { isoCountry } from '../checkout/rules.ts'
import type { ShippingZone } from '../pricing/shipping.ts'
import type { AddressFormat } from './api.ts'

/** The shipping zones and the tax rates that prices depend on. */
export type PricedPlaces = {
  zones?: ShippingZone[] | null | undefined
  taxes?: { rates: { country: string; region: string | null }[] } | undefined
}

/**
 * Returns the format that an address must have in a shop: where a region decides the price, it must be a known one,
 * because any other would be priced like the rest of the country.
 */
export function pricedFormat(format: AddressFormat, places: PricedPlaces): AddressFormat {
  return isPricedByRegion(isoCountry(format.country), places) ? withKnownRegion(format) : format
}

/** Returns a format whose region, if the country has regions, must be a known one. */
export const withKnownRegion = (format: AddressFormat): AddressFormat => ({
  ...format,
  fields: format.fields.map((field) => knownRegion(field, format.country)),
})

function isPricedByRegion(country: string, { zones, taxes }: PricedPlaces): boolean {
  const isZoned = zones?.some(
    ({ countries, regions = [] }) => countries?.includes(country) && regions.length > 0,
  )
  return isZoned || taxes?.rates.some((rate) => rate.country === country && rate.region !== null) || false
}

type Field = AddressFormat['fields'][number]

function knownRegion({ isTyped, ...field }: Field, country: string): Field {
  const [code, name] = field.areas?.[0] ?? []
  if (code === undefined || name === undefined) return { ...field, ...(isTyped && { isTyped }) }
  const such = code === name ? name : `${name} or ${code}`
  const error = `Please enter a state, province, or region of ${nameWithArticle(country)}, such as ${such}`
  return { ...field, min: Math.max(field.min, 1), ...(isTyped && { error }) }
}
