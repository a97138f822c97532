import { formatMoment } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import type { Db } from '../platform/db/database.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import { queueOwnerEmail } from '../settings/owner-email.ts'
import { readSettings } from '../settings/settings.ts'
import type { Dispute } from './dispute-queries.ts'

/** Queues an email to the store owner, within the caller's transaction, that an order is disputed. Once per dispute. */
export async function queueDisputeEmail(
  db: Db,
  mail: MailConfig,
  orderId: string,
  { id, amountCents, reason, dueBy }: Pick<Dispute, 'id' | 'amountCents' | 'reason' | 'dueBy'>,
): Promise<void> {
  const settings = await readSettings(db)
  const deadline = dueBy && formatMoment(dueBy, settings)
  await queueOwnerEmail(db, mail, `order-${orderId}-dispute-${id}`, () => ({
    subject: deadline
      ? `Order ${orderId} is disputed: respond by ${deadline}`
      : `Order ${orderId} is disputed`,
    paragraphs: [
      `The customer of order ${orderId} disputes ${formatCents(amountCents, settings)} with their bank. Reason: ${reason.replaceAll('_', ' ')}.`,
      deadline
        ? `Without evidence by ${deadline}, the dispute is lost. We've collected the order's data as evidence for you to review and submit.`
        : "The bank hasn't requested evidence.",
    ],
    button: evidenceButton(mail, orderId, id),
  }))
}

/** Queues an email to the store owner, within the caller's transaction, that a dispute is due soon. Once per dispute. */
export async function queueReminderEmail(
  db: Db,
  mail: MailConfig,
  { id, orderId, amountCents, dueBy }: Pick<Dispute, 'id' | 'orderId' | 'amountCents'> & { dueBy: Date },
): Promise<void> {
  const settings = await readSettings(db)
  const deadline = formatMoment(dueBy, settings)
  await queueOwnerEmail(db, mail, `order-${orderId}-dispute-${id}-reminder`, () => ({
    subject: `Reminder: respond to the dispute of order ${orderId} by ${deadline}`,
    paragraphs: [
      `The dispute of ${formatCents(amountCents, settings)} for order ${orderId} is lost unless you submit evidence by ${deadline}.`,
      'We’ve collected the order’s data for you. You can add a receipt, proof of shipping, and what the customer wrote to you.',
    ],
    button: evidenceButton(mail, orderId, id),
  }))
}

const evidenceButton = ({ publicUrl }: MailConfig, orderId: string, id: string) => ({
  label: 'Review the evidence',
  address: `${publicUrl}/admin?${new URLSearchParams({ tab: 'orders', edit: orderId, evidence: id })}`,
})

/**
 * Queues an email to the store owner, within the caller's transaction, that a card issuer suspects fraud. Once per
 * warning.
 */
export async function queueWarningEmail(
  db: Db,
  mail: MailConfig,
  { orderId, warningId }: { orderId: string; warningId: string },
): Promise<void> {
  await queueOwnerEmail(db, mail, `order-${orderId}-warning-${warningId}`, () => ({
    subject: `The card issuer suspects fraud in order ${orderId}`,
    paragraphs: [
      `The issuer of the card that paid for order ${orderId} suspects fraud. Such a warning often becomes a dispute.`,
      'If the order hasn’t shipped, it is held for review. Refunding it now usually avoids a dispute and its fee.',
    ],
    button: {
      label: 'Open the order',
      address: `${mail.publicUrl}/admin?${new URLSearchParams({ tab: 'orders', edit: orderId })}`,
    },
  }))
}
