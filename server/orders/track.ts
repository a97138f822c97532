import { ORDER_MESSAGES, readOrderId } from '#contract/order-rules.ts'
import type { TrackedOrder, TrackingQuery } from '#contract/orders.ts'
import { notFound } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import { countAttempt, type Limit, takeBackAttempt } from '../platform/http/limits.ts'
import { findTrackedOrder } from './queries.ts'

/** Wrong tries from one address; a right one gives its try back. */
const TRIES: Limit = { name: 'track-address', points: 30, seconds: 15 * 60 }
/** Wrong tries at one order, from wherever they come. */
const TRIES_AT_ONE: Limit = { name: 'track-order', points: 30, seconds: 15 * 60 }

/**
 * The order with this id and e-mail address, which together prove that it is one's own.
 * @throws ShopError 404 'Order not found' for either being wrong, 429
 */
export async function trackOrder(
  db: Db,
  { orderId, email }: TrackingQuery,
  address: string,
): Promise<TrackedOrder> {
  const id = readOrderId(orderId)
  await countAttempt(db, TRIES, address)
  await countAttempt(db, TRIES_AT_ONE, id)
  const order = await findTrackedOrder(db, id, email)
  if (!order) throw notFound(ORDER_MESSAGES.notFound)
  await takeBackAttempt(db, TRIES, address)
  await takeBackAttempt(db, TRIES_AT_ONE, id)
  return order
}
