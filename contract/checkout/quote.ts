import { z } from 'zod'
import { Money } from '../money-schema.ts'

/** One line of a cart at the current price, next to the one shown: null if it wasn't shown or no longer exists. */
export const CheckedItem = z.object({
  productId: z.int().positive(),
  /** Only for a product with options. */
  variantId: z.int().positive().optional(),
  name: z.string(),
  price: Money.nullable(),
  quantity: z.int().nonnegative(),
  seenPrice: Money.nullable(),
  seenQuantity: z.int().nonnegative().nullable(),
  /** The quantity available if it is less than wanted, otherwise null. */
  left: z.int().nonnegative().nullable(),
})
export type CheckedItem = z.infer<typeof CheckedItem>

/** A cart's current prices. */
export const CheckedCart = z.object({
  lines: z.array(CheckedItem),
  subtotal: Money,
  shipping: Money,
  /** The tax that is added to prices and shipping. */
  tax: Money,
  total: Money,
})
export type CheckedCart = z.infer<typeof CheckedCart>
