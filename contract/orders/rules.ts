import { centsOf } from '../money.ts'

/** Rules and messages for orders. Doesn't import zod, so pages can load it early. */

/** Order statuses of spec section 4. */
export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** Valid status transitions (contract section 4). */
export const ORDER_TRANSITIONS: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['processing', 'cancelled'],
  processing: ['shipped', 'cancelled'],
  shipped: ['delivered', 'cancelled'],
  delivered: [],
  cancelled: [],
}

/** Why a customer can't cancel an order with this status. Processing orders can be cancelled (contract section 4). */
export const CANNOT_CANCEL: Record<Exclude<OrderStatus, 'processing'>, string> = {
  pending: 'This order hasn’t been paid. It will be cancelled automatically when the payment window closes.',
  shipped: 'This order has already shipped and can’t be cancelled. You can return it after delivery.',
  delivered: 'This order has been delivered and can’t be cancelled. You can return it instead.',
  cancelled: 'This order has already been cancelled.',
}

export const CARRIER_MIN = 2
export const CARRIER_MAX = 60
export const TRACKING_NUMBER_MAX = 100
/** Maximum number of orders that are shipped or printed at once. */
export const SHIP_MAX = 100

/** How many days an order that ended unpaid is kept, so that it can show why it ended. */
export const UNPAID_DAYS = 30

/** Maximum lengths of the reason for a cancellation or refund, and of an order's notes. */
export const REASON_MAX = 300
export const NOTE_MAX = 2000

export const ORDER_MESSAGES = {
  claimed: 'This order belongs to another account.',
  orderIdRequired: 'Order ID is required',
  email: 'Please enter a valid email address',
  notFound: 'Order not found',
  chooseOrders: 'Choose at least one order',
  tooManyOrders: `At most ${SHIP_MAX} orders at once`,
  carrier: `Carrier must be ${CARRIER_MIN} to ${CARRIER_MAX} characters`,
  reason: `Enter a reason of at most ${REASON_MAX} characters`,
  note: `Note must be 1 to ${NOTE_MAX} characters`,
  refundChoice: 'Enter either an amount, or items and shipping',
  refundAmount: 'Enter an amount above 0',
  trackingNumber: `Tracking number must be at most ${TRACKING_NUMBER_MAX} characters`,
} as const

/** The start of new order IDs, unless the store owner changes it. */
export const ORDER_PREFIX = 'PL'
export const ORDER_PREFIX_FORM = /^[A-Z0-9]{1,8}$/

/**
 * Normalizes a typed order ID to 'PL-XXXX-XXXX', with any prefix: accepts a leading '#', lowercase letters, spaces, and
 * missing hyphens, and replaces letters that Crockford's Base32 reads as digits. Returns other text in uppercase.
 */
export function readOrderId(text: string): string {
  const typed = text.normalize('NFKC').toUpperCase().replace(/^\s*#/, '').trim()
  const [, prefix, one, two] =
    /^([A-Z0-9]{1,8})([0-9A-Z]{4})([0-9A-Z]{4})$/.exec(typed.replace(/[\s\p{Pd}]/gu, '')) ?? []
  if (!prefix || !one || !two) return typed
  const digits = (part: string) => part.replaceAll('O', '0').replace(/[IL]/g, '1')
  return `${prefix}-${digits(one)}-${digits(two)}`
}

/** Returns the refunded, pending, and remaining amounts of an order in cents, or null if it has no refunds. */
export function refundTotals({
  totalAmount,
  refunds,
}: {
  totalAmount: string
  refunds: { amount: string; isDone: boolean }[]
}): { refundedCents: number; pendingCents: number; leftCents: number } | null {
  if (refunds.length === 0) return null
  const sum = (isDone: boolean) =>
    refunds.reduce((cents, refund) => (refund.isDone === isDone ? cents + centsOf(refund.amount) : cents), 0)
  const refundedCents = sum(true)
  const pendingCents = sum(false)
  return { refundedCents, pendingCents, leftCents: centsOf(totalAmount) - refundedCents - pendingCents }
}
