import { centsOf, formatCents } from '../money.ts'

/**
 * The only place that adds up money: cart, checkout, orders, returns, and agents all use it. Amounts are integer cents.
 * Free of zod, so a page can load it early.
 */

/** Units of one product at one price. */
export type PricedLine = { quantity: number; priceCents: number }

/** Converts the amounts of a cart item, which the API sends as decimal strings. */
export function pricedLine(item: { quantity: number; product: { price: string; shippingCost: string } }) {
  const { quantity, product } = item
  return { quantity, priceCents: centsOf(product.price), shippingCostCents: centsOf(product.shippingCost) }
}

/** @property flatRateCents shipping cost of each order that doesn't ship free (spec section 9) */
export type Rates = { flatRateCents: number }

export type Quote = { subtotalCents: number; shippingCents: number; totalCents: number }

export function lineTotal({ quantity, priceCents }: PricedLine): number {
  return quantity * priceCents
}

export function sumOfLines(lines: PricedLine[]): number {
  return lines.reduce((sum, line) => sum + lineTotal(line), 0)
}

/** Returns the lines from subtotal to total, as cart, checkout, orders, and emails show them (spec section 3). */
export function amountRows({ subtotalCents, shippingCents, totalCents }: Quote) {
  return [
    { label: 'Subtotal', value: formatCents(subtotalCents) },
    { label: 'Shipping', value: shippingCents === 0 ? 'Free' : formatCents(shippingCents) },
    { label: 'Total', value: formatCents(totalCents), isTotal: true },
  ]
}

/**
 * Computes the totals. Shipping is free if every item ships free, otherwise it is the flat rate once (contract
 * section 2).
 */
export function quote(lines: (PricedLine & { shippingCostCents: number })[], rates: Rates): Quote {
  const subtotalCents = sumOfLines(lines)
  const isFree = lines.every(({ shippingCostCents }) => shippingCostCents === 0)
  const shippingCents = isFree ? 0 : rates.flatRateCents
  return { subtotalCents, shippingCents, totalCents: subtotalCents + shippingCents }
}
