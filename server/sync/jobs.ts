import { z } from 'zod'
import { job } from '../platform/jobs/queue.ts'

/** Executes a sync run, or watches a run that another node executes, until it ends. */
export const runSync = job('drive-sync', z.object({ runId: z.int() }))

/** Runs every minute. Starts a sync run if the schedule requires one. */
export const scheduleSync = job('schedule-sync', z.object({}), { retryLimit: 0 })

/** Registers webhooks for product changes. Full syncs do so, too. */
export const registerWebhooks = job('ask-for-platform-webhooks', z.object({}), { retryLimit: 3 })

/** Fetches the product that a webhook names. Retries for some hours. */
export const handleWebhook = job('handle-platform-webhook', z.object({ webhookId: z.string() }), {
  retryLimit: 14,
  retryDelay: 2,
})
