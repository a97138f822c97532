import { z } from 'zod'
import { TaxAmounts } from '#contract/checkout/api.ts'
import type { Quote } from '#contract/pricing/quote.ts'
import { PickupAddress } from '#contract/settings/zones.ts'

/** The columns of order_versions with the quote that an order was placed with. It is never recomputed. */
export const QUOTE_COLUMNS = ['order_versions.quote'] as const
export type QuoteRow = { quote: unknown }

const cents = z.int().nonnegative()
const StoredQuote: z.ZodType<Quote> = z.object({
  currency: z.object({ code: z.string(), exponent: z.int().nonnegative() }),
  taxCalculation: z.string().exactOptional(),
  lines: z.array(
    z.object({
      productId: z.int().positive(),
      variantId: z.int().positive(),
      quantity: z.int().positive(),
      priceCents: cents,
      cents,
      taxes: TaxAmounts,
    }),
  ),
  shipping: z.object({
    methodId: z.string(),
    name: z.string(),
    cents,
    taxes: TaxAmounts,
    delivery: z
      .object({
        days: z.object({ from: z.int().nonnegative(), to: z.int().nonnegative() }).nullable(),
        address: PickupAddress.nullable(),
      })
      .exactOptional(),
  }),
  taxes: TaxAmounts,
  steps: z.array(
    z.object({
      kind: z.enum(['items', 'shipping', 'tax']),
      reason: z.string(),
      rate: z.string().exactOptional(),
      cents,
      isIncluded: z.boolean(),
    }),
  ),
  subtotalCents: cents,
  shippingCents: cents,
  taxCents: cents,
  totalCents: cents,
})

/** @throws ZodError if the stored quote is unreadable, instead of showing a wrong amount */
export function toQuote(row: QuoteRow): Quote {
  return StoredQuote.parse(row.quote)
}

/** The database checks that the columns match the quote, and computes the total. */
export function quoteColumns(quote: Quote) {
  return {
    subtotal_cents: quote.subtotalCents,
    shipping_cents: quote.shippingCents,
    tax_cents: quote.taxCents,
    quote: JSON.stringify(quote),
  }
}
