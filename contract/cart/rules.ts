/** Rules of the cart; no zod here, so that a page may have them at its first load. */

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

/** Sum of the quantities: the badge, and the N of 'Your Cart (N)'. */
export function countItems(lines: { quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}
