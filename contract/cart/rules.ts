import { parseCents } from '../money.ts'

/** Rules and sums of the cart; no zod here, so that a page may have them at its first load. */

/** So many of one product at most (contract section 3). */
export const QUANTITY_MAX = 999
/** So many different products at most, against abuse. */
export const CART_ITEMS_MAX = 100
/** A cart and its cookie are forgotten when they were not used for so long. */
export const CART_DAYS = 90

export const CART_MESSAGES = {
  quantity: `Quantity must be a whole number from 1 to ${QUANTITY_MAX}`,
  tooMany: `You can have at most ${QUANTITY_MAX} of one product in your cart`,
  full: `You have ${CART_ITEMS_MAX} products in your cart already. Please remove one first.`,
  outOfStock: 'This product is out of stock',
  productNotFound: 'Product not found',
  itemNotFound: 'Cart item not found',
} as const

/** What the sums need of a cart item. Amounts as on the wire. */
type Line = { quantity: number; product: { price: string; shippingCost: string } }

export type CartTotals = { subtotalCents: number; shippingCents: number; totalCents: number }

/** Sum of the quantities: the badge, and the N of 'Your Cart (N)'. */
export function countItems(lines: Pick<Line, 'quantity'>[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Price times quantity, in cents. */
export function lineCents({ quantity, product }: Line): number {
  return quantity * (parseCents(product.price) ?? 0)
}

/** A cart in which every line ships free pays no shipping, any other cart pays the flat rate once (contract section 2). */
export function cartTotals(lines: Line[], shippingRate: string): CartTotals {
  const subtotalCents = lines.reduce((sum, line) => sum + lineCents(line), 0)
  const isFree = lines.every(({ product }) => parseCents(product.shippingCost) === 0)
  const shippingCents = isFree ? 0 : (parseCents(shippingRate) ?? 0)
  return { subtotalCents, shippingCents, totalCents: subtotalCents + shippingCents }
}
