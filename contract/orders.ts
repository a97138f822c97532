import { z } from 'zod'
import { EMAIL_MAX } from './account-rules.ts'
import { endpoint } from './http.ts'
import { Money } from './money-schema.ts'
import { ORDER_MESSAGES, ORDER_STATUSES } from './order-rules.ts'
import { KnownShippingInfo } from './shipping.ts'
import { Time } from './text.ts'

export const OrderStatus = z.enum(ORDER_STATUSES)

/** Name, image and price as they were at the purchase. */
export const OrderItem = z.object({
  id: z.int().positive(),
  productId: z.int().positive(),
  quantity: z.int().positive(),
  price: Money,
  product: z.object({ name: z.string(), image: z.string() }),
})
export type OrderItem = z.infer<typeof OrderItem>

/** The order came to this status then. */
export const StatusChange = z.object({ status: OrderStatus, at: Time })

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
}

/** An order as its own customer sees it. */
export const Order = z.object({
  ...common,
  shippingAddress: KnownShippingInfo.omit({ email: true, phone: true }),
  contactEmail: z.string(),
  contactPhone: z.string(),
  paymentIntentId: z.string().nullable(),
})
export type Order = z.infer<typeof Order>

/** An order as whoever knows its id and e-mail address sees it: without a full address. */
export const TrackedOrder = z.object({
  ...common,
  shipsTo: z.object({ city: z.string(), state: z.string(), country: z.string() }),
})
export type TrackedOrder = z.infer<typeof TrackedOrder>

export const TrackingQuery = z.object({
  orderId: z.string().trim().min(1, ORDER_MESSAGES.orderIdRequired).max(50, ORDER_MESSAGES.notFound),
  email: z.string().trim().max(EMAIL_MAX, ORDER_MESSAGES.email).pipe(z.email(ORDER_MESSAGES.email)),
})

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/orders',
  access: 'signed-in',
  summary: "One's own orders, the newest first; those that were never paid are left out.",
  input: z.object({}),
  answer: z.array(Order),
})

export const trackOrder = endpoint({
  method: 'GET',
  path: '/api/orders/track',
  access: 'anyone',
  summary: 'The order with this id and e-mail address.',
  input: TrackingQuery,
  answer: TrackedOrder,
})

export const trackOrderByForm = endpoint({
  method: 'POST',
  path: '/api/orders/track',
  access: 'anyone',
  summary: 'The same, for a form.',
  input: TrackingQuery,
  answer: TrackedOrder,
})
