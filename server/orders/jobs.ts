import { z } from 'zod'
import { RefundCategory } from '#contract/orders/admin-parts.ts'
import { job } from '../platform/jobs/queue.ts'

/** Refunds the full amount of a cancelled order. The payments module runs it. */
export const refundOrder = job(
  'refund-order',
  z.object({ orderId: z.string(), reason: z.string(), category: RefundCategory.optional() }),
)

/** Nightly job that deletes the origins of orders older than two days. */
export const deleteOrigins = job('delete-order-origins', z.object({}))
