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
  country: z.enum(
    rules.COUNTRIES.map(({ code }) => code),
    say.country,
  ),
}
const hasState = ({ country, state }: { country: string; state: string }) => rules.isState(country, state)
const noState = { path: ['state'], message: say.state }

/** Where an order goes and how its buyer is reached (spec section 5): the form's rules and the server's. */
export const ShippingInfo = z
  .object({
    ...name,
    email: z.string().trim().max(EMAIL_MAX, say.email).pipe(z.email(say.email)),
    phone: text(rules.PHONE_MIN, say.phone, rules.PHONE_MAX, say.phone),
    ...place,
  })
  .refine(hasState, noState)
export type ShippingInfo = z.infer<typeof ShippingInfo>

/** The address that the buyer's bank knows. */
export const BillingInfo = z.object({ ...name, ...place }).refine(hasState, noState)
export type BillingInfo = z.infer<typeof BillingInfo>

/** `billingInfo` is null if it is the same as the shipping address. */
export type OrderAddresses = { shippingInfo: ShippingInfo; billingInfo: BillingInfo | null }

/** What is known of it before the form is filled in; unchecked. */
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
