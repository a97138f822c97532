import { z } from 'zod'
import { removePurchasedItems } from '../cart/cart.ts'
import { queueOrderEmails } from '../orders/emails.ts'
import { cancelUnpaid, emailPaymentFailed, markPaid } from '../orders/orders.ts'
import { findOrder } from '../orders/queries.ts'
import { holdForReview } from '../orders/review.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { sha256 } from '../platform/ids.ts'
import { enqueue, job } from '../platform/jobs/queue.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import { updateCharge } from './dispute-queries.ts'
import * as intents from './intent-queries.ts'
import type { Intent, PaymentGateway, ProviderCharge } from './provider.ts'
import * as queries from './queries.ts'
import { requestRefund } from './refunds.ts'
import { requestSale } from './tax-transactions.ts'

/** Radar's risk levels that hold an order for review; 'normal', 'not_assessed', and 'unknown' don't. */
const RISKY = ['elevated', 'highest']

/** Follows up a payment that is risky, whose risk isn't known, or that needs a receipt. Retries for some hours. */
export const followUpPaymentJob = job('follow-up-payment', z.object({ orderId: z.string() }), {
  retryLimit: 14,
  retryDelay: 2,
})

/** Thrown if the provider reports an intent that the shop doesn't know. */
export class UnknownIntent extends Error {}

/**
 * Applies the provider's status of an intent to its payment and order: the only place where a payment changes an order.
 * Webhooks, polling jobs, and the checkout may call it repeatedly and in any order, because 'paid' and 'canceled' are
 * final.
 * @returns whether anything changed
 * @throws UnknownIntent
 */
export async function applyIntentStatus(db: Db, mail: MailConfig, intent: Intent): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const payment = await queries.lockPaymentOf(db, intent)
    if (!payment || payment.isLive !== intent.isLive) throw new UnknownIntent(intent.id)
    // A crash after the intent was created can prevent it from being saved.
    const isRecorded =
      payment.intentId === intent.id ||
      (payment.intentId === null &&
        (await intents.updateIntent(db, payment.orderId, intent, sha256(intent.clientSecret))))
    if (!isRecorded) throw new UnknownIntent(intent.id)
    if (payment.status === 'paid') return false
    const isOld = payment.status === intent.status
    if (isOld || (payment.status === 'canceled' && intent.status !== 'paid')) {
      await queries.updatePolledAt(db, payment.orderId)
      return false
    }
    if (intent.status === 'paid') await applyPayment(db, mail, payment, intent)
    else if (intent.status === 'canceled') await applyCancellation(db, mail, payment, intent)
    else return applyPending(db, mail, payment, intent)
    return true
  })
}

/**
 * Saves the provider's risk rating and address checks of a payment, holds a risky order for review, and has the
 * provider email a receipt if the store owner has enabled it.
 * @throws ProviderError if the job should retry
 */
export async function followUpPayment(
  db: Db,
  gateway: PaymentGateway,
  { orderId, hasReceipts }: { orderId: string; hasReceipts: boolean },
): Promise<void> {
  const payment = await queries.findPayment(db, orderId)
  if (!payment?.intentId || payment.isLive !== gateway.isLive) return
  const charge = await gateway.findCharge(payment.intentId)
  if (!charge) return
  await updateCharge(db, orderId, charge)
  if (isRisky(charge))
    await holdForReview(db, orderId, `${gateway.name} rates the payment's risk as ${charge.risk}.`)
  const order = hasReceipts ? await findOrder(db, orderId) : null
  if (order) await gateway.sendReceipt(charge.id, order.contactEmail)
}

const isRisky = ({ risk }: ProviderCharge) => RISKY.includes(risk ?? '')

type Locked = NonNullable<Awaited<ReturnType<typeof queries.lockPaymentOf>>>

async function applyPayment(db: Db, mail: MailConfig, { orderId, sold }: Locked, intent: Intent) {
  const { version, charge } = intent
  // The shop creates no intents in other currencies, and couldn't convert their amounts.
  const isForeign = sold !== null && sold.currency.code !== intent.currency.code
  const receivedCents = isForeign ? 0 : intent.receivedCents
  // The intent names the version that was paid. Any amount other than its total is refunded.
  const isMatching = version !== null && sold?.totalCents === receivedCents
  const [, outcome] = await Promise.all([
    queries.transitionPayment(db, 'paid', { orderId, amountCents: receivedCents, charge }),
    isMatching ? markPaid(db, orderId, version) : rejectPayment(db, orderId),
  ])
  if (outcome === 'processing') {
    if (!charge || charge.needsReceipt || isRisky(charge)) await enqueue(db, followUpPaymentJob, { orderId })
    if (version !== null && sold?.hasTaxes) await requestSale(db, orderId, version)
    await Promise.all([
      removePurchasedItems(db, orderId),
      queueOrderEmails(db, mail, orderId, ['placed', 'new-order']),
    ])
  }
  if (outcome === 'refund' || outcome === 'sold-out')
    await requestRefund(db, orderId, receivedCents, "The order couldn't be shipped")
  if (outcome === 'sold-out') await queueOrderEmails(db, mail, orderId, ['sold-out'])
}

async function rejectPayment(db: Db, orderId: string): Promise<'refund'> {
  await cancelUnpaid(db, orderId)
  return 'refund'
}

async function applyCancellation(
  db: Db,
  mail: MailConfig,
  { orderId, status }: queries.Payment,
  { amountCents }: Intent,
) {
  await queries.transitionPayment(db, 'canceled', { orderId, amountCents })
  await cancelUnpaid(db, orderId)
  if (status === 'processing') await emailPaymentFailed(db, mail, orderId)
}

/** Applies 'processing', or a status that requires the shopper to try again. */
async function applyPending(
  db: Db,
  mail: MailConfig,
  payment: queries.Payment,
  intent: Intent,
): Promise<boolean> {
  const { orderId } = payment
  if (intent.status !== 'processing') {
    await queries.updatePaymentStatus(db, orderId, 'open')
    if (payment.status === 'processing' && intent.status === 'open')
      await emailPaymentFailed(db, mail, orderId)
    return payment.status !== 'open'
  }
  await queries.transitionPayment(db, 'processing', { orderId, amountCents: intent.amountCents })
  return true
}
