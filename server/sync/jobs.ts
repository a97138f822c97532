import { z } from 'zod'
import { job } from '../platform/jobs/queue.ts'

/** Executes a run of the sync, or watches one that another node executes, until it ends. */
export const runSync = job('drive-sync', z.object({ runId: z.int() }))

/** Every minute: starts a run if the schedule requires one. */
export const scheduleSync = job('schedule-sync', z.object({}), { retryLimit: 0 })

/** Registers webhooks for product changes. A full sync does so, too. */
export const registerWebhooks = job('ask-for-platform-webhooks', z.object({}), { retryLimit: 3 })

/** Fetches the product that a webhook named. Retried for some hours. */
export const handleWebhook = job('handle-platform-webhook', z.object({ webhookId: z.string() }), {
  retryLimit: 14,
  retryDelay: 2,
})
