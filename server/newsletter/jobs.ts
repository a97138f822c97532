import { z } from 'zod'
import { job } from '../platform/jobs/queue.ts'

/**
 * Emails the confirmation link. The token is created only when the email is sent, so neither the job nor the outbox
 * stores it.
 */
export const mailConfirmation = job(
  'mail-newsletter-confirmation',
  z.object({ letterId: z.string(), email: z.string() }),
  { keptSeconds: 3600 },
)

/** Nightly job that deletes unconfirmed subscribers. */
export const deleteUnconfirmedJob = job('forget-unconfirmed-subscribers', z.object({}))
