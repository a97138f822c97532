import { centsToWire, formatCents } from '#contract/money.ts'
import type { RefundCategory, RefundPreview } from '#contract/orders/admin-parts.ts'
import { ORDER_MESSAGES } from '#contract/orders/rules.ts'
import { recordChange } from '../audit/audit.ts'
import { notFound, ShopError } from '../errors.ts'
import { refundPartsOf } from '../orders/refund-row.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { readSettings } from '../settings/settings.ts'
import { findPayment, lockPayment } from './queries.ts'
import { planRefund, type RefundChoice } from './refund-plan.ts'
import * as queries from './refund-queries.ts'
import { requestAdminRefund, sendRefundJob } from './refunds.ts'

type Admin = Pick<RequestUser, 'id' | 'isProven'>

/**
 * Refunds part of a payment: an amount, or units of its lines and shipping. The order keeps its status.
 * @param refund.seenCents the refunded amount as shown to the admin, so a double click or two admins can't refund twice
 * @throws ShopError 403 'proof_needed' for a large amount; 404; 409 if the amount exceeds the rest, or another
 * refund came first
 */
export async function refundPart(
  db: Db,
  orderId: string,
  admin: Admin,
  {
    choice,
    seenCents,
    reason,
    category,
  }: { choice: RefundChoice; seenCents: number; reason: string; category?: RefundCategory | undefined },
): Promise<void> {
  await inTransaction(db, async (db) => {
    const payment = await lockPayment(db, orderId)
    if (!payment) throw notFound(ORDER_MESSAGES.notFound)
    const { refundedCents } = payment
    if (refundedCents !== seenCents) {
      const text = `${formatCents(refundedCents, await readSettings(db))} of this order was refunded in the meantime. Review the amount and try again.`
      throw new ShopError(409, 'conflict', text)
    }
    const refundId = await requestAdminRefund(db, orderId, admin, choice, reason, category)
    const now = await findPayment(db, orderId)
    await recordChange(db, {
      actorId: admin.id,
      action: 'order.refunded',
      subjectId: orderId,
      before: { refundedCents },
      after: {
        refundedCents: now?.refundedCents,
        refundId,
        reason,
        ...(choice.kind === 'lines' && { lines: choice.lines }),
      },
    })
  })
}

/**
 * Returns a refund and its taxes without making it.
 * @throws ShopError 400 for an item of another order, 404, 409 for more than is left
 */
export async function previewRefund(db: Db, orderId: string, choice: RefundChoice): Promise<RefundPreview> {
  const { cents, parts, rest, items } = await planRefund(db, orderId, choice)
  const { currency } = await readSettings(db)
  const lines = (parts?.lines ?? []).flatMap(({ variantId, ...line }) => {
    const item = items.find((one) => one.variantId === variantId)
    return item ? [{ ...line, itemId: item.itemId, name: item.name }] : []
  })
  const shipping = parts?.shipping ?? { cents: 0, taxes: [] }
  return {
    amount: centsToWire(cents, currency),
    ...refundPartsOf({ lines, shipping }, currency),
    shippingLeft: centsToWire(rest?.shipping.cents ?? 0, currency),
  }
}

/**
 * Replaces a failed refund with a new one, at most once, or immediately sends one that is still waiting for the
 * provider.
 * @returns the ID of its order
 * @throws ShopError 403 'proof_needed' for a large amount, 404, 409
 */
export async function retryRefund(db: Db, id: number, admin: Admin): Promise<string> {
  return inTransaction(db, async (db) => {
    const refund = await queries.lockOwnRefund(db, id)
    if (!refund) throw notFound('Refund not found')
    const { orderId, amountCents, status, reason, category } = refund
    if (status === 'succeeded' || status === 'pending') throw new ShopError(409, 'conflict', SETTLED[status])
    if (refund.retriedBy !== null) throw new ShopError(409, 'conflict', 'This refund was already retried.')
    if (status === 'requested') {
      await enqueue(db, sendRefundJob, { refundId: id })
      return orderId
    }
    const retriedBy = await requestAdminRefund(
      db,
      orderId,
      admin,
      { kind: 'again', refundId: id },
      reason,
      category,
    )
    await queries.updateRetriedBy(db, id, retriedBy)
    await recordChange(db, {
      actorId: admin.id,
      action: 'order.refund-retried',
      subjectId: orderId,
      before: { refundId: id },
      after: { refundId: retriedBy, amountCents },
    })
    return orderId
  })
}

const SETTLED = {
  succeeded: 'This refund has already succeeded.',
  pending: 'This refund is still pending.',
} as const
