import type { Amounts } from '#contract/pricing/quote.ts'

/** The amounts an order was placed with, as order_versions stores it. Nothing recomputes it later. */
export type QuoteRow = { subtotal_cents: number; shipping_cents: number; total_cents: number }

export const QUOTE_COLUMNS = [
  'order_versions.subtotal_cents',
  'order_versions.shipping_cents',
  'order_versions.total_cents',
] as const

export function toQuote(row: QuoteRow): Amounts {
  return {
    subtotalCents: row.subtotal_cents,
    shippingCents: row.shipping_cents,
    totalCents: row.total_cents,
  }
}

/** The total is missing because the database computes it. */
export function quoteColumns({ subtotalCents, shippingCents }: Amounts) {
  return { subtotal_cents: subtotalCents, shipping_cents: shippingCents }
}
