import { formatCents } from '#contract/money.ts'
import type { RefundCategory } from '#contract/orders/admin-parts.ts'
import { ORDER_MESSAGES } from '#contract/orders/rules.ts'
import { recordChange } from '../audit/audit.ts'
import { notFound, ShopError } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { sendRefund } from './jobs.ts'
import { lockPayment } from './queries.ts'
import * as queries from './refund-queries.ts'
import { requestAdminRefund } from './refunds.ts'

type Admin = Pick<RequestUser, 'id' | 'isProven'>

/**
 * Gives a part of the money back; the order keeps its status.
 * @param refund.seenCents what the admin saw as refunded already: two clicks, or two admins, refund once
 * @throws ShopError 403 'proof_needed' for a large sum; 404; 409 when so much was not paid, or when another refund came first
 */
export async function refundPart(
  db: Db,
  orderId: string,
  admin: Admin,
  {
    amountCents,
    seenCents,
    reason,
    category,
  }: { amountCents: number; seenCents: number; reason: string; category?: RefundCategory | undefined },
): Promise<void> {
  await inTransaction(db, async (db) => {
    const payment = await lockPayment(db, orderId)
    if (!payment) throw notFound(ORDER_MESSAGES.notFound)
    const { refundedCents } = payment
    if (refundedCents !== seenCents) {
      const text = `Meanwhile ${formatCents(refundedCents)} of this order are refunded. Please look again.`
      throw new ShopError(409, 'conflict', text)
    }
    const refundId = await requestAdminRefund(db, orderId, admin, amountCents, reason, category)
    await recordChange(db, {
      actorId: admin.id,
      action: 'order.refunded',
      subjectId: orderId,
      before: { refundedCents },
      after: { refundedCents: refundedCents + amountCents, refundId, reason },
    })
  })
}

/**
 * Asks again for a refund that failed, by another one in its place, once; or sends one at once that waits for the provider.
 * @returns whose order it is
 * @throws ShopError 403 'proof_needed' for a large sum, 404, 409
 */
export async function retryRefund(db: Db, id: number, admin: Admin): Promise<string> {
  return inTransaction(db, async (db) => {
    const refund = await queries.lockOwnRefund(db, id)
    if (!refund) throw notFound('Refund not found')
    const { orderId, amountCents, status, reason, category } = refund
    if (status === 'succeeded' || status === 'pending') throw new ShopError(409, 'conflict', SETTLED[status])
    if (refund.retriedBy !== null)
      throw new ShopError(409, 'conflict', 'This refund was asked for again already.')
    if (status === 'requested') {
      await enqueue(db, sendRefund, { refundId: id })
      return orderId
    }
    const retriedBy = await requestAdminRefund(db, orderId, admin, amountCents, reason, category)
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
  succeeded: 'This refund has been made.',
  pending: 'This refund is on its way.',
} as const
