import { z } from 'zod'
import { Money } from '../money-schema.ts'

/**
 * One item of a cart at its current price. The price shown to the shopper is null if it wasn't shown, or if the product
 * no longer exists.
 */
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

const cents = z.int().nonnegative()
/** Taxes of a line, of the shipping, or of a whole quote, in minor units: TaxAmount of contract/pricing. */
export const TaxAmounts = z.array(
  z.object({
    country: z.string(),
    region: z.string().nullable(),
    name: z.string(),
    ppm: z.int().nonnegative(),
    netCents: cents,
    cents,
  }),
)

/** The taxes that a provider calculated, in minor units, in the format of contract/pricing. */
export const CalculatedTaxes = z.object({
  lines: z.array(z.object({ unit: z.int().positive(), cents, taxes: TaxAmounts })),
  shipping: z.object({ cents, taxes: TaxAmounts }),
})

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
