import { z } from 'zod'
import { EMAIL_MAX } from '../accounts/rules.ts'
import { shownText } from '../text.ts'
import * as rules from './rules.ts'
import { SHIPPING_MESSAGES as say } from './rules.ts'

const text = (min: number, tooShort: string, max: number, tooLong: string) =>
  shownText({ min, tooShort, max, tooLong })

const name = {
  firstName: text(rules.NAME_MIN, say.firstName, rules.NAME_MAX, say.firstNameTooLong),
  lastName: text(rules.NAME_MIN, say.lastName, rules.NAME_MAX, say.lastNameTooLong),
}
const place = {
  address: text(rules.ADDRESS_MIN, say.address, rules.ADDRESS_MAX, say.addressTooLong),
  city: text(rules.CITY_MIN, say.city, rules.CITY_MAX, say.cityTooLong),
  state: text(rules.STATE_MIN, say.state, rules.STATE_MAX, say.stateTooLong),
  zipCode: text(rules.ZIP_CODE_MIN, say.zipCode, rules.ZIP_CODE_MAX, say.zipCodeTooLong),
  /** Our code; which countries the shop ships to depends on its zones. */
  country: z.string(say.country).regex(/^[A-Z]{2}$/, say.country),
}
const hasState = ({ country, state }: { country: string; state: string }) => rules.isState(country, state)
const noState = { path: ['state'], message: say.state }

/** Shipping address and contact data (spec section 5). The form and the server share these rules. */
export const ShippingInfo = z
  .object({
    ...name,
    email: z.string().trim().max(EMAIL_MAX, say.email).pipe(z.email(say.email)),
    phone: text(rules.PHONE_MIN, say.phone, rules.PHONE_MAX, say.phone),
    ...place,
  })
  .refine(hasState, noState)
export type ShippingInfo = z.infer<typeof ShippingInfo>

/** The address that the shopper's bank has on file. */
export const BillingInfo = z.object({ ...name, ...place }).refine(hasState, noState)
export type BillingInfo = z.infer<typeof BillingInfo>

/** `billingInfo` is null if it is the same as the shipping address. */
export type OrderAddresses = { shippingInfo: ShippingInfo; billingInfo: BillingInfo | null }

/** Known data before the form is filled in; not validated. */
export const KnownShippingInfo = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
})
export type KnownShippingInfo = z.infer<typeof KnownShippingInfo>

export const KnownAddress = KnownShippingInfo.omit({ email: true, phone: true })
