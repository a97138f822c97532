import { z } from 'zod'
import type { Db } from '../platform/db/database.ts'
import { enqueue, job } from '../platform/jobs/queue.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import { applyDispute, applyWarning } from './apply-dispute.ts'
import { applyIntentStatus } from './apply-intent.ts'
import { endIfDeclined, recordDecline } from './declines.ts'
import type { Intent, PaymentGateway, ProviderEvent, StoredEvent } from './provider.ts'
import * as queries from './queries.ts'
import { applyRefundStatus } from './refunds.ts'

/** Processes an event of the provider. If the event's payment is unknown, retries for some hours. */
export const processPaymentEventJob = job('process-payment-event', z.object({ eventId: z.string() }), {
  retryLimit: 14,
  retryDelay: 2,
})

/**
 * Stores an event once per event ID, and enqueues its processing. After this returns, the event can't be lost. If the shop
 * stops in between, the provider sends the event again, because it got no response.
 */
export async function receiveEvent(db: Db, event: ProviderEvent): Promise<void> {
  if (await queries.insertEvent(db, event)) await enqueue(db, processPaymentEventJob, { eventId: event.id })
}

/** Whether what an event reports depends on the shop's payment of its intent. */
const needsPayment = ({ orderId, status }: Intent) => orderId === null || status === 'processing'

/**
 * Ends an order right after the event of the declined card that was one too many. Until its intent is canceled, the
 * browser can try more cards at the provider without the shop, and the event's job may run late.
 * @throws ProviderError
 */
export async function endAtLastDecline(
  db: Db,
  gateway: PaymentGateway,
  mail: MailConfig,
  event: StoredEvent,
): Promise<void> {
  const subject = gateway.subjectOf(event)
  if (subject.kind !== 'intent' || subject.intent.failure === null) return
  const payment = await queries.findPaymentByIntent(db, subject.intent.id)
  if (!payment || payment.status === 'paid' || payment.status === 'canceled') return
  await endIfDeclined(db, gateway, mail, { orderId: payment.orderId, intentId: subject.intent.id })
}

/**
 * Processes a stored event. Fetches the current state of its object from the provider instead of trusting the event, so
 * neither a leaked signing secret nor late events can move money.
 * @throws UnknownIntent, ProviderError if the job should retry
 */
export async function processPaymentEvent(
  db: Db,
  gateway: PaymentGateway,
  mail: MailConfig,
  eventId: string,
): Promise<void> {
  const event = await queries.findWaitingEvent(db, eventId)
  if (!event) return
  await queries.updateHandled(db, eventId, await outcomeOf({ db, gateway, mail }, event))
}

type Parts = { db: Db; gateway: PaymentGateway; mail: MailConfig }

async function outcomeOf(parts: Parts, event: StoredEvent): Promise<string> {
  const { db, gateway, mail } = parts
  const subject = gateway.subjectOf(event)
  switch (subject.kind) {
    case 'intent':
      return intentOutcome(parts, event, subject.intent)
    case 'refund':
      await applyRefundStatus(db, mail, await gateway.findRefund(subject.id))
      return 'handled'
    case 'dispute': {
      const applied = await applyDispute(db, gateway, mail, await gateway.findDispute(subject.id))
      return applied ? 'handled' : 'not of this shop'
    }
    case 'warning': {
      const applied = await applyWarning(db, gateway, mail, await gateway.findWarning(subject.id))
      return applied ? 'handled' : 'not of this shop'
    }
    default:
      return 'not of interest'
  }
}

async function intentOutcome(
  { db, gateway, mail }: Parts,
  event: StoredEvent,
  reported: Intent,
): Promise<string> {
  const known = needsPayment(reported) ? await queries.findPaymentByIntent(db, reported.id) : null
  if (!known && reported.orderId === null) return 'not of this shop'
  const intent = await gateway.findIntent(reported.id)
  // The payment failed after processing. Applies both statuses, because the customer was promised an email about it.
  if (
    reported.status === 'processing' &&
    intent.status === 'open' &&
    known &&
    !(await queries.hasProcessed(db, known.orderId)) &&
    (await gateway.hasEvent(event))
  )
    await applyIntentStatus(db, mail, reported)
  await applyIntentStatus(db, mail, intent)
  const orderId = known?.orderId ?? intent.orderId
  // Each attempt has its own event. The intent keeps only the last one, and none once another card has paid.
  const { status, amountCents, failure: note, failedChargeId: chargeId } = reported
  if (orderId === null || status !== 'open' || note === null) return 'handled'
  const isReal = chargeId
    ? (await gateway.findFailedCharge(chargeId))?.intentId === reported.id
    : await gateway.hasEvent(event)
  if (isReal) await recordDecline(db, { orderId, amountCents, note, chargeId })
  return 'handled'
}
