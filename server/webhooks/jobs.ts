import { z } from 'zod'
import { job } from '../platform/jobs/queue.ts'

/** Sends one webhook's due deliveries. Failures are retried on the schedule of each delivery, not of this job. */
export const deliverDue = job('deliver-webhooks', z.object({ webhookId: z.int() }), {
  retryLimit: 3,
  keptSeconds: 3600,
})

/** Runs every minute. Enqueues due deliveries, including those of a process that died. */
export const retryDeliveries = job('retry-webhooks', z.object({}), { retryLimit: 0, keptSeconds: 3600 })

export const deleteDeliveries = job('forget-webhook-deliveries', z.object({}))
