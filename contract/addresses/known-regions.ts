import { nameWithArticle } from '../checkout/countries.ts'
import type { AddressFormat } from './api.ts'

/**
 * Returns a format whose region, if the country has regions, must be a known one: where a region decides the price, any other
 * would be priced like the rest of the country.
 */
export const withKnownRegion = (format: AddressFormat): AddressFormat => ({
  ...format,
  fields: format.fields.map((field) => knownRegion(field, format.country)),
})

type Field = AddressFormat['fields'][number]

function knownRegion({ isTyped, ...field }: Field, country: string): Field {
  const [code, name] = field.areas?.[0] ?? []
  if (code === undefined || name === undefined) return { ...field, ...(isTyped && { isTyped }) }
  const such = code === name ? name : `${name} or ${code}`
  const error = `Please enter a state, province, or region of ${nameWithArticle(country)}, such as ${such}`
  return { ...field, min: Math.max(field.min, 1), ...(isTyped && { error }) }
}
