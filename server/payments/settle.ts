import { cancelUnpaid, emailPaymentFailed, markPaid } from '../orders/orders.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { sha256 } from '../platform/ids.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import * as intents from './intent-queries.ts'
import { followPaid } from './jobs.ts'
import type { Intent } from './provider.ts'
import * as queries from './queries.ts'
import { requestRefund } from './refunds.ts'

/** What the provider told us about something that we do not know. */
export class UnknownIntent extends Error {}

/**
 * Makes the shop agree with what the provider says about an intent: the only way in which money moves an order. Called for
 * webhooks, by the jobs that ask, and by the checkout; as often and in whichever order as it likes, since a paid intent
 * stays paid and a canceled one canceled.
 * @returns whether it was news
 * @throws UnknownIntent
 */
export async function settleIntent(db: Db, intent: Intent): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const payment = await queries.lockPaymentOf(db, intent)
    if (!payment || payment.isLive !== intent.isLive) throw new UnknownIntent(intent.id)
    // A crash may have come between opening and noting it.
    const isNoted =
      payment.intentId === intent.id ||
      (payment.intentId === null &&
        (await intents.updateIntent(db, payment.orderId, intent.id, sha256(intent.clientSecret))))
    if (!isNoted) throw new UnknownIntent(intent.id)
    if (payment.status === 'paid') return false
    const isOld = payment.status === intent.status
    if (isOld || (payment.status === 'canceled' && intent.status !== 'paid')) {
      await queries.updateHeard(db, payment.orderId)
      return false
    }
    if (intent.status === 'paid') await paid(db, payment, intent)
    else if (intent.status === 'canceled') await canceled(db, payment, intent)
    else return unfinished(db, payment, intent)
    return true
  })
}

async function paid(db: Db, { orderId }: queries.Payment, intent: Intent) {
  const { receivedCents, version } = intent
  await queries.movePayment(db, 'paid', { orderId, amountCents: receivedCents })
  const total = version === null ? null : await intents.findTotal(db, orderId, version)
  // What was paid for is what the intent says; anything but its exact price is no purchase.
  const isRight = version !== null && total === receivedCents
  const outcome = isRight ? await markPaid(db, orderId, version) : await refuse(db, orderId)
  if (outcome === 'processing') await enqueue(db, followPaid, { orderId })
  if (outcome === 'refund') await requestRefund(db, orderId, receivedCents, 'The order could not be sent')
}

async function refuse(db: Db, orderId: string): Promise<'refund'> {
  await cancelUnpaid(db, orderId)
  return 'refund'
}

async function canceled(db: Db, { orderId, status }: queries.Payment, { amountCents }: Intent) {
  await queries.movePayment(db, 'canceled', { orderId, amountCents })
  await cancelUnpaid(db, orderId)
  if (status === 'processing') await emailPaymentFailed(db, orderId)
}

/** The buyer is on the way, or has to try again. */
async function unfinished(db: Db, payment: queries.Payment, intent: Intent): Promise<boolean> {
  const { orderId } = payment
  if (intent.status !== 'processing') {
    await queries.updatePaymentStatus(db, orderId, 'open')
    if (payment.status === 'processing' && intent.status === 'open') await emailPaymentFailed(db, orderId)
    return payment.status !== 'open'
  }
  await queries.movePayment(db, 'processing', { orderId, amountCents: intent.amountCents })
  return true
}
