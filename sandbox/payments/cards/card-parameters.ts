import { z } from 'zod'
import { address, emptyable, integer, metadata, text } from '../api/parameters.ts'

const billing_details = z.strictObject({
  address: emptyable(address).optional(),
  email: emptyable(text()).optional(),
  name: emptyable(text()).optional(),
  phone: emptyable(text()).optional(),
  tax_id: emptyable(text()).optional(),
})

/** A card as it is typed: `payment_method_data` of a confirmation, or the whole of a new payment method. */
export const cardFields = {
  type: z.literal('card', 'Only cards are played here'),
  card: z.strictObject({
    number: text(30),
    exp_month: integer,
    exp_year: integer.transform((year) => (year < 100 ? 2000 + year : year)),
    cvc: text(10).optional(),
  }),
  billing_details: billing_details.optional(),
  allow_redisplay: z.enum(['always', 'limited', 'unspecified']).optional(),
  metadata: metadata.optional(),
}
