import { z } from 'zod'
import { ADDRESS_COUNTRIES, addressLines } from '../addresses/rules.ts'
import {
  ADDRESS_MAX,
  CITY_MAX,
  DEFAULT_COUNTRY,
  PHONE_MAX,
  STATE_MAX,
  ZIP_CODE_MAX,
} from '../checkout/rules.ts'
import { shownLine } from '../text.ts'

const LEGAL_NAME_MAX = 120
const VAT_ID_MAX = 30

const line = (max: number) =>
  shownLine({ min: 0, tooShort: '', max, tooLong: `At most ${max} characters` }).default('')

/** The company that runs the shop, as shown to its customers. Its address is checked against the format of its country. */
export const Business = z.object({
  legalName: line(LEGAL_NAME_MAX),
  address: line(ADDRESS_MAX),
  address2: line(ADDRESS_MAX),
  city: line(CITY_MAX),
  state: line(STATE_MAX),
  zipCode: line(ZIP_CODE_MAX),
  /** The home country, by the shop's code. */
  country: z
    .string()
    .refine((code) => ADDRESS_COUNTRIES.includes(code), 'Please select a country')
    .default(DEFAULT_COUNTRY),
  phone: line(PHONE_MAX),
  vatId: line(VAT_ID_MAX),
})
export type Business = z.output<typeof Business>

export const NO_BUSINESS: Business = Business.parse({})

/** Returns the lines that identify the business to its customers, or nothing if the owner entered nothing. */
export function businessLines(business: Business, formatted?: string[]): string[] {
  const { legalName, address, phone, vatId } = business
  const place = address ? addressLines({ ...business, formatted }) : []
  return [legalName, ...place, phone, vatId && `VAT ID: ${vatId}`].filter(Boolean)
}
