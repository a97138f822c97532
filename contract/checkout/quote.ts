import { z } from 'zod'
import { Money } from '../money-schema.ts'

/** One product of a cart at today's price, beside what the shopper saw of it; null where it was not seen or is gone. */
export const QuoteLine = z.object({
  productId: z.int().positive(),
  name: z.string(),
  price: Money.nullable(),
  quantity: z.int().nonnegative(),
  seenPrice: Money.nullable(),
  seenQuantity: z.int().nonnegative().nullable(),
  /** How many of it can be bought, when that is less than is wanted; else null. */
  left: z.int().nonnegative().nullable(),
})
export type QuoteLine = z.infer<typeof QuoteLine>

/** What a cart costs today. */
export const Quote = z.object({
  lines: z.array(QuoteLine),
  subtotal: Money,
  shipping: Money,
  total: Money,
})
export type Quote = z.infer<typeof Quote>
