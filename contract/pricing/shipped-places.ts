import { ADDRESS_COUNTRIES } from '../addresses/rules.ts'
import { isCountry, nameWithArticle, shopCountry, sortedByName } from '../checkout/countries.ts'
import { COUNTRIES, DEFAULT_COUNTRY, isoCountry, SHIPPING_MESSAGES } from '../checkout/rules.ts'
import { type Goods, type ShippingZone, shippingOptions, zoneFor } from './shipping.ts'

/** Where an order can be shipped. */

/**
 * Returns our codes for the countries the shop ships to, sorted by country name.
 * @param zones null if the shop defines no zones; it then ships to the specification's countries
 */
export function shippedCountries(zones: ShippingZone[] | null): string[] {
  if (zones === null) return COUNTRIES.map(({ code }) => code)
  const codes = zones.some(({ countries }) => countries === null)
    ? ADDRESS_COUNTRIES
    : new Set(zones.flatMap(({ countries }) => countries ?? []).map(shopCountry))
  return sortedByName(codes)
}

/**
 * Returns the country preselected in address forms. It is in the first zone, whose rates are shown before the country
 * is known.
 */
export function defaultCountry(zones: ShippingZone[] | null): string {
  const countries = zones?.[0]?.countries?.map(shopCountry) ?? shippedCountries(zones)
  return countries.includes(DEFAULT_COUNTRY) ? DEFAULT_COUNTRY : (countries[0] ?? '')
}

type Address = { country: string; state: string; zipCode: string; isPartial?: boolean | undefined }

const tooMuchMessage = (country: string) =>
  `We can’t ship this much to ${nameWithArticle(country)} in one order. Please order less, or contact us.`

/**
 * Returns why the shop doesn't ship to an address, and the field where the message belongs, or null if it does.
 * @param goods the cart, if it is known
 */
export function shippingProblem(
  zones: ShippingZone[] | null,
  { country, state, zipCode, isPartial = false }: Address,
  goods?: Goods,
): { field: 'country' | 'state' | 'zipCode'; message: string } | null {
  if (zones === null) {
    if (COUNTRIES.some(({ code }) => code === country)) return null
    return { field: 'country', message: SHIPPING_MESSAGES.country }
  }
  const iso = isoCountry(country)
  if (!isCountry(iso)) return { field: 'country', message: SHIPPING_MESSAGES.country }
  const zone = zoneFor(zones, { country: iso, region: state, postalCode: zipCode, isPartial })
  if (zone && goods && shippingOptions(zone, goods).length === 0)
    return { field: 'country', message: tooMuchMessage(country) }
  if (zone) return null
  const inCountry = zones.filter(({ countries }) => countries?.includes(iso))
  if (inCountry.length === 0)
    return { field: 'country', message: `We don’t ship to ${nameWithArticle(country)} yet` }
  const isByCode = inCountry.some(({ postalCodes = [] }) => postalCodes.length > 0)
  const message = `We don’t ship to this part of ${nameWithArticle(country)} yet`
  return { field: isByCode ? 'zipCode' : 'state', message }
}
