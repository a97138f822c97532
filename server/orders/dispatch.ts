import type { Parcel } from '#contract/order-moves.ts'
import type { OrderStatus } from '#contract/order-rules.ts'
import { recordChange } from '../audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { announceOrder } from './announce.ts'
import { writeOrderLetter } from './jobs.ts'
import { moveOrder } from './move.ts'
import type { Admin } from './orders.ts'
import { lockOrder, updateParcel } from './write-queries.ts'

/**
 * A processing order has left, and its customer is told. When the customer cancels in the same moment, one of the two wins.
 * @throws ShopError 404, 409 'illegal_move'
 */
export async function shipOrder(
  db: Db,
  orderId: string,
  admin: Admin,
  { carrier, trackingNumber = null }: Parcel,
): Promise<void> {
  await inTransaction(db, async (db) => {
    await dispatch(db, orderId, 'shipped', admin, { carrier, trackingNumber })
    await updateParcel(db, orderId, { carrier, trackingNumber })
    await announceOrder(db, 'order.shipped', orderId)
  })
}

/** A shipped order has arrived; from now on it can be returned. @throws ShopError 404, 409 'illegal_move' */
export async function deliverOrder(db: Db, orderId: string, admin: Admin): Promise<void> {
  await inTransaction(db, (db) => dispatch(db, orderId, 'delivered', admin))
}

async function dispatch(
  db: Db,
  orderId: string,
  to: OrderStatus & ('shipped' | 'delivered'),
  admin: Admin,
  facts: object = {},
) {
  const order = await lockOrder(db, orderId)
  await moveOrder(db, order, to, admin.id)
  await recordChange(db, {
    actorId: admin.id,
    action: `order.${to}`,
    subjectId: orderId,
    before: { status: order.status },
    after: { status: to, ...facts },
  })
  await enqueue(db, writeOrderLetter, { orderId, kind: to })
}
