import type { z } from 'zod'
import { expireSignIns, forgetExpired } from './accounts/expire.ts'
import { mailLink, sendLink } from './accounts/mailed-links.ts'
import { deleteUnusedCarts } from './cart/cart.ts'
import { forgetCarts } from './cart/jobs.ts'
import type { Job, JobHandler } from './platform/jobs/queue.ts'
import { deliverLetter, sendLetter } from './platform/mail/outbox.ts'
import type { Shop } from './shop.ts'

/** Table of contents: every job and what does it. */
export function jobHandlers(shop: () => Shop): JobHandler[] {
  return [
    handler(sendLetter, ({ letterId }) => deliverLetter(shop().db, shop().mailer, letterId)),
    handler(mailLink, (payload) => sendLink(shop(), payload)),
    handler(expireSignIns, () => forgetExpired(shop().db), '23 * * * *'),
    handler(forgetCarts, () => deleteUnusedCarts(shop().db), '41 3 * * *'),
  ]
}

function handler<P extends z.ZodType>(
  job: Job<P>,
  handle: (payload: z.output<P>) => Promise<void>,
  cron?: string,
): JobHandler {
  return { job, handle: (payload) => handle(payload as z.output<P>), cron }
}
