import type { RefundCategory } from '#contract/orders/admin-parts.ts'
import { CANNOT_CANCEL, ORDER_MESSAGES } from '#contract/orders/rules.ts'
import { recordChange } from '../audit/audit.ts'
import { ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import { requireRefundProof } from '../settings/settings.ts'
import { commitReservation, expireReservations, releaseReservation, restockItems } from '../stock/stock.ts'
import { queueOrderEmails } from './emails.ts'
import { refundOrder } from './jobs.ts'
import { deleteOriginsBefore, updateUnpaid, updateUnpaidWeight } from './origin-queries.ts'
import { checkTransition, emitOrderEvent, transitionOrder } from './transition.ts'
import * as queries from './write-queries.ts'

export type Admin = { id: number }

const ORIGIN_DAYS = 2

/** Outcome of a payment for its order. After 'refund' and 'sold-out' the caller must refund the payment. */
export type PaidOutcome = 'processing' | 'refund' | 'sold-out' | 'settled'

/**
 * Completes an order that the provider reports as paid: deducts its stock and queues the emails. If the products are sold
 * out, cancels the order instead.
 * @param version the version of the order that was paid
 */
export async function markPaid(
  db: Db,
  mail: MailConfig,
  orderId: string,
  version: number,
): Promise<PaidOutcome> {
  return inTransaction(db, async (db) => {
    const order = await queries.lockOrder(db, orderId)
    if (order.status === 'cancelled') return 'refund'
    if (order.status !== 'pending') return 'settled'
    const items = await queries.listVersionItems(db, orderId, version)
    if (items.length === 0 || !(await commitReservation(db, orderId, queries.stockOf(items)))) {
      await releaseReservation(db, orderId)
      await transitionOrder(db, order, 'cancelled', 'shop')
      return 'sold-out'
    }
    await queries.keepOnlyVersion(db, orderId, version)
    await queries.updateUserByEmail(db, orderId)
    await transitionOrder(db, order, 'processing', 'provider')
    await queueOrderEmails(db, mail, orderId, ['placed', 'new-order'])
    await emitOrderEvent(db, 'order.paid', orderId)
    return 'processing'
  })
}

/** Weights of orders that end unpaid, counted against their IP address and account (docs/decisions/0030). */
const UNPAID_WEIGHTS = { units: 5, small: 1, large: 3, declined: 2, released: 3 }

/**
 * Cancels an unpaid order and releases its reserved stock. Call it only after the provider reports that it can't be
 * paid anymore.
 * @returns false if the order wasn't pending
 */
export async function cancelUnpaid(db: Db, orderId: string): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const order = await queries.lockOrder(db, orderId)
    if (order.status !== 'pending') return false
    await updateUnpaid(db, orderId, UNPAID_WEIGHTS)
    await releaseReservation(db, orderId)
    await transitionOrder(db, order, 'cancelled', 'shop')
    return true
  })
}

/** Emails the shopper, who may have left while the payment was processing, that the payment didn't go through. */
export async function emailPaymentFailed(db: Db, mail: MailConfig, orderId: string): Promise<void> {
  await queueOrderEmails(db, mail, orderId, ['payment-failed'], now().toISOString())
}

/**
 * Cancels a paid order with a full refund, and emails the customer.
 * @param options.restock whether its products can be sold again
 * @throws ShopError 403 'proof_needed' for a large refund, 404, 409 'illegal_move'
 */
export async function cancelOrder(
  db: Db,
  mail: MailConfig,
  orderId: string,
  admin: Pick<RequestUser, 'id' | 'isProven'>,
  { restock, reason }: { restock: boolean; reason: string },
): Promise<void> {
  await inTransaction(db, async (db) => {
    const order = await queries.lockOrder(db, orderId)
    checkTransition(order.status, 'cancelled')
    if (order.status === 'pending') throw stillUnpaid()
    await requireRefundProof(db, admin, await queries.findTotal(db, orderId))
    await endPaid(db, order, admin.id, { restock, reason })
    await queueOrderEmails(db, mail, orderId, ['cancelled'])
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
 * Cancels an order for its customer while it is processing. The order's row is locked, so if an admin ships it at the same
 * time, the second of the two fails.
 * @throws ShopError 404, 409 'illegal_move' with the reason
 */
export async function cancelForCustomer(db: Db, mail: MailConfig, orderId: string): Promise<void> {
  await inTransaction(db, async (db) => {
    const order = await queries.lockOrder(db, orderId)
    if (order.status !== 'processing') throw new ShopError(409, 'illegal_move', CANNOT_CANCEL[order.status])
    await endPaid(db, order, 'customer', {
      restock: true,
      reason: 'Cancelled by the customer',
      category: 'requested_by_customer',
    })
    await queueOrderEmails(db, mail, orderId, ['cancelled', 'cancelled-notice'])
  })
}

/**
 * Moves a cart's orders to another cart. If both carts have an unpaid order, the other cart keeps its own, and this one
 * expires.
 */
export async function moveOrdersToCart(db: Db, from: number, into: number): Promise<void> {
  await queries.updateCart(db, from, into)
  await detachOrdersFromCart(db, from)
}

/** Detaches a cart's orders from it. An unpaid one expires. */
export async function detachOrdersFromCart(db: Db, cartId: number): Promise<void> {
  await expireReservations(db, await queries.clearCartOfOrders(db, cartId))
}

/** Raises the weight of an unpaid order that was ended by an admin or by declined cards above that of an expired order. */
export async function recordUnpaidWeight(
  db: Db,
  orderId: string,
  why: 'released' | 'declined',
): Promise<void> {
  await updateUnpaidWeight(db, orderId, UNPAID_WEIGHTS[why])
}

/** Deletes origins, which are personal data and are only needed for a day. */
export async function deleteOldOrigins(db: Db): Promise<void> {
  await deleteOriginsBefore(db, new Date(now().getTime() - ORIGIN_DAYS * 86_400_000))
}

/**
 * Assigns all guest orders with an email address to a user, including those that another account claimed by order ID.
 * The caller must have proof of both the inbox and the session (contract section 10).
 */
export async function claimOrders(db: Db, userId: number, email: string): Promise<void> {
  await queries.updateUserOfGuestOrders(db, userId, email)
}

/**
 * Assigns one guest order to a user, by its ID. Its full address stays hidden until the user has proven the inbox of its email
 * address.
 * @throws ShopError 409 if it belongs to another account
 */
export async function claimOrder(db: Db, userId: number, orderId: string): Promise<void> {
  const isClaimed = await queries.updateUserOfGuestOrder(db, userId, orderId)
  if (!isClaimed) throw new ShopError(409, 'conflict', ORDER_MESSAGES.claimed)
}

async function endPaid(
  db: Db,
  order: queries.LockedOrder,
  by: queries.Actor,
  { restock, reason, category }: { restock: boolean; reason: string; category?: RefundCategory },
) {
  const { id: orderId, version } = order
  if (restock)
    await restockItems(db, orderId, queries.stockOf(await queries.listVersionItems(db, orderId, version)))
  await transitionOrder(db, order, 'cancelled', by)
  await enqueue(db, refundOrder, { orderId, reason, category })
}

const stillUnpaid = () =>
  new ShopError(409, 'illegal_move', "This order isn't paid yet. Release its hold instead.")
