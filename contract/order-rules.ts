/** Rules and sentences of orders; no zod here, so that a page may have them at its first load. */

/** Spec section 4, order statuses. */
export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** Which status may follow which (contract section 4). */
export const ORDER_MOVES: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['processing', 'cancelled'],
  processing: ['shipped', 'cancelled'],
  shipped: ['delivered', 'cancelled'],
  delivered: [],
  cancelled: [],
}

/** `PL-` and twice four characters of Crockford's base32, in which no two look alike. */
export const ORDER_ID = /^PL-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/

export const ORDER_MESSAGES = {
  orderIdRequired: 'Order ID is required',
  email: 'Please enter a valid email address',
  notFound: 'Order not found',
} as const

/** As a person may type it: small letters, spaces around it, and the letters that Crockford reads as digits. */
export function readOrderId(text: string): string {
  const [prefix = '', ...rest] = text.trim().toUpperCase().split('-')
  return [prefix, ...rest.map((part) => part.replaceAll('O', '0').replace(/[IL]/g, '1'))].join('-')
}
