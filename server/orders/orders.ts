import { ORDER_MESSAGES, ORDER_TRANSITIONS, type OrderStatus } from '#contract/orders/rules.ts'
import type { WebhookTopic } from '#contract/webhooks/rules.ts'
import { ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import { commitReservation, expireReservations, releaseReservation } from '../stock/stock.ts'
import { emitEvent } from '../webhooks/emit.ts'
import { queueOrderEmails } from './emails.ts'
import { deleteOriginsBefore, updateUnpaid, updateUnpaidWeight } from './origin-queries.ts'
import * as owners from './owner-queries.ts'
import { findOrderEventPayload } from './queries.ts'
import { holdIfUnverified } from './vat-review.ts'
import * as queries from './write-queries.ts'

export type Admin = { id: number }

const ORIGIN_DAYS = 2

/**
 * Outcome of a payment for its order. After 'processing' the caller must send the emails, and after 'refund' and 'sold-out'
 * refund the payment.
 */
export type PaidOutcome = 'processing' | 'refund' | 'sold-out' | 'settled'

/**
 * Completes an order that the provider reports as paid: deducts its stock. If the products are sold out, cancels the order
 * instead.
 * @param version the version of the order that was paid
 */
export async function markPaid(db: Db, orderId: string, version: number): Promise<PaidOutcome> {
  return inTransaction(db, async (db) => {
    const order = await queries.lockPaidOrder(db, orderId, version)
    if (order.status === 'cancelled') return 'refund'
    if (order.status !== 'pending') return 'settled'
    if (order.units.length === 0 || !(await commitReservation(db, orderId, order.units))) {
      await releaseReservation(db, orderId)
      await transitionOrder(db, order, 'cancelled', 'shop')
      return 'sold-out'
    }
    const subscribers = await queries.completeOrder(db, orderId, version)
    if (order.hasVatNumber) await holdIfUnverified(db, orderId)
    await emitOrderEvent(db, 'order.paid', orderId, { subscribers })
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
    await queries.deleteOtherVersions(db, order)
    await transitionOrder(db, order, 'cancelled', 'shop')
    return true
  })
}

/** Emails the shopper, who may have left while the payment was processing, that the payment didn't go through. */
export async function emailPaymentFailed(db: Db, mail: MailConfig, orderId: string): Promise<void> {
  await queueOrderEmails(db, mail, orderId, ['payment-failed'], now().toISOString())
}

/**
 * Moves a cart's orders to another cart. If both carts have an unpaid order, the other cart keeps its own, and this one
 * expires.
 */
export async function moveOrdersToCart(db: Db, from: number, into: number): Promise<void> {
  await owners.updateCart(db, from, into)
  await detachOrdersFromCart(db, from)
}

/** Detaches a cart's orders from it. An unpaid one expires. */
export async function detachOrdersFromCart(db: Db, cartId: number): Promise<void> {
  await expireReservations(db, await owners.clearCartOfOrders(db, cartId))
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
  await owners.updateUserOfGuestOrders(db, userId, email)
}

/**
 * Assigns one guest order to a user, by its ID. Its full address stays hidden until the user has proven the inbox of its email
 * address.
 * @throws ShopError 409 if it belongs to another account
 */
export async function claimOrder(db: Db, userId: number, orderId: string): Promise<void> {
  const isClaimed = await owners.updateUserOfGuestOrder(db, userId, orderId)
  if (!isClaimed) throw new ShopError(409, 'conflict', ORDER_MESSAGES.claimed)
}

/** Changes the status of a locked order and records it in the order's history. @throws ShopError 409 'illegal_move' */
export async function transitionOrder(
  db: Db,
  order: queries.LockedOrder,
  to: OrderStatus,
  by: queries.Actor,
): Promise<void> {
  checkTransition(order.status, to)
  await queries.updateStatus(db, { orderId: order.id, from: order.status, to, by })
}

/** @throws ShopError 409 'illegal_move' if the transition is invalid (contract section 4) */
export function checkTransition(from: OrderStatus, to: OrderStatus): void {
  const possible = ORDER_TRANSITIONS[from]
  if (possible.includes(to)) return
  const ways = possible.length > 0 ? `it can become ${possible.join(' or ')}` : 'this status is final'
  throw new ShopError(409, 'illegal_move', `This order is ${from} and can't become ${to}: ${ways}.`)
}

/**
 * Emits a webhook event about an order within the caller's transaction.
 * @param facts additional payload, with amounts in cents
 * @param subscribers as for emitEvent
 */
export async function emitOrderEvent(
  db: Db,
  topic: Extract<WebhookTopic, `order.${string}`>,
  orderId: string,
  { facts = {}, subscribers }: { facts?: object; subscribers?: number[] } = {},
): Promise<void> {
  const eventsOf = async () => {
    const order = await findOrderEventPayload(db, orderId)
    return order ? [{ subjectId: orderId, data: { order, ...facts } }] : []
  }
  await emitEvent(db, topic, eventsOf, subscribers)
}
