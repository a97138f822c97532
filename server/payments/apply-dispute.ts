import { holdForReview } from '../orders/review.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import { applyIntentStatus } from './apply-intent.ts'
import { queueDisputeEmail, queueWarningEmail } from './dispute-emails.ts'
import { findDispute, isWarningKnown, upsertDispute, upsertWarning } from './dispute-queries.ts'
import type { FraudWarning, PaymentGateway, ProviderDispute } from './provider.ts'
import { findPaymentByIntent } from './queries.ts'

// Before a new dispute or warning, the payment is applied: its own event may not have arrived yet, and only a paid order can
// be held.

/** The order of a dispute or warning, and the change in the shop. Null if the payment belongs to another shop. */
export type Applied = { orderId: string; change: 'added' | 'updated' | 'none' } | null

/**
 * Saves the provider's status of a dispute. A new one is emailed to the store owner, and holds the order for review if it
 * hasn't shipped and the shop hasn't already won. Repeated calls are safe.
 * @throws ProviderError
 */
export async function applyDispute(
  db: Db,
  gateway: PaymentGateway,
  mail: MailConfig,
  dispute: ProviderDispute,
): Promise<Applied> {
  const { id, intentId } = dispute
  const payment = intentId === null ? null : await findPaymentByIntent(db, intentId)
  if (intentId === null || !payment) return null
  const { orderId } = payment
  if (!(await findDispute(db, id))) await applyIntentStatus(db, mail, await gateway.findIntent(intentId))
  return inTransaction(db, async (db) => {
    const change = await upsertDispute(db, orderId, dispute)
    if (change === 'added') {
      if (!SETTLED.includes(dispute.status)) await holdForReview(db, orderId, DISPUTED)
      await queueDisputeEmail(db, mail, orderId, dispute)
    }
    return { orderId, change }
  })
}

const DISPUTED = 'The customer’s bank disputes the payment.'
/** Statuses in which the shop keeps the payment. */
const SETTLED = ['won', 'warning_closed', 'prevented']

/**
 * Saves a fraud warning. A new one holds the order for review if it hasn't shipped, because a warning often precedes a
 * dispute. Repeated calls are safe.
 * @throws ProviderError
 */
export async function applyWarning(
  db: Db,
  gateway: PaymentGateway,
  mail: MailConfig,
  warning: FraudWarning,
): Promise<Applied> {
  const { id, intentId } = warning
  const payment = intentId === null ? null : await findPaymentByIntent(db, intentId)
  if (intentId === null || !payment) return null
  const { orderId } = payment
  if (!(await isWarningKnown(db, id))) await applyIntentStatus(db, mail, await gateway.findIntent(intentId))
  return inTransaction(db, async (db) => {
    const change = await upsertWarning(db, orderId, warning)
    if (change === 'added') {
      await holdForReview(db, orderId, 'The card issuer suspects fraud.')
      await queueWarningEmail(db, mail, { orderId, warningId: id })
    }
    return { orderId, change }
  })
}
