import { z } from 'zod'
import { job } from '../platform/jobs/queue.ts'

/** Mails the link that confirms; the token is made only when the letter leaves, so that neither job nor outbox keeps it. */
export const mailConfirmation = job(
  'mail-newsletter-confirmation',
  z.object({ letterId: z.string(), email: z.string() }),
  { keptSeconds: 3600 },
)

/** Every night: forgets the addresses that nobody has confirmed. */
export const forgetUnconfirmed = job('forget-unconfirmed-subscribers', z.object({}))
