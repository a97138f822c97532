import type { RefundCategory } from '#contract/orders/admin-parts.ts'
import { CANNOT_CANCEL, ORDER_MESSAGES } from '#contract/orders/rules.ts'
import { recordChange } from '../audit/audit.ts'
import { removeBought } from '../cart/cart.ts'
import { ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { requireRefundProof } from '../settings/settings.ts'
import { putBack, release, take } from '../stock/stock.ts'
import { announceOrder } from './announce.ts'
import { refundOrder, writeOrderLetter } from './jobs.ts'
import { moveOrder } from './move.ts'
import { deleteOriginsBefore, updateUnpaid, updateUnpaidWeight } from './origin-queries.ts'
import { type Actor, listVersionLines } from './place-queries.ts'
import { checkMove } from './status.ts'
import * as queries from './write-queries.ts'

export type Admin = { id: number }

const ORIGIN_DAYS = 2

/** What a payment did to its order: 'refund' means that its money must go back. */
export type PaidOutcome = 'processing' | 'refund' | 'settled'

/**
 * A payment has arrived, by the provider's word: the stock is taken, the bought lines leave the cart, the letters are
 * asked for. Should the stock be gone, the order is cancelled instead, and the money must go back.
 * @param version which version of the order was paid, with its total
 */
export async function markPaid(db: Db, orderId: string, version: number): Promise<PaidOutcome> {
  return inTransaction(db, async (db) => {
    const order = await queries.lockOrder(db, orderId)
    if (order.status === 'cancelled') return 'refund'
    if (order.status !== 'pending') return 'settled'
    const lines = await listVersionLines(db, orderId, version)
    if (lines.length === 0 || !(await take(db, orderId, lines))) {
      await release(db, orderId)
      await moveOrder(db, order, 'cancelled', 'shop')
      await enqueue(db, writeOrderLetter, { orderId, kind: 'sold-out' })
      return 'refund'
    }
    await queries.keepOnlyVersion(db, orderId, version)
    await queries.updateUserByEmail(db, orderId)
    await moveOrder(db, order, 'processing', 'provider')
    if (order.cartId !== null) await removeBought(db, order.cartId, lines)
    await enqueue(db, writeOrderLetter, { orderId, kind: 'placed' })
    await enqueue(db, writeOrderLetter, { orderId, kind: 'new-order' })
    await announceOrder(db, 'order.paid', orderId)
    return 'processing'
  })
}

/** What an order that ends unpaid counts against its network address and account (docs/decisions/0030). */
const UNPAID_WEIGHTS = { units: 5, small: 1, large: 3, declined: 2, released: 3 }

/**
 * Ends an order that nobody paid, and gives back what it held. Only on the provider's word that it cannot be paid any more.
 * @returns false when the order was not pending
 */
export async function cancelUnpaid(db: Db, orderId: string): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const order = await queries.lockOrder(db, orderId)
    if (order.status !== 'pending') return false
    await updateUnpaid(db, orderId, UNPAID_WEIGHTS)
    await release(db, orderId)
    await moveOrder(db, order, 'cancelled', 'shop')
    return true
  })
}

/** Emails the buyer, who may have left while the payment was processing, that it didn't go through. */
export async function emailPaymentFailed(db: Db, orderId: string): Promise<void> {
  await enqueue(db, writeOrderLetter, { orderId, kind: 'payment-failed', occasion: now().toISOString() })
}

/**
 * Cancels a paid order with a full refund, told by a letter.
 * @param options.restock whether its products are on the shelf, or back there
 * @throws ShopError 403 'proof_needed' for a large refund, 404, 409 'illegal_move'
 */
export async function cancelOrder(
  db: Db,
  orderId: string,
  admin: Pick<RequestUser, 'id' | 'isProven'>,
  { restock, reason }: { restock: boolean; reason: string },
): Promise<void> {
  await inTransaction(db, async (db) => {
    const order = await queries.lockOrder(db, orderId)
    checkMove(order.status, 'cancelled')
    if (order.status === 'pending') throw stillUnpaid()
    await requireRefundProof(db, admin, await queries.findTotal(db, orderId))
    await endPaid(db, order, admin.id, { restock, reason })
    await recordChange(db, {
      actorId: admin.id,
      action: 'order.cancelled',
      subjectId: orderId,
      before: { status: order.status },
      after: { status: 'cancelled', restock },
    })
  })
}

/**
 * Cancels an order for its customer, while it is processing. Whether it was shipped a moment before, its row decides: whoever
 * comes second is refused.
 * @throws ShopError 404, 409 'illegal_move' with the reason
 */
export async function cancelForCustomer(db: Db, orderId: string): Promise<void> {
  await inTransaction(db, async (db) => {
    const order = await queries.lockOrder(db, orderId)
    if (order.status !== 'processing') throw new ShopError(409, 'illegal_move', CANNOT_CANCEL[order.status])
    await endPaid(db, order, 'customer', {
      restock: true,
      reason: 'Cancelled by the customer',
      category: 'requested_by_customer',
    })
    await enqueue(db, writeOrderLetter, { orderId, kind: 'cancelled-notice' })
  })
}

/** An unpaid order that was ended by an admin, or by declined cards, counts more than one that expired. */
export async function weighUnpaid(db: Db, orderId: string, why: 'released' | 'declined'): Promise<void> {
  await updateUnpaidWeight(db, orderId, UNPAID_WEIGHTS[why])
}

/** Origins are personal data, and count for a day. */
export async function deleteOldOrigins(db: Db): Promise<void> {
  await deleteOriginsBefore(db, new Date(now().getTime() - ORIGIN_DAYS * 86_400_000))
}

/**
 * All guest orders of an address become the user's, also those that another account claimed by their number. The caller has
 * proof of both inbox and session (contract section 10).
 */
export async function claimOrders(db: Db, userId: number, email: string): Promise<void> {
  await queries.updateUserOfGuestOrders(db, userId, email)
}

/**
 * One guest order becomes the user's, by its number. Unless the user has proven the inbox of its email address, it shows no
 * full address there. @throws ShopError 409 when it belongs to another account
 */
export async function claimOrder(db: Db, userId: number, orderId: string): Promise<void> {
  const isClaimed = await queries.updateUserOfGuestOrder(db, userId, orderId)
  if (!isClaimed) throw new ShopError(409, 'conflict', ORDER_MESSAGES.claimed)
}

async function endPaid(
  db: Db,
  order: queries.LockedOrder,
  by: Actor,
  { restock, reason, category }: { restock: boolean; reason: string; category?: RefundCategory },
) {
  const { id: orderId, version } = order
  if (restock) await putBack(db, orderId, await listVersionLines(db, orderId, version))
  await moveOrder(db, order, 'cancelled', by)
  await enqueue(db, refundOrder, { orderId, reason, category })
  await enqueue(db, writeOrderLetter, { orderId, kind: 'cancelled' })
}

const stillUnpaid = () =>
  new ShopError(409, 'illegal_move', 'This order is not paid yet. Release its hold instead.')
