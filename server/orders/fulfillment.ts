import type { OrderStatus } from '#contract/orders/rules.ts'
import type { Shipment } from '#contract/orders/transitions.ts'
import { recordChange } from '../audit/audit.ts'
import { ShopError } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { randomId } from '../platform/ids.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import { queueOrderEmails } from './emails.ts'
import type { Admin } from './orders.ts'
import { emitOrderEvent, transitionOrder } from './transition.ts'
import { findShipment, lockOrder, updateShipment } from './write-queries.ts'

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

async function transitionShipment(
  db: Db,
  orderId: string,
  to: OrderStatus & ('shipped' | 'delivered'),
  admin: Admin,
  facts: object = {},
) {
  const order = await lockOrder(db, orderId)
  if (to === 'shipped' && order.reviewReason !== null) throw heldForReview(order.reviewReason)
  await transitionOrder(db, order, to, admin.id)
  await recordChange(db, {
    actorId: admin.id,
    action: `order.${to}`,
    subjectId: orderId,
    before: { status: order.status },
    after: { status: to, ...facts },
  })
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
