import { z } from 'zod'
import { job } from '../platform/jobs/queue.ts'

/** Sends one webhook's due deliveries. Failures are retried on each delivery's own schedule, not this job's. */
export const deliverDue = job('deliver-webhooks', z.object({ webhookId: z.int() }), {
  retryLimit: 3,
  keptSeconds: 3600,
})

/** Every minute: enqueues due deliveries, including those of a process that died. */
export const retryDeliveries = job('retry-webhooks', z.object({}), { retryLimit: 0, keptSeconds: 3600 })

export const deleteDeliveries = job('forget-webhook-deliveries', z.object({}))
