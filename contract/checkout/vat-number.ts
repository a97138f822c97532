import { z } from 'zod'
import { EU_COUNTRIES } from '../pricing/eu.ts'
import { Time } from '../text.ts'

export const VAT_NUMBER_MESSAGES = {
  format: 'Enter a valid VAT number, such as ATU12345675, or leave this field empty',
  notRegistered:
    'This VAT number isn’t registered for trade within the EU. Check it, or leave this field empty.',
} as const

/** The VAT number of a business customer. `isVerified` is false if VIES, the EU's register, wasn't available. */
export const VatNumber = z.object({
  id: z.string(),
  /** ISO code of the country that issued it. */
  country: z.string(),
  isVerified: z.boolean(),
  checkedAt: Time,
  /** The registered name, or null if the country doesn't publish names. */
  name: z.string().nullable(),
})
export type VatNumber = z.infer<typeof VatNumber>

/**
 * Returns whether the customer owes the VAT instead of the shop: a business of one EU country buys goods that are sent
 * from another one (Directive 2006/112/EC, article 138).
 * @param home where the shop is registered for VAT
 */
export function isReverseCharge(
  home: string | null,
  { country: numberOf }: Pick<VatNumber, 'country'>,
  { country: to }: { country: string },
): boolean {
  const isOther = (country: string) => country !== home && EU_COUNTRIES.includes(country)
  return home !== null && EU_COUNTRIES.includes(home) && isOther(numberOf) && isOther(to)
}
