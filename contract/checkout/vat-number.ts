import { z } from 'zod'
import { Time } from '../text.ts'

export const VAT_NUMBER_MESSAGES = {
  format: 'Enter a valid VAT number, such as ATU12345675, or leave this field empty',
  notRegistered:
    'This VAT number isn’t registered for trade within the EU. Check it, or leave this field empty.',
} as const

/** A business customer's VAT number. `isVerified` is false if VIES, the EU's register, wasn't available. */
export const VatNumber = z.object({
  id: z.string(),
  /** ISO code for the country that issued it. */
  country: z.string(),
  isVerified: z.boolean(),
  checkedAt: Time,
  /** The registered name, or null if the country doesn't publish names. */
  name: z.string().nullable(),
})
export type VatNumber = z.infer<typeof VatNumber>
