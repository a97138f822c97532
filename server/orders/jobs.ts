import { z } from 'zod'
import { RefundCategory } from '#contract/orders/admin-parts.ts'
import { job } from '../platform/jobs/queue.ts'

export const OrderEmailKind = z.enum([
  'placed',
  'new-order',
  'shipped',
  'parcel-corrected',
  'delivered',
  'cancelled',
  'cancelled-notice',
  'sold-out',
  'payment-failed',
])
export type OrderEmailKind = z.infer<typeof OrderEmailKind>

/** Writes a letter about an order, once for its kind, or for each `occasion` of a kind that may come again. */
export const writeOrderLetter = job(
  'write-order-letter',
  z.object({ orderId: z.string(), kind: OrderEmailKind, occasion: z.string().optional() }),
)

/** Asks for all the money of a cancelled order back; the payments do it. */
export const refundOrder = job(
  'refund-order',
  z.object({ orderId: z.string(), reason: z.string(), category: RefundCategory.optional() }),
)

/** Every night: deletes the network addresses of orders that are older than two days. */
export const deleteOrigins = job('delete-order-origins', z.object({}))
