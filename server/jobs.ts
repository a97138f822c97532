import type { z } from 'zod'
import type { Job, JobHandler } from './platform/jobs/queue.ts'
import { deliverLetter, sendLetter } from './platform/mail/outbox.ts'
import type { Shop } from './shop.ts'

/** Table of contents: every job and what does it. */
export function jobHandlers(shop: () => Shop): JobHandler[] {
  return [handler(sendLetter, ({ letterId }) => deliverLetter(shop().db, shop().mailer, letterId))]
}

function handler<P extends z.ZodType>(
  job: Job<P>,
  handle: (payload: z.output<P>) => Promise<void>,
  cron?: string,
): JobHandler {
  return { job, handle: (payload) => handle(payload as z.output<P>), cron }
}
