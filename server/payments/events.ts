import { holdForReview } from '../orders/review.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { recordDecline } from './declines.ts'
import { upsertDispute, upsertWarning } from './dispute-queries.ts'
import * as queries from './event-queries.ts'
import { handleEvent, writeDisputeLetter, writeWarningLetter } from './jobs.ts'
import type { CardProvider, Intent, ProviderEvent } from './provider.ts'
import { findPaymentByIntent, hasProcessed } from './queries.ts'
import { settleRefund } from './refunds.ts'
import { settleIntent } from './settle.ts'

/** Keeps an event and asks for its handling, once each: when this returns, it cannot be lost any more. */
export async function receiveEvent(db: Db, event: ProviderEvent): Promise<void> {
  await inTransaction(db, async (db) => {
    if (await queries.insertEvent(db, event)) await enqueue(db, handleEvent, { eventId: event.id })
  })
}

/**
 * Does what an event asks for. The event itself is not believed: the provider is asked for the current state of what it is
 * about, so neither a leaked signing secret nor the order of events can move money.
 * @throws UnknownIntent, ProviderError: to be tried again
 */
export async function actOnEvent(db: Db, cards: CardProvider, eventId: string): Promise<void> {
  const event = await queries.findWaitingEvent(db, eventId)
  if (!event) return
  await queries.updateHandled(db, eventId, await outcomeOf(db, cards, event))
}

async function outcomeOf(
  db: Db,
  cards: CardProvider,
  event: { id: string; type: string; object: unknown },
): Promise<string> {
  const subject = cards.subjectOf(event)
  switch (subject.kind) {
    case 'intent':
      return intentOutcome(db, cards, event, subject.intent)
    case 'refund':
      await settleRefund(db, await cards.findRefund(subject.id))
      return 'handled'
    case 'dispute':
      return disputeOutcome(db, cards, subject.id)
    case 'warning':
      return warningOutcome(db, cards, subject.id)
    default:
      return 'not of interest'
  }
}

async function intentOutcome(
  db: Db,
  cards: CardProvider,
  event: { id: string; type: string; object: unknown },
  reported: Intent,
): Promise<string> {
  const known = await findPaymentByIntent(db, reported.id)
  if (!known && reported.orderId === null) return 'not of this shop'
  const intent = await cards.findIntent(reported.id)
  // It was processing and has failed since. The customer was promised an email about that.
  if (
    reported.status === 'processing' &&
    intent.status === 'open' &&
    known &&
    !(await hasProcessed(db, known.orderId)) &&
    (await cards.hasSent(event))
  )
    await settleIntent(db, reported)
  await settleIntent(db, intent)
  const orderId = known?.orderId ?? intent.orderId
  // Each attempt has an event of its own. The intent only knows the last one, or none once another card has paid.
  const { status, amountCents, failure: note, failedChargeId: chargeId } = reported
  if (orderId === null || status !== 'open' || note === null) return 'handled'
  const isReal = chargeId
    ? (await cards.findFailedCharge(chargeId))?.intentId === reported.id
    : await cards.hasSent(event)
  if (isReal) await recordDecline(db, { orderId, amountCents, note, chargeId })
  return 'handled'
}

async function disputeOutcome(db: Db, cards: CardProvider, id: string): Promise<string> {
  const dispute = await cards.findDispute(id)
  const payment = dispute.intentId ? await findPaymentByIntent(db, dispute.intentId) : null
  if (!payment) return 'not of this shop'
  await inTransaction(db, async (db) => {
    const isNew = await upsertDispute(db, payment.orderId, dispute)
    if (isNew) await enqueue(db, writeDisputeLetter, { disputeId: id })
  })
  return 'handled'
}

/** A warning often comes before a dispute; the goods should wait, if they can still. */
async function warningOutcome(db: Db, cards: CardProvider, id: string): Promise<string> {
  const warning = await cards.findWarning(id)
  const { intentId } = warning
  const payment = intentId === null ? null : await findPaymentByIntent(db, intentId)
  if (intentId === null || !payment) return 'not of this shop'
  // The payment's own event may still be on its way, and only a paid order can be held.
  await settleIntent(db, await cards.findIntent(intentId))
  await inTransaction(db, async (db) => {
    if (!(await upsertWarning(db, payment.orderId, warning))) return
    await holdForReview(db, payment.orderId, 'The card issuer suspects fraud.')
    await enqueue(db, writeWarningLetter, { orderId: payment.orderId, warningId: id })
  })
  return 'handled'
}
