import { z } from 'zod'
import { job } from '../platform/jobs/queue.ts'

/** Sends what is due for one webhook. What fails is tried again by its own time, not by this job's. */
export const deliverDue = job('deliver-webhooks', z.object({ webhookId: z.int() }), {
  retryLimit: 3,
  keptSeconds: 3600,
})

/** Every minute: takes up what is due, also after a process that died with it. */
export const retryDeliveries = job('retry-webhooks', z.object({}), { retryLimit: 0, keptSeconds: 3600 })

export const forgetDeliveries = job('forget-webhook-deliveries', z.object({}))
