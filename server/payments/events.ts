import { holdForReview } from '../orders/review.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { upsertDispute, upsertWarning } from './dispute-queries.ts'
import * as queries from './event-queries.ts'
import { handleEvent, writeDisputeLetter, writeWarningLetter } from './jobs.ts'
import type { CardProvider, Intent, ProviderEvent } from './provider.ts'
import { findPaymentByIntent, insertPaymentMove } from './queries.ts'
import { settleRefund } from './refunds.ts'
import { settleIntent } from './settle.ts'

/** Keeps an event and asks for its handling, once each: when this returns, it cannot be lost any more. */
export async function receiveEvent(db: Db, event: ProviderEvent): Promise<void> {
  await inTransaction(db, async (db) => {
    if (await queries.insertEvent(db, event)) await enqueue(db, handleEvent, { eventId: event.id })
  })
}

/**
 * Does what an event asks for. Only a paid or canceled intent is final: about everything else the provider is asked how
 * it is now, so that the order in which events come does not matter.
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
  event: { type: string; object: unknown },
): Promise<string> {
  const subject = cards.subjectOf(event)
  switch (subject.kind) {
    case 'intent':
      return intentOutcome(db, cards, subject.intent)
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

async function intentOutcome(db: Db, cards: CardProvider, told: Intent): Promise<string> {
  const known = await findPaymentByIntent(db, told.id)
  const orderId = known?.orderId ?? told.orderId
  if (orderId === null) return 'not of this shop'
  const intent = isFinal(told) ? told : await cards.findIntent(told.id)
  await settleIntent(db, intent)
  // Only an event tells of each try; the intent as it is now, of the last one, as often as it is asked.
  const { status, amountCents, failure: note } = told
  if (status === 'open' && note !== null && !isFinal(intent))
    await insertPaymentMove(db, { orderId, kind: 'declined', amountCents, note })
  return 'handled'
}

const isFinal = ({ status }: Intent) => status === 'paid' || status === 'canceled'

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
  const payment = warning.intentId ? await findPaymentByIntent(db, warning.intentId) : null
  if (!payment) return 'not of this shop'
  await inTransaction(db, async (db) => {
    if (!(await upsertWarning(db, payment.orderId, warning))) return
    await holdForReview(db, payment.orderId, 'The card issuer suspects fraud.')
    await enqueue(db, writeWarningLetter, { orderId: payment.orderId, warningId: id })
  })
  return 'handled'
}
