import { z } from 'zod'
import { RefundCategory } from '#contract/orders/admin-parts.ts'
import { CANNOT_CANCEL, type OrderStatus } from '#contract/orders/rules.ts'
import type { Shipment } from '#contract/orders/transitions.ts'
import { RETURN_MESSAGES } from '#contract/returns/rules.ts'
import { recordChange } from '../audit/audit.ts'
import { ShopError } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import { randomId } from '../platform/ids.ts'
import { enqueue, job } from '../platform/jobs/queue.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import { requireRefundProof } from '../settings/settings.ts'
import { queueOrderEmails } from './emails.ts'
import { type Admin, checkTransition, emitOrderEvent, transitionOrder } from './orders.ts'
import { restockRest } from './restock.ts'
import {
  type Actor,
  findShipment,
  findTotal,
  findWithdrawal,
  type LockedOrder,
  lockOrder,
  updateShipment,
} from './write-queries.ts'

/** Refunds the full amount of a cancelled order. The payments module runs it. */
export const refundRestJob = job(
  'refund-rest',
  z.object({ orderId: z.string(), reason: z.string(), category: RefundCategory.optional() }),
)

/**
 * Marks a processing order as shipped and emails its customer. If the customer cancels at the same time, one of the two fails.
 * @throws ShopError 404, 409 'illegal_move'
 */
export async function shipOrder(
  db: Db,
  mail: MailConfig,
  orderId: string,
  admin: Admin,
  { carrier, trackingNumber = null }: Shipment,
): Promise<void> {
  await inTransaction(db, async (db) => {
    await transitionShipment(db, orderId, 'shipped', admin, { carrier, trackingNumber })
    await updateShipment(db, orderId, { carrier, trackingNumber })
    await queueOrderEmails(db, mail, orderId, ['shipped'])
    await emitOrderEvent(db, 'order.shipped', orderId)
  })
}

/**
 * Corrects the carrier or the tracking number. If the order hasn't been delivered yet, emails its customer.
 * @throws ShopError 404, 409 'conflict' if the order wasn't shipped, or is cancelled
 */
export async function correctTracking(
  db: Db,
  mail: MailConfig,
  orderId: string,
  admin: Admin,
  { carrier, trackingNumber = null }: Shipment,
): Promise<void> {
  await inTransaction(db, async (db) => {
    const { status } = await lockOrder(db, orderId)
    const before = await findShipment(db, orderId)
    if (!before || (status !== 'shipped' && status !== 'delivered')) throw notShipped(status)
    if (before.carrier === carrier && before.trackingNumber === trackingNumber) return
    const after = { carrier, trackingNumber }
    await updateShipment(db, orderId, after)
    await recordChange(db, {
      actorId: admin.id,
      action: 'order.parcel_corrected',
      subjectId: orderId,
      before,
      after,
    })
    if (status === 'delivered') return
    await queueOrderEmails(db, mail, orderId, ['parcel-corrected'], randomId())
  })
}

/** Marks a shipped order as delivered, so it can be returned. @throws ShopError 404, 409 'illegal_move' */
export async function deliverOrder(db: Db, mail: MailConfig, orderId: string, admin: Admin): Promise<void> {
  await inTransaction(db, async (db) => {
    await transitionShipment(db, orderId, 'delivered', admin)
    await queueOrderEmails(db, mail, orderId, ['delivered'])
  })
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
    const order = await lockOrder(db, orderId)
    checkTransition(order.status, 'cancelled')
    if (order.status === 'pending') throw stillUnpaid()
    await requireRefundProof(db, admin, await findTotal(db, orderId))
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
    const order = await lockOrder(db, orderId)
    if (order.status !== 'processing') throw new ShopError(409, 'illegal_move', CANNOT_CANCEL[order.status])
    await endPaid(db, order, 'customer', {
      restock: true,
      reason: 'Cancelled by the customer',
      category: 'requested_by_customer',
    })
    await queueOrderEmails(db, mail, orderId, ['cancelled', 'cancelled-notice'])
  })
}

async function transitionShipment(
  db: Db,
  orderId: string,
  to: OrderStatus & ('shipped' | 'delivered'),
  admin: Admin,
  facts: object = {},
) {
  const order = await lockOrder(db, orderId)
  if (to === 'shipped' && order.reviewReason !== null) throw heldForReview(order.reviewReason)
  if (to === 'shipped') await checkWithdrawal(db, orderId)
  await transitionOrder(db, order, to, admin.id)
  await recordChange(db, {
    actorId: admin.id,
    action: `order.${to}`,
    subjectId: orderId,
    before: { status: order.status },
    after: { status: to, ...facts },
  })
}

async function endPaid(
  db: Db,
  order: LockedOrder,
  by: Actor,
  { restock, reason, category }: { restock: boolean; reason: string; category?: RefundCategory },
) {
  const { id: orderId } = order
  if (restock) await restockRest(db, orderId)
  await transitionOrder(db, order, 'cancelled', by)
  await enqueue(db, refundRestJob, { orderId, reason, category })
}

/** A withdrawal locks the order's row, too, so none arrives while the order ships. */
async function checkWithdrawal(db: Db, orderId: string): Promise<void> {
  const withdrawal = await findWithdrawal(db, orderId)
  if (withdrawal === 'none') return
  const message = withdrawal === 'open' ? RETURN_MESSAGES.openWithdrawal : RETURN_MESSAGES.allWithdrawn
  throw new ShopError(409, 'conflict', message)
}

const heldForReview = (reason: string) =>
  new ShopError(
    409,
    'held_for_review',
    `This order is held for review: ${reason} Approve it before you ship it.`,
  )

const notShipped = (status: OrderStatus) =>
  new ShopError(
    409,
    'conflict',
    `This order is ${status}. Only a shipped or delivered order's tracking can be changed.`,
  )

const stillUnpaid = () =>
  new ShopError(409, 'illegal_move', "This order isn't paid yet. Release its hold instead.")
