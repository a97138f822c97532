import { withKnownRegion } from '#contract/addresses/known-regions.ts'
import { normalizedPlace, PLACE_FIELDS, type Place, placeProblem } from '#contract/addresses/rules.ts'
import { SHIPPING_MESSAGES } from '#contract/checkout/rules.ts'
import type { PickupAddress } from '#contract/pricing/shipping.ts'
import type { Business } from '#contract/settings/business.ts'
import { ZONE_MESSAGES } from '#contract/settings/zones.ts'
import type { ZoneInput } from '#contract/settings/zones-input.ts'
import { addressFormatOf, writtenAddress } from '../addresses/address-formats.ts'
import { invalidInput } from '../errors.ts'

type FieldError = { path: string; message: string }

/**
 * Returns the addresses where orders are picked up, by the path of their method. A method without one has the address
 * of the business.
 * @param pathOf the path of a method by the positions of its zone and of itself
 * @throws ShopError 400 naming each field that is invalid in its country
 */
export function readPickups(
  zones: ZoneInput[],
  business: Business,
  pathOf: (zone: number, method: number) => string,
): Map<string, PickupAddress> {
  const errors: FieldError[] = []
  const addresses = new Map<string, PickupAddress>()
  for (const [at, { methods }] of zones.entries()) {
    for (const [index, { kind, address: typed }] of methods.entries()) {
      if (kind !== 'pickup') continue
      const path = `${pathOf(at, index)}.address`
      const place = typed ?? business
      const problems =
        place.address === '' && place.city === ''
          ? [{ path: `${path}.address`, message: ZONE_MESSAGES.address }]
          : placeErrors(place, path, pickupFormat(place.country))
      errors.push(...problems)
      if (problems.length === 0) addresses.set(pathOf(at, index), withLines(place))
    }
  }
  if (errors[0]) throw invalidInput(errors[0].message, errors)
  return addresses
}

/** A region that isn't known would be taxed like the rest of the country. */
function pickupFormat(country: string) {
  const format = addressFormatOf(country)
  return format && withKnownRegion(format)
}

/** Returns the fields that are invalid in the country of a place. */
export function placeErrors(
  place: Place,
  path: string,
  format = addressFormatOf(place.country),
): FieldError[] {
  if (!format) return [{ path: `${path}.country`, message: SHIPPING_MESSAGES.country }]
  return PLACE_FIELDS.flatMap((field) => {
    const message = placeProblem(format, field, place)
    return message ? [{ path: `${path}.${field}`, message }] : []
  })
}

function withLines(place: PickupAddress): PickupAddress {
  const { address2, country } = place
  const format = addressFormatOf(country)
  const known = { ...(format ? normalizedPlace(format, place) : place), country }
  const to = { ...known, ...(address2 && { address2 }) }
  const formatted = writtenAddress({ ...to, firstName: '', lastName: '' })
  return { ...to, ...(formatted && { formatted }) }
}
