import type { OrderStatus } from '#contract/orders/rules.ts'
import type { Db } from '../platform/db/database.ts'
import type { Actor } from './place-queries.ts'
import { checkMove } from './status.ts'
import { type LockedOrder, updateStatus } from './write-queries.ts'

/** Moves a locked order along the table of moves, and writes it down. @throws ShopError 409 'illegal_move' */
export async function moveOrder(db: Db, order: LockedOrder, to: OrderStatus, by: Actor): Promise<void> {
  checkMove(order.status, to)
  await updateStatus(db, { orderId: order.id, from: order.status, to, by })
}
