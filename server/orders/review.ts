import { recordChange } from '../audit/audit.ts'
import { ShopError } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Admin } from './orders.ts'
import { lockOrder, updateReview } from './write-queries.ts'

/**
 * Prevents an order from being shipped until an admin approves it. Adds the reason to those it may already have. Does nothing
 * if the order isn't processing.
 */
export async function holdForReview(db: Db, orderId: string, reason: string): Promise<void> {
  await inTransaction(db, async (db) => {
    const { status, reviewReason } = await lockOrder(db, orderId)
    if (status !== 'processing' || reviewReason?.includes(reason)) return
    await updateReview(db, orderId, reviewReason === null ? reason : `${reviewReason} ${reason}`)
  })
}

/**
 * Holds an order at the request of an admin.
 * @throws ShopError 404, 409
 */
export async function holdByAdmin(db: Db, orderId: string, admin: Admin, reason: string): Promise<void> {
  await inTransaction(db, async (db) => {
    const { status, reviewReason } = await lockOrder(db, orderId)
    if (status !== 'processing')
      throw new ShopError(
        409,
        'illegal_move',
        `This order is ${status}; only a processing order can be held.`,
      )
    if (reviewReason !== null)
      throw new ShopError(409, 'conflict', `This order is already held: ${reviewReason}`)
    await updateReview(db, orderId, reason)
    await recordChange(db, {
      actorId: admin.id,
      action: 'order.held_for_review',
      subjectId: orderId,
      before: null,
      after: { reviewReason: reason },
    })
  })
}

/** Releases a held order, so it can be shipped. @throws ShopError 404, 409 */
export async function approveOrder(db: Db, orderId: string, admin: Admin): Promise<void> {
  await inTransaction(db, async (db) => {
    const { reviewReason } = await lockOrder(db, orderId)
    if (reviewReason === null) throw new ShopError(409, 'conflict', 'This order is not held for review.')
    await updateReview(db, orderId, null)
    await recordChange(db, {
      actorId: admin.id,
      action: 'order.approved',
      subjectId: orderId,
      before: { reviewReason },
      after: null,
    })
  })
}
