import { z } from 'zod'
import { RefundCategory } from '#contract/orders/admin-parts.ts'
import { job } from '../platform/jobs/queue.ts'

/** Refunds all the money of a cancelled order; the payments do it. */
export const refundOrder = job(
  'refund-order',
  z.object({ orderId: z.string(), reason: z.string(), category: RefundCategory.optional() }),
)

/** Every night: deletes the network addresses of orders that are older than two days. */
export const deleteOrigins = job('delete-order-origins', z.object({}))
