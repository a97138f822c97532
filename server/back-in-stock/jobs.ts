import { z } from 'zod'
import { job } from '../platform/jobs/queue.ts'

/**
 * Emails the confirmation link. The token is created only when the email is sent, so neither the job nor the outbox
 * stores it.
 */
export const mailBackInStockLink = job(
  'mail-back-in-stock-link',
  z.object({ letterId: z.string(), variantId: z.int(), email: z.string() }),
  { keptSeconds: 3600 },
)

/** Runs every minute. Emails the shoppers whose variant can be bought again. The next run retries. */
export const notifyBackInStock = job('notify-back-in-stock', z.object({}), { retryLimit: 0 })

/** Nightly job that deletes requests that ended or were never confirmed. */
export const deleteBackInStock = job('delete-back-in-stock', z.object({}))
