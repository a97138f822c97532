import { z } from 'zod'
import { EMAIL_MAX } from '../accounts/rules.ts'
import { KnownAddress } from '../checkout/shipping.ts'
import { endpoint } from '../http.ts'
import { Money } from '../money-schema.ts'
import { Time } from '../text.ts'
import { OrderItem, OrderStatus, Refund, Return, StatusChange } from './parts.ts'
import { ORDER_MESSAGES } from './rules.ts'

const common = {
  id: z.string(),
  createdAt: Time,
  status: OrderStatus,
  subtotal: Money,
  shippingCost: Money,
  totalAmount: Money,
  items: z.array(OrderItem),
  /** The oldest first. */
  statusHistory: z.array(StatusChange),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  /** The oldest first. */
  returns: z.array(Return),
  /** Until then a return may be asked for; null: not delivered. */
  returnUntil: Time.nullable(),
  /** The oldest first; those that failed are left out. */
  refunds: z.array(Refund),
}

/** All of an order. */
export const Order = z.object({
  ...common,
  shippingAddress: KnownAddress,
  /** Null if no other address than the shipping address was given. */
  billingAddress: KnownAddress.nullable(),
  contactEmail: z.string(),
  contactPhone: z.string(),
  paymentIntentId: z.string().nullable(),
})
export type Order = z.infer<typeof Order>

/**
 * An order as its own customer sees it. One that was added by its ID lacks name, street, ZIP code, and phone until the account
 * has proven the inbox of its email address.
 */
export const OwnOrder = Order.extend({
  shippingAddress: KnownAddress.partial({ firstName: true, lastName: true, address: true, zipCode: true }),
  contactPhone: z.string().nullable(),
})
export type OwnOrder = z.infer<typeof OwnOrder>

/** An order as whoever knows its id and e-mail address sees it: without a full address. */
export const TrackedOrder = z.object({
  ...common,
  contactEmail: z.string(),
  shipsTo: z.object({ city: z.string(), state: z.string(), country: z.string() }),
})
export type TrackedOrder = z.infer<typeof TrackedOrder>

export const TrackingQuery = z.object({
  orderId: z.string().trim().min(1, ORDER_MESSAGES.orderIdRequired).max(50, ORDER_MESSAGES.notFound),
  email: z.string().trim().max(EMAIL_MAX, ORDER_MESSAGES.email).pipe(z.email(ORDER_MESSAGES.email)),
})
export type TrackingQuery = z.output<typeof TrackingQuery>

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/orders',
  access: 'signed-in',
  summary: "One's own orders, the newest first; those that were never paid are left out.",
  input: z.object({}),
  answer: z.array(OwnOrder),
})

/** Who knows both may already follow and cancel the order. */
export const claimOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:orderId/claim',
  access: 'signed-in',
  summary:
    "Add a guest order to one's own account, by its ID and email address. It shows no full address there until the account has proven that email address's inbox.",
  input: TrackingQuery,
  answer: z.object({ success: z.literal(true) }),
})

export const trackOrder = endpoint({
  method: 'GET',
  path: '/api/orders/track',
  access: 'anyone',
  ignoresToken: true,
  summary: 'The order with this id and e-mail address.',
  input: TrackingQuery,
  answer: TrackedOrder,
})

export const trackOrderByForm = endpoint({
  method: 'POST',
  path: '/api/orders/track',
  access: 'anyone',
  ignoresToken: true,
  isQuiet: true,
  summary: 'The same, for a form.',
  input: TrackingQuery,
  answer: TrackedOrder,
})

export const orderEndpoints = [listOrders, claimOrder, trackOrder, trackOrderByForm] as const
