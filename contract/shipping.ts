import { z } from 'zod'
import { EMAIL_MAX } from './account-rules.ts'
import * as rules from './checkout-rules.ts'
import { SHIPPING_MESSAGES as say } from './checkout-rules.ts'
import { shownText } from './text.ts'

const text = (min: number, tooShort: string, max: number, tooLong: string) =>
  shownText({ min, tooShort, max, tooLong })

/** Where an order goes and how its buyer is reached (spec section 5): the form's rules and the server's. */
export const ShippingInfo = z
  .object({
    firstName: text(rules.NAME_MIN, say.firstName, rules.NAME_MAX, say.firstNameTooLong),
    lastName: text(rules.NAME_MIN, say.lastName, rules.NAME_MAX, say.lastNameTooLong),
    email: z.string().trim().max(EMAIL_MAX, say.email).pipe(z.email(say.email)),
    phone: text(rules.PHONE_MIN, say.phone, rules.PHONE_MAX, say.phone),
    address: text(rules.ADDRESS_MIN, say.address, rules.ADDRESS_MAX, say.addressTooLong),
    city: text(rules.CITY_MIN, say.city, rules.CITY_MAX, say.cityTooLong),
    state: text(rules.STATE_MIN, say.state, rules.STATE_MAX, say.stateTooLong),
    zipCode: text(rules.ZIP_CODE_MIN, say.zipCode, rules.ZIP_CODE_MAX, say.zipCodeTooLong),
    country: z.enum(
      rules.COUNTRIES.map(({ code }) => code),
      say.country,
    ),
  })
  .refine(({ country, state }) => rules.isState(country, state), { path: ['state'], message: say.state })
export type ShippingInfo = z.infer<typeof ShippingInfo>

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
