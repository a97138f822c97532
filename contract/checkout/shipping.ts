import { z } from 'zod'
import type { AddressFormat } from '../addresses/api.ts'
import {
  ADDRESS_COUNTRIES,
  genericFormat,
  normalizedPlace,
  PLACE_FIELDS,
  type Place,
  placeProblem,
  specFormat,
} from '../addresses/rules.ts'
import { emailAddress } from '../email-address.ts'
import { shownLine, Time } from '../text.ts'
import type { CheckoutFields, FieldChoice } from './fields.ts'
import * as rules from './rules.ts'
import { SHIPPING_MESSAGES as say } from './rules.ts'

export const VAT_NUMBER_MESSAGES = {
  format: 'Enter a valid VAT number, such as ATU12345675, or leave this field empty',
  notRegistered:
    'This VAT number isn’t registered for trade within the EU. Check it, or leave this field empty.',
  required: 'Enter the VAT number of your business',
  noUse: 'This shop has no use for VAT numbers',
  unavailable:
    'VIES, the EU’s register of VAT numbers, can’t verify this number right now, so your order includes VAT. To order without VAT, try again later.',
  accepted:
    'VIES, the EU’s register of VAT numbers, can’t verify this number right now. You pay no VAT, and we verify the number before we ship your order.',
} as const

/** A business customer's VAT number. */
export const VatNumber = z.object({
  id: z.string(),
  /** ISO code for the country that issued it, or 'XI' for Northern Ireland. */
  country: z.string(),
  /** Unverified while VIES, the EU's register, is unavailable. Invalid if VIES rejects the number of an order later. */
  state: z.enum(['verified', 'unverified', 'invalid']),
  /** Whether a business abroad pays no VAT with it: it is verified, or the store owner accepts unverified numbers. */
  isAccepted: z.boolean(),
  /** The time of the response, or of the last query without one. */
  checkedAt: Time,
  /** The registered name, or null if the country doesn't publish names. */
  name: z.string().nullable(),
  /** VIES's proof of the query, or null if the shop has no VAT number that it could query with. */
  consultationNumber: z.string().nullable(),
})
export type VatNumber = z.infer<typeof VatNumber>

const text = (min: number, tooShort: string, max: number, tooLong: string) =>
  shownLine({ min, tooShort, max, tooLong })
/** A part of a place. Its country decides whether it is required. */
const part = (max: number, tooLong: string) => text(0, '', max, tooLong).default('')

const name = {
  firstName: text(1, say.firstName, rules.NAME_MAX, say.firstNameTooLong),
  lastName: text(1, say.lastName, rules.NAME_MAX, say.lastNameTooLong),
}
const place = {
  address: part(rules.ADDRESS_MAX, say.addressTooLong),
  address2: text(0, '', rules.ADDRESS_MAX, say.addressTooLong).optional(),
  city: part(rules.CITY_MAX, say.cityTooLong),
  state: part(rules.STATE_MAX, say.stateTooLong),
  zipCode: part(rules.ZIP_CODE_MAX, say.zipCodeTooLong),
  country: z.string(say.country),
}
const email = emailAddress(say.email)

/** Empty if the field is off, or wasn't filled in. */
const IGNORED = z
  .unknown()
  .optional()
  .transform(() => '')

const phone = (min: number) => text(min, say.phone, rules.PHONE_MAX, say.phone)
const company = (min: number) => text(min, say.company, rules.COMPANY_MAX, say.companyTooLong)
const optionalPhone = phone(0).default('')
const optionalCompany = company(0).optional()

function phoneAs(choice: FieldChoice): z.ZodType<string> {
  if (choice === 'off') return IGNORED
  return choice === 'required' ? phone(1) : optionalPhone
}

function companyAs(choice: FieldChoice): z.ZodType<string | undefined> {
  if (choice === 'off') return IGNORED
  return choice === 'required' ? company(1).prefault('') : optionalCompany
}

/** Returns the address format of a country by the shop's code, or undefined if addresses there aren't accepted. */
export type FormatOf = (country: string) => AddressFormat | undefined

/**
 * Returns whether a phone number is possible in a country by the shop's code. Numbers without a country code are read as
 * the country's own. Omitted where only the server checks them.
 */
export type PhoneCheck = (phone: string, country: string) => boolean

/** Checks a place even if other fields are invalid, so a form shows all errors at once. */
const WITH_OTHERS = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

/** Shipping address and contact data (spec section 5). The form and the server share these rules. */
export const shippingInfo = (formatOf: FormatOf, fields: CheckoutFields, isPhoneIn?: PhoneCheck) =>
  z
    .object({ ...name, company: companyAs(fields.company), email, phone: phoneAs(fields.phone), ...place })
    .superRefine(checkNames, WITH_OTHERS)
    .superRefine(checkPhone(isPhoneIn), WITH_OTHERS)
    .superRefine(checkPlace(formatOf), WITH_OTHERS)
    .transform((info) => normalized(info, formatOf))

/** The part of a shipping address that taxes depend on. */
export const shippingPlace = (formatOf: FormatOf) =>
  z
    .object(place)
    .superRefine(checkPlace(formatOf))
    .transform((info) => normalized(info, formatOf))

/** The address that the shopper's bank has on file. A required company may be only in the shipping address. */
export const billingInfo = (formatOf: FormatOf, fields: CheckoutFields) =>
  z
    .object({ ...name, company: fields.company === 'off' ? IGNORED : optionalCompany, ...place })
    .superRefine(checkNames, WITH_OTHERS)
    .superRefine(checkPlace(formatOf), WITH_OTHERS)
    .transform((info) => normalized(info, formatOf))

/** An address in a customer's address book, where the phone number and the company are optional. */
export const savedAddress = (formatOf: FormatOf, isPhoneIn?: PhoneCheck) =>
  z
    .object({ ...name, company: optionalCompany, phone: optionalPhone, ...place })
    .superRefine(checkNames, WITH_OTHERS)
    .superRefine(checkPhone(isPhoneIn), WITH_OTHERS)
    .superRefine(checkPlace(formatOf), WITH_OTHERS)
    .transform((info) => normalized(info, formatOf))

type Names = { country: string; firstName?: unknown; lastName?: unknown }

/** Outside the specification's countries, one character in Han, Hangul, or kana is a name. */
function checkNames(info: Names, { addIssue }: z.RefinementCtx) {
  for (const field of ['firstName', 'lastName'] as const) {
    const name = info[field]
    const isShort = typeof name === 'string' && name.length > 0 && name.length < rules.NAME_MIN
    if (isShort && (specFormat(info.country) || !CHARACTER_NAME.test(name)))
      addIssue({ code: 'custom', path: [field], message: say[field] })
  }
}

const CHARACTER_NAME = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]$/u

/** Outside the specification's countries, the country decides the length of a phone number. */
function checkPhone(isPhoneIn?: PhoneCheck) {
  return ({ country, phone }: { country: string; phone?: unknown }, { addIssue }: z.RefinementCtx) => {
    if (typeof phone !== 'string' || phone === '') return
    const isValid = specFormat(country)
      ? phone.length >= rules.PHONE_MIN
      : !isPhoneIn || isPhoneIn(phone, country)
    if (!isValid) addIssue({ code: 'custom', path: ['phone'], message: say.phone })
  }
}

function checkPlace(formatOf: FormatOf) {
  return (info: Place, { addIssue }: z.RefinementCtx) => {
    const format = typeof info.country === 'string' ? formatOf(info.country) : undefined
    if (!format) addIssue({ code: 'custom', path: ['country'], message: say.country })
    for (const field of PLACE_FIELDS) {
      const message = format && placeProblem(format, field, info)
      if (message) addIssue({ code: 'custom', path: [field], message })
    }
  }
}

type Optional = 'company' | 'address2'

/** Empties fields that the country doesn't use, and omits an empty company and second line. */
function normalized<Info extends Place & { [Name in Optional]?: string | undefined }>(
  info: Info,
  formatOf: FormatOf,
) {
  const { company, address2, ...rest } = info
  const format = formatOf(info.country)
  return {
    ...rest,
    ...(format && normalizedPlace(format, info)),
    ...(company && { company }),
    ...(address2 && { address2 }),
  } as Omit<Info, Optional> & { [Name in Optional]?: string }
}

/** The formats of addresses in a request. Only the server has those outside the specification's countries. */
const formatOfRequest: FormatOf = (country) =>
  specFormat(country) ?? (ADDRESS_COUNTRIES.includes(country) ? genericFormat(country) : undefined)

export type ShippingInfo = z.output<ReturnType<typeof shippingInfo>>
export const ShippingPlace = shippingPlace(formatOfRequest)
export type ShippingPlace = z.output<typeof ShippingPlace>
export type BillingInfo = z.output<ReturnType<typeof billingInfo>>
/** An address of a customer's address book in a request. */
export const AddressToSave = savedAddress(formatOfRequest)
export type AddressToSave = z.output<typeof AddressToSave>

/** `billingInfo` is null if it is the same as the shipping address. `vatNumber` belongs to a business customer. */
export type OrderAddresses = {
  shippingInfo: ShippingInfo
  billingInfo: BillingInfo | null
  vatNumber?: VatNumber | null
}

/** Data known before the form is filled in; not validated. */
export const KnownShippingInfo = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Omitted if empty. */
  company: z.string().optional(),
  address: z.string(),
  /** Omitted if empty. */
  address2: z.string().optional(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
})
export type KnownShippingInfo = z.infer<typeof KnownShippingInfo>

export const KnownAddress = KnownShippingInfo.omit({ email: true, phone: true })

/** The address of an order. */
export const OrderAddress = KnownAddress.extend({
  /** The lines in the order that the country uses. Omitted for the specification's countries. */
  formatted: z.array(z.string()).optional(),
})
