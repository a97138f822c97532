import { billingInfo, type OrderAddresses, shippingInfo } from '#contract/checkout/shipping.ts'
import { addressFormatOf } from '../addresses/address-formats.ts'
import { invalidInput } from '../errors.ts'

/**
 * Checks addresses by the formats of their countries, as the form does. The quote decides where the shop ships.
 * @throws ShopError 400
 */
export function checkedAddresses(addresses: OrderAddresses): OrderAddresses {
  const shipping = shippingInfo(addressFormatOf).safeParse(addresses.shippingInfo)
  const billing = billingInfo(addressFormatOf).nullable().safeParse(addresses.billingInfo)
  if (shipping.success && billing.success) return { shippingInfo: shipping.data, billingInfo: billing.data }
  const errors = [
    ...(shipping.error?.issues ?? []).map((issue) => ({ ...issue, path: ['shippingInfo', ...issue.path] })),
    ...(billing.error?.issues ?? []).map((issue) => ({ ...issue, path: ['billingInfo', ...issue.path] })),
  ].map(({ path, message }) => ({ path: path.join('.'), message }))
  throw invalidInput(errors[0]?.message ?? 'The address is not valid', errors)
}
