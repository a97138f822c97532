import { z } from 'zod'
import { job } from '../platform/jobs/queue.ts'

/** Drives a run of the sync, or watches over one that is driven elsewhere, until it is over. */
export const driveSync = job('drive-sync', z.object({ runId: z.int() }))

/** Every minute: begins the run that the schedule asks for. */
export const scheduleSync = job('schedule-sync', z.object({}), { retryLimit: 0 })

/** Has the platform tell the shop of changes; a full sync does it too. */
export const askForWebhooks = job('ask-for-platform-webhooks', z.object({}), { retryLimit: 3 })

/** Asks the platform about the product that a webhook named; tried for some hours. */
export const handleWebhook = job('handle-platform-webhook', z.object({ webhookId: z.string() }), {
  retryLimit: 14,
  retryDelay: 2,
})
