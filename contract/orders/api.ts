import { z } from 'zod'
import { LineVariant, UnitPrice } from '../catalog/api.ts'
import { OrderAddress, VatNumber } from '../checkout/shipping.ts'
import { emailAddress } from '../email-address.ts'
import { endpoint } from '../http.ts'
import { RETURN_STATUSES } from '../returns/rules.ts'
import { Money, Time } from '../text.ts'
import { ORDER_MESSAGES, ORDER_STATUSES } from './rules.ts'

export const OrderStatus = z.enum(ORDER_STATUSES)

/** Name, image, SKU, and price at the time of purchase. */
export const OrderItem = z.object({
  id: z.int().positive(),
  productId: z.int().positive(),
  quantity: z.int().positive(),
  price: Money,
  /** Only if the product had a content. */
  unitPrice: UnitPrice.optional(),
  product: z.object({ name: z.string(), image: z.string() }),
  /** The SKU of the variant, or of a product without options. */
  sku: z.string().nullable(),
  /** Only for products that had options. */
  variant: LineVariant.optional(),
  /** Units whose refund was requested. Amounts refunded without units don't count. */
  refunded: z.int().nonnegative(),
  /** Units that can still be returned: those that aren't refunded, and in no return or only in a declined one. */
  returnable: z.int().nonnegative(),
})
export type OrderItem = z.infer<typeof OrderItem>

/** A status change and its time. */
const StatusChange = z.object({ status: OrderStatus, at: Time })

/** A return request. It never changes the order's status (contract section 4). */
export const Return = z.object({
  id: z.int().positive(),
  status: z.enum(RETURN_STATUSES),
  /** True if it is a withdrawal from the contract, which can't be declined. Otherwise omitted. */
  isWithdrawal: z.literal(true).optional(),
  /** The name stated in a withdrawal, if any. */
  withdrawnBy: z.string().optional(),
  items: z.array(z.object({ itemId: z.int().positive(), name: z.string(), quantity: z.int().positive() })),
  /** The customer's reason. */
  reason: z.string().nullable(),
  /** Why the shop declined it. */
  answer: z.string().nullable(),
  /** The amount refunded if it was accepted. */
  refund: Money.nullable(),
  requestedAt: Time,
  settledAt: Time.nullable(),
})
export type Return = z.infer<typeof Return>

/** A refund. `isDone` is true once the provider has sent it; `at` is then the time it was sent. */
export const Refund = z.object({ id: z.int().positive(), amount: Money, isDone: z.boolean(), at: Time })
export type Refund = z.infer<typeof Refund>

/** How an order is sent, as described by the store owner. */
export const ShippingMethod = z.object({
  name: z.string(),
  /** Business days until delivery, or null if unknown. */
  days: z.object({ from: z.int().nonnegative(), to: z.int().nonnegative() }).nullable(),
  /** Where the order is picked up, or null if it is sent. */
  pickupAddress: z.string().nullable(),
})
export type ShippingMethod = z.infer<typeof ShippingMethod>

const common = {
  id: z.string(),
  createdAt: Time,
  status: OrderStatus,
  /** ISO 4217 code for the currency of the amounts. */
  currency: z.string(),
  subtotal: Money,
  shippingCost: Money,
  /** Null if the shop had no shipping zones when the order was placed. */
  shippingMethod: ShippingMethod.nullable(),
  /** Contains `subtotal`, `shippingCost`, and the taxes that aren't included in them. */
  totalAmount: Money,
  /** One amount per rate, such as '19%'. Empty if no tax was charged. */
  taxes: z.array(z.object({ name: z.string(), rate: z.string(), amount: Money, isIncluded: z.boolean() })),
  items: z.array(OrderItem),
  /** Oldest first. */
  statusHistory: z.array(StatusChange),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  /** Oldest first. */
  returns: z.array(Return),
  /** Days after delivery during which items can be returned. Omitted if it is 30. */
  returnDays: z.int().positive().optional(),
  /** Where returned items are sent, as lines. Omitted if there are none, or the store owner emails it. */
  returnAddress: z.string().optional(),
  /** The deadline for return requests, or null if not delivered. */
  returnUntil: Time.nullable(),
  /** Oldest first, without failed refunds. */
  refunds: z.array(Refund),
}

/** An order with its addresses. */
export const Order = z.object({
  ...common,
  shippingAddress: OrderAddress,
  /** Null if the same as the shipping address. */
  billingAddress: OrderAddress.nullable(),
  /** A business customer's VAT number, or null. */
  vatNumber: VatNumber.nullable(),
  contactEmail: z.string(),
  contactPhone: z.string(),
  paymentIntentId: z.string().nullable(),
})
export type Order = z.infer<typeof Order>

/**
 * An order as shown to its customer. An order added by its ID lacks the name, street, ZIP code, and phone until the
 * account has proven that it owns the order's email address.
 */
export const OwnOrder = Order.extend({
  shippingAddress: OrderAddress.partial({ firstName: true, lastName: true, address: true, zipCode: true }),
  contactPhone: z.string().nullable(),
})
export type OwnOrder = z.infer<typeof OwnOrder>

/** An order as shown to anyone with its ID and email address, without full addresses. */
export const TrackedOrder = z.object({
  ...common,
  contactEmail: z.string(),
  shipsTo: z.object({ city: z.string(), state: z.string(), country: z.string() }),
})
export type TrackedOrder = z.infer<typeof TrackedOrder>

export const TrackingQuery = z.object({
  orderId: z.string().trim().min(1, ORDER_MESSAGES.orderIdRequired).max(50, ORDER_MESSAGES.notFound),
  email: emailAddress(ORDER_MESSAGES.email),
})
export type TrackingQuery = z.output<typeof TrackingQuery>

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/orders',
  access: 'signed-in',
  isCostly: true,
  summary: 'Your paid orders, newest first.',
  input: z.object({}),
  response: z.array(OwnOrder),
})

/** Anyone who knows both can already track and cancel the order. */
export const claimOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:orderId/claim',
  access: 'signed-in',
  summary:
    'Add a guest order to your account, by its ID and email address. Its full address stays hidden until the account has proven that it owns the email address.',
  input: TrackingQuery,
  response: z.object({ success: z.literal(true) }),
})

export const trackOrder = endpoint({
  method: 'GET',
  path: '/api/orders/track',
  access: 'anyone',
  ignoresToken: true,
  summary: 'The order with this ID and email address.',
  input: TrackingQuery,
  response: TrackedOrder,
})

export const trackOrderByForm = endpoint({
  method: 'POST',
  path: '/api/orders/track',
  access: 'anyone',
  ignoresToken: true,
  isQuiet: true,
  summary: 'The order with this ID and email address, for a form.',
  input: TrackingQuery,
  response: TrackedOrder,
})

export const orderEndpoints = [listOrders, claimOrder, trackOrder, trackOrderByForm] as const
