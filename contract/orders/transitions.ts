import { z } from 'zod'
import { endpoint } from '../http.ts'
import { shownLine } from '../text.ts'
import { Order, TrackedOrder, TrackingQuery } from './api.ts'
import { CARRIER_MAX, CARRIER_MIN, ORDER_MESSAGES, SHIP_MAX, TRACKING_NUMBER_MAX } from './rules.ts'

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:orderId/cancel',
  access: 'anyone',
  ignoresToken: true,
  summary:
    "Cancel a processing order with a full refund. The order's email address is the proof. 409 once it has shipped.",
  input: TrackingQuery,
  response: TrackedOrder,
})

const OrderId = z.string().trim().max(50)

/** A shipment. Carriers without tracking have no tracking number. */
export const Shipment = z.object({
  carrier: shownLine({
    min: CARRIER_MIN,
    tooShort: ORDER_MESSAGES.carrier,
    max: CARRIER_MAX,
    tooLong: ORDER_MESSAGES.carrier,
  }),
  trackingNumber: shownLine({
    min: 1,
    tooShort: ORDER_MESSAGES.trackingNumber,
    max: TRACKING_NUMBER_MAX,
    tooLong: ORDER_MESSAGES.trackingNumber,
  }).nullish(),
})
export type Shipment = z.output<typeof Shipment>

export const shipOrder = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:orderId/ship',
  access: 'admin',
  staff: ['manager', 'fulfillment'],
  summary:
    "Mark a processing order as shipped with this carrier. The customer is notified. 409 if it can't be shipped.",
  input: Shipment.extend({ orderId: OrderId }),
  response: Order,
})

/** The outcome of one order if several are shipped. */
export const ShipmentOutcome = z.object({
  orderId: z.string(),
  /** 'already_shipped': with the same carrier and tracking number, by an earlier or a repeated request. */
  result: z.enum(['shipped', 'already_shipped', 'failed']),
  /** Why it failed, or null. */
  problem: z.string().nullable(),
})
export type ShipmentOutcome = z.infer<typeof ShipmentOutcome>

export const shipOrders = endpoint({
  method: 'POST',
  path: '/api/admin/orders/ship',
  access: 'admin',
  staff: ['manager', 'fulfillment'],
  summary:
    'Mark several processing orders as shipped with one carrier. Each order ships or fails independently of the others; the response has one outcome per order. Repeating the request changes nothing.',
  input: z.object({
    carrier: Shipment.shape.carrier,
    orders: z
      .array(z.object({ orderId: OrderId, trackingNumber: Shipment.shape.trackingNumber }))
      .min(1, ORDER_MESSAGES.chooseOrders)
      .max(SHIP_MAX, ORDER_MESSAGES.tooManyOrders),
  }),
  response: z.array(ShipmentOutcome),
})

export const deliverOrder = endpoint({
  method: 'POST',
  path: '/api/admin/orders/:orderId/deliver',
  access: 'admin',
  staff: ['manager', 'fulfillment'],
  summary: 'Mark a shipped order as delivered, which starts the return period. The customer is notified.',
  input: z.object({ orderId: OrderId }),
  response: Order,
})

export const correctTracking = endpoint({
  method: 'PUT',
  path: '/api/admin/orders/:orderId/parcel',
  access: 'admin',
  staff: ['manager', 'fulfillment'],
  summary:
    "Correct the carrier and tracking number of a shipped order. Before delivery, the customer is notified. 409 if it wasn't shipped, or is cancelled.",
  input: Shipment.extend({ orderId: OrderId }),
  response: Order,
})

export const orderTransitionEndpoints = [
  cancelOrder,
  shipOrder,
  shipOrders,
  deliverOrder,
  correctTracking,
] as const
