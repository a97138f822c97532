import { z } from 'zod'
import type { RefundCategory } from '#contract/orders/admin-parts.ts'
import { ORDER_MESSAGES } from '#contract/orders/rules.ts'
import { taxesOfRefund } from '#contract/pricing/refund.ts'
import { percentOfRate } from '#contract/pricing/tax-text.ts'
import { notFound, ShopError } from '../errors.ts'
import { emitOrderEvent } from '../orders/orders.ts'
import { findRefundParts } from '../orders/refund-queries.ts'
import { restockUnits } from '../orders/restock.ts'
import { addRefundedUnits } from '../orders/unit-queries.ts'
import { lockOrder } from '../orders/write-queries.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import { enqueue, job } from '../platform/jobs/queue.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import { readCurrency, requireRefundProof } from '../settings/settings.ts'
import { type PaymentGateway, ProviderError, type ProviderRefund } from './provider.ts'
import { findPayment, findPaymentByIntent, lockPayment } from './queries.ts'
import { queueRefundEmail } from './refund-email.ts'
import { planRefund, type RefundChoice, type RefundPlan, tooMuch, unitsGone } from './refund-plan.ts'
import * as queries from './refund-queries.ts'
import { deleteOpenReversal } from './tax-queries.ts'
import { requestReversal } from './tax-transactions.ts'

/** Sends a requested refund. Retries for about two days, in case the provider is unavailable overnight. */
export const sendRefundJob = job('send-refund', z.object({ refundId: z.int() }), {
  retryLimit: 60,
  retryDelay: 2,
})

/**
 * Requests a refund of an amount, spread over the rest of a paid order. A job sends it. The database rejects refunds
 * of more than was paid.
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
  return request(db, orderId, { kind: 'amount', cents: amountCents }, { reason, category })
}

/**
 * Like requestRefund, but for an admin, within the caller's transaction, and of anything that can be refunded. Earlier
 * refunds of the order count toward the limit, so an admin can't split a large amount.
 * @throws ShopError 403 'proof_needed', 409
 */
export async function requestAdminRefund(
  db: Db,
  orderId: string,
  admin: Pick<RequestUser, 'isProven'>,
  choice: RefundChoice,
  reason: string,
  category: RefundCategory | null = null,
): Promise<number> {
  const id = await request(db, orderId, choice, { reason, category })
  const payment = await findPayment(db, orderId)
  if (!payment) throw notFound(ORDER_MESSAGES.notFound)
  await requireRefundProof(db, admin, payment.refundedCents)
  return id
}

/** Requests a refund of everything that isn't refunded yet. */
export async function refundRest(
  db: Db,
  orderId: string,
  reason: string,
  category: RefundCategory | null = null,
): Promise<void> {
  await inTransaction(db, async (db) => {
    const payment = await lockPayment(db, orderId)
    const rest = payment ? payment.paidCents - payment.refundedCents : 0
    if (rest > 0) await request(db, orderId, { kind: 'rest' }, { reason, category })
  })
}

/** Records a refund, counts its units as refunded, and restocks those the admin chose, in one transaction. */
async function request(
  db: Db,
  orderId: string,
  choice: RefundChoice,
  { reason, category }: { reason: string; category: RefundCategory | null },
): Promise<number> {
  return inTransaction(db, async (db) => {
    const plan = await planLocked(db, orderId, choice)
    const id = await record(db, orderId, plan, { reason, category, refundId: null })
    await queries.insertRefundTransition(db, id, 'requested', reason)
    await enqueue(db, sendRefundJob, { refundId: id })
    return id
  })
}

/**
 * Other refunds of the order wait for its payment, and a cancellation waits for the order, because the two lock its
 * lines in different orders.
 */
async function planLocked(db: Db, orderId: string, choice: RefundChoice): Promise<RefundPlan> {
  await lockPayment(db, orderId)
  await lockOrder(db, orderId)
  return planRefund(db, orderId, choice)
}

async function record(
  db: Db,
  orderId: string,
  { cents, parts, items, restock, isByLine, returnId }: RefundPlan,
  facts: { reason: string; category: RefundCategory | null; refundId: string | null },
): Promise<number> {
  if (cents === 0) throw new ShopError(409, 'conflict', 'There is nothing left to refund for these items.')
  if (!(await queries.addRefunded(db, orderId, cents))) throw await tooMuch(db, await leftCents(db, orderId))
  const lines = (parts?.lines ?? []).map(({ variantId, ...line }) => {
    const item = items.find((one) => one.variantId === variantId)
    if (!item) throw new Error(`Order ${orderId} has no item of variant ${variantId}`)
    return { ...line, itemId: item.itemId, name: item.name }
  })
  for (const { itemId, name, quantity } of lines) {
    if (!(await addRefundedUnits(db, itemId, quantity))) throw unitsGone(name, 0)
  }
  const putBack = restock.size > 0 ? await restockUnits(db, orderId, restock) : new Map<number, number>()
  const shipping = parts?.shipping ?? { cents: 0, taxes: [] }
  const id = await queries.insertRefund(db, {
    orderId,
    amountCents: cents,
    ...facts,
    shipping,
    isByLine,
    returnId,
  })
  await queries.insertRefundLines(
    db,
    id,
    lines.map(({ name: _name, ...line }) => {
      const restocked = Math.min(line.quantity, restock.get(line.itemId) ?? 0)
      return { ...line, restocked, putBack: Math.min(restocked, putBack.get(line.itemId) ?? 0) }
    }),
  )
  return id
}

/** Sends a refund to the provider, at most once. @throws ProviderError if the job should retry */
export async function sendRefund(
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
    await emitOrderEvent(db, 'order.refunded', refund.orderId, {
      facts: { refund: await eventOf(db, refund) },
    })
  })
}

/**
 * Makes the amount and the units of a failed refund refundable again, only once even if several nodes learn of the
 * failure. Units that were returned to stock stay there.
 */
async function failRefund(db: Db, { id, orderId, amountCents }: queries.Refund, problem: string | null) {
  await inTransaction(db, async (db) => {
    if (!(await queries.updateFailed(db, id, problem))) return
    await queries.insertRefundTransition(db, id, 'failed', problem)
    await queries.addRefunded(db, orderId, -amountCents)
    const stored = await findRefundParts(db, id)
    for (const { itemId, quantity } of stored?.lines ?? []) await addRefundedUnits(db, itemId, -quantity)
    await deleteOpenReversal(db, id)
  })
}

/** Returns a refund as in webhook events. */
async function eventOf(db: Db, { id, amountCents }: queries.Refund) {
  const { lines = [], shipping = { cents: 0, taxes: [] } } = (await findRefundParts(db, id)) ?? {}
  return {
    id,
    amountCents,
    lines: lines.map(({ variantId, name, quantity, cents }) => ({
      variantId,
      name,
      quantity,
      amountCents: cents,
    })),
    shippingCents: shipping.cents,
    taxes: taxesOfRefund({ lines, shipping }).map(({ country, region, name, ppm, netCents, cents }) => ({
      country,
      region,
      name,
      rate: percentOfRate(ppm),
      taxableCents: netCents,
      cents,
    })),
  }
}

/** Records a refund made in the provider's dashboard. Returns null if it belongs to no order of this shop. */
async function adoptRefund(db: Db, reported: ProviderRefund): Promise<queries.Refund | null> {
  const payment = reported.intentId ? await findPaymentByIntent(db, reported.intentId) : null
  if (!payment) return null
  const { orderId } = payment
  const { id: refundId, amountCents } = reported
  const plan = await planLocked(db, orderId, { kind: 'amount', cents: amountCents })
  const facts = { reason: 'Refunded at the payment provider', category: null, refundId }
  const id = await record(db, orderId, plan, facts)
  return { id, orderId, amountCents, category: null, status: 'requested', attempt: 1, refundId }
}

async function leftCents(db: Db, orderId: string): Promise<number> {
  const payment = await findPayment(db, orderId)
  return payment ? payment.paidCents - payment.refundedCents : 0
}
