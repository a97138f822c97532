import { z } from 'zod'
import { endpoint } from '../http.ts'
import { shownText } from '../text.ts'
import { Order, TrackedOrder, TrackingQuery } from './api.ts'
import { CARRIER_MAX, CARRIER_MIN, ORDER_MESSAGES, TRACKING_NUMBER_MAX } from './rules.ts'

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:orderId/cancel',
  access: 'anyone',
  ignoresToken: true,
  summary:
    'Cancel an order while it is processing, with a full refund. Its e-mail address is the proof. 409 once it is shipped.',
  input: TrackingQuery,
  answer: TrackedOrder,
})

const OrderId = z.string().trim().max(50)

/** A parcel on its way; a carrier without tracking numbers has none. */
export const Parcel = z.object({
  carrier: shownText({
    min: CARRIER_MIN,
    tooShort: ORDER_MESSAGES.carrier,
    max: CARRIER_MAX,
    tooLong: ORDER_MESSAGES.carrier,
  }),
  trackingNumber: shownText({
    min: 1,
    tooShort: ORDER_MESSAGES.trackingNumber,
    max: TRACKING_NUMBER_MAX,
    tooLong: ORDER_MESSAGES.trackingNumber,
  }).nullish(),
})
export type Parcel = z.output<typeof Parcel>

export const shipOrder = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:orderId/ship',
  access: 'admin',
  summary:
    'A processing order has left with this carrier; the customer is told. 409 when it cannot be shipped.',
  input: Parcel.extend({ orderId: OrderId }),
  answer: Order,
})

export const deliverOrder = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:orderId/deliver',
  access: 'admin',
  summary: 'A shipped order has arrived; the customer is told, and the time for returns begins.',
  input: z.object({ orderId: OrderId }),
  answer: Order,
})

export const correctParcel = endpoint({
  method: 'PUT',
  path: '/api/admin/orders/:orderId/parcel',
  access: 'admin',
  summary:
    'Correct with which carrier and tracking number an order was sent; while it is on its way, the customer is told. 409 when it was not sent, or is cancelled.',
  input: Parcel.extend({ orderId: OrderId }),
  answer: Order,
})

export const orderTransitionEndpoints = [cancelOrder, shipOrder, deliverOrder, correctParcel] as const
