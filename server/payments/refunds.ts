import { z } from 'zod'
import { formatCents } from '#contract/money.ts'
import type { RefundCategory } from '#contract/orders/admin-parts.ts'
import { ORDER_MESSAGES } from '#contract/orders/rules.ts'
import { notFound, ShopError } from '../errors.ts'
import { emitOrderEvent } from '../orders/orders.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import { enqueue, job } from '../platform/jobs/queue.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import { readCurrency, readSettings, requireRefundProof } from '../settings/settings.ts'
import { queueRefundEmail } from './emails.ts'
import { type PaymentGateway, ProviderError, type ProviderRefund } from './provider.ts'
import { findPayment, findPaymentByIntent } from './queries.ts'
import * as queries from './refund-queries.ts'
import { deleteOpenReversal } from './tax-queries.ts'
import { requestReversal } from './tax-transactions.ts'

/** Sends a requested refund. Retries for about two days, in case the provider is unavailable overnight. */
export const sendRefund = job('send-refund', z.object({ refundId: z.int() }), {
  retryLimit: 60,
  retryDelay: 2,
})

/**
 * Requests a refund of a paid order, which a job sends. The database rejects refunds of more than was paid.
 * @param category the provider's category of the reason
 * @throws ShopError 409
 */
export async function requestRefund(
  db: Db,
  orderId: string,
  amountCents: number,
  reason: string,
  category: RefundCategory | null = null,
): Promise<number> {
  return inTransaction(db, async (db) => {
    if (!(await queries.addRefunded(db, orderId, amountCents))) throw await tooMuch(db, orderId)
    const id = await queries.insertRefund(db, { orderId, amountCents, reason, category })
    await queries.insertRefundTransition(db, id, 'requested', reason)
    await enqueue(db, sendRefund, { refundId: id })
    return id
  })
}

/**
 * Like requestRefund, but for an admin and within the caller's transaction. Earlier refunds of the order count toward
 * the limit, so an admin can't split a large amount.
 * @throws ShopError 403 'proof_needed', 409
 */
export async function requestAdminRefund(
  db: Db,
  orderId: string,
  admin: Pick<RequestUser, 'isProven'>,
  amountCents: number,
  reason: string,
  category: RefundCategory | null = null,
): Promise<number> {
  const id = await requestRefund(db, orderId, amountCents, reason, category)
  const payment = await findPayment(db, orderId)
  if (!payment) throw notFound(ORDER_MESSAGES.notFound)
  await requireRefundProof(db, admin, payment.refundedCents)
  return id
}

/** Requests a refund of the amount that isn't refunded yet. */
export async function refundRest(
  db: Db,
  orderId: string,
  reason: string,
  category: RefundCategory | null = null,
): Promise<void> {
  await inTransaction(db, async (db) => {
    const payment = await findPayment(db, orderId)
    const rest = payment ? payment.paidCents - payment.refundedCents : 0
    if (rest > 0) await requestRefund(db, orderId, rest, reason, category)
  })
}

/** Sends a refund to the provider, at most once. @throws ProviderError if the job should retry */
export async function sendRequestedRefund(
  db: Db,
  gateway: PaymentGateway,
  mail: MailConfig,
  id: number,
): Promise<void> {
  const refund = await queries.findRefund(db, id)
  const payment = refund && (await findPayment(db, refund.orderId))
  if (!payment?.intentId || refund?.status !== 'requested' || payment.isLive !== gateway.isLive) return
  const { orderId, amountCents, category, attempt } = refund
  try {
    const currency = await readCurrency(db)
    const facts = { intentId: payment.intentId, amountCents, currency, refundId: id, category }
    // After a permanent failure, the refund may exist anyway, and a new key would create a second one.
    const made = attempt > 1 ? await gateway.findOwnRefund(facts) : null
    const refunded = made ?? (await gateway.createRefund(facts, `refund-${orderId}-${id}-${attempt}`))
    await applyRefundStatus(db, mail, refunded)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.kind === 'refused') return failRefund(db, refund, error.message)
    // The provider repeats a failure for the same key, so the next attempt needs a new key.
    await queries.updateRefund(db, id, {
      problem: error.message,
      ...(error.kind === 'broken' ? { attempt: attempt + 1 } : {}),
    })
    throw error
  }
}

const ORDER: queries.RefundStatus[] = ['requested', 'pending', 'succeeded', 'failed']

/** Applies the provider's status of a refund. Statuses only move forward, so late events change nothing. */
export async function applyRefundStatus(db: Db, mail: MailConfig, reported: ProviderRefund): Promise<void> {
  await inTransaction(db, async (db) => {
    const refund = (await queries.lockRefund(db, reported)) ?? (await adoptRefund(db, reported))
    if (!refund) return
    if (!refund.refundId) await queries.updateRefund(db, refund.id, { refundId: reported.id })
    if (ORDER.indexOf(reported.status) <= ORDER.indexOf(refund.status)) return
    if (reported.status === 'failed') return failRefund(db, refund, reported.problem)
    await queries.updateRefund(db, refund.id, { status: reported.status, problem: null })
    await queries.insertRefundTransition(db, refund.id, reported.status)
    if (reported.status !== 'succeeded') return
    await queueRefundEmail(db, mail, refund)
    await requestReversal(db, refund)
    const { id, orderId, amountCents } = refund
    await emitOrderEvent(db, 'order.refunded', orderId, { refund: { id, amountCents } })
  })
}

/** Makes the amount of a failed refund refundable again, only once even if several nodes learn of the failure. */
async function failRefund(db: Db, { id, orderId, amountCents }: queries.Refund, problem: string | null) {
  await inTransaction(db, async (db) => {
    if (!(await queries.updateFailed(db, id, problem))) return
    await queries.insertRefundTransition(db, id, 'failed', problem)
    await queries.addRefunded(db, orderId, -amountCents)
    await deleteOpenReversal(db, id)
  })
}

/** Records a refund made in the provider's dashboard. Returns null if it belongs to no order of this shop. */
async function adoptRefund(db: Db, reported: ProviderRefund): Promise<queries.Refund | null> {
  const payment = reported.intentId ? await findPaymentByIntent(db, reported.intentId) : null
  if (!payment) return null
  const { orderId } = payment
  const { id: refundId, amountCents } = reported
  if (!(await queries.addRefunded(db, orderId, amountCents))) throw await tooMuch(db, orderId)
  const reason = 'Refunded at the payment provider'
  const id = await queries.insertRefund(db, { orderId, amountCents, reason, refundId })
  return { id, orderId, amountCents, category: null, status: 'requested', attempt: 1, refundId }
}

async function tooMuch(db: Db, orderId: string) {
  const payment = await findPayment(db, orderId)
  const rest = payment ? payment.paidCents - payment.refundedCents : 0
  const settings = await readSettings(db)
  return new ShopError(
    409,
    'conflict',
    `At most ${formatCents(rest, settings)} of this order can be refunded.`,
  )
}
