import { z } from 'zod'
import { queueOrderEmails } from './orders/emails.ts'
import { findDispute } from './payments/dispute-queries.ts'
import { queueDisputeEmail, queueRefundEmail, queueWarningEmail } from './payments/emails.ts'
import { findRefund } from './payments/refund-queries.ts'
import { type Db, inTransaction } from './platform/db/database.ts'
import { type JobHandler, job, jobHandler } from './platform/jobs/queue.ts'
import type { MailConfig } from './platform/mail/outbox.ts'
import { queueReturnEmails } from './returns/emails.ts'
import { findListedReturn } from './returns/queries.ts'
import type { Shop } from './shop.ts'

/**
 * Jobs that this version no longer enqueues but an earlier one may have left in the queue, or still enqueues on another
 * node during an update. They can be deleted in the next major version.
 */
export function retiredJobHandlers(shop: () => Shop): JobHandler[] {
  const written = (write: (db: Db, mail: MailConfig) => Promise<void>) =>
    inTransaction(shop().db, (db) => write(db, shop().config))
  return [
    jobHandler(writeOrderEmail, ({ orderId, kind, occasion }) =>
      written((db, mail) => queueOrderEmails(db, mail, orderId, [kind], occasion)),
    ),
    jobHandler(writeReturnEmail, ({ returnId, kind }) =>
      written(async (db, mail) => {
        const found = await findListedReturn(db, returnId)
        if (found) await queueReturnEmails(db, mail, found, [kind])
      }),
    ),
    jobHandler(writeRefundEmail, ({ refundId }) =>
      written(async (db, mail) => {
        const refund = await findRefund(db, refundId)
        if (refund) await queueRefundEmail(db, mail, refund)
      }),
    ),
    jobHandler(writeDisputeEmail, ({ disputeId }) =>
      written(async (db, mail) => {
        const dispute = await findDispute(db, disputeId)
        if (dispute) await queueDisputeEmail(db, mail, dispute.orderId, dispute)
      }),
    ),
    jobHandler(writeWarningEmail, (warning) => written((db, mail) => queueWarningEmail(db, mail, warning))),
  ]
}

export const writeOrderEmail = job(
  'write-order-letter',
  z.object({
    orderId: z.string(),
    kind: z.enum([
      'placed',
      'new-order',
      'shipped',
      'parcel-corrected',
      'delivered',
      'cancelled',
      'cancelled-notice',
      'sold-out',
      'payment-failed',
    ]),
    occasion: z.string().optional(),
  }),
)
const writeReturnEmail = job(
  'write-return-letter',
  z.object({ returnId: z.int(), kind: z.enum(['requested', 'notice', 'accepted', 'refused']) }),
)
const writeRefundEmail = job('write-refund-letter', z.object({ refundId: z.int() }))
const writeDisputeEmail = job('write-dispute-letter', z.object({ disputeId: z.string() }))
const writeWarningEmail = job(
  'write-fraud-warning-letter',
  z.object({ orderId: z.string(), warningId: z.string() }),
)
