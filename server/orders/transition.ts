import { ORDER_TRANSITIONS, type OrderStatus } from '#contract/orders/rules.ts'
import type { WebhookTopic } from '#contract/webhooks/rules.ts'
import { ShopError } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import { emitEvent } from '../webhooks/emit.ts'
import { findOrderEventPayload } from './queries.ts'
import { type Actor, type LockedOrder, updateStatus } from './write-queries.ts'

/** Changes the status of a locked order and records it in the order's history. @throws ShopError 409 'illegal_move' */
export async function transitionOrder(db: Db, order: LockedOrder, to: OrderStatus, by: Actor): Promise<void> {
  checkTransition(order.status, to)
  await updateStatus(db, { orderId: order.id, from: order.status, to, by })
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
 */
export async function emitOrderEvent(
  db: Db,
  topic: Extract<WebhookTopic, `order.${string}`>,
  orderId: string,
  facts: object = {},
): Promise<void> {
  await emitEvent(db, topic, async () => {
    const order = await findOrderEventPayload(db, orderId)
    return order ? [{ subjectId: orderId, data: { order, ...facts } }] : []
  })
}
