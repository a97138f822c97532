/** Rules of the cart. Doesn't import zod, so pages can load it early. */

/** Maximum quantity of one product (contract section 3). */
export const QUANTITY_MAX = 999
/** Maximum number of different products per cart, to prevent abuse. */
export const CART_ITEMS_MAX = 100
/** Days without activity until a cart and its cookie are deleted. */
export const CART_DAYS = 90

export const CART_MESSAGES = {
  quantity: `Quantity must be a whole number from 1 to ${QUANTITY_MAX}`,
  tooMany: `You can have at most ${QUANTITY_MAX} of one product in your cart`,
  full: `Your cart already has ${CART_ITEMS_MAX} products. Remove one to add another.`,
  outOfStock: 'This product is out of stock',
  productNotFound: 'Product not found',
  itemNotFound: 'Cart item not found',
} as const

/** Returns the sum of the quantities, which is the badge and the N in 'Your Cart (N)'. */
export function countItems(items: { quantity: number }[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}
