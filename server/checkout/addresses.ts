import { ADDRESS_COUNTRIES } from '#contract/addresses/rules.ts'
import { COUNTRIES } from '#contract/checkout/rules.ts'
import { billingInfo, type FormatOf, type OrderAddresses, shippingInfo } from '#contract/checkout/shipping.ts'
import { addressFormatOf } from '../addresses/address-formats.ts'
import { invalidInput } from '../errors.ts'

/** Countries that the shop ships to, by the shop's codes. */
const SHIPS_TO = COUNTRIES.map(({ code }) => code)

/**
 * Checks addresses by the formats of their countries, as the form does. A card may be billed to any country.
 * @throws ShopError 400
 */
export function checkedAddresses(
  addresses: OrderAddresses,
  shipsTo: readonly string[] = SHIPS_TO,
): OrderAddresses {
  const shipping = shippingInfo(formatsOf(shipsTo)).safeParse(addresses.shippingInfo)
  const billing = billingInfo(formatsOf(ADDRESS_COUNTRIES)).nullable().safeParse(addresses.billingInfo)
  if (shipping.success && billing.success) return { shippingInfo: shipping.data, billingInfo: billing.data }
  const errors = [
    ...(shipping.error?.issues ?? []).map((issue) => ({ ...issue, path: ['shippingInfo', ...issue.path] })),
    ...(billing.error?.issues ?? []).map((issue) => ({ ...issue, path: ['billingInfo', ...issue.path] })),
  ].map(({ path, message }) => ({ path: path.join('.'), message }))
  throw invalidInput(errors[0]?.message ?? 'The address is not valid', errors)
}

const formatsOf =
  (countries: readonly string[]): FormatOf =>
  (country) =>
    countries.includes(country) ? addressFormatOf(country) : undefined
