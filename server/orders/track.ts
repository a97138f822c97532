import type { TrackedOrder, TrackingQuery } from '#contract/orders/api.ts'
import { ORDER_MESSAGES, readOrderId } from '#contract/orders/rules.ts'
import { notFound } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import { countAttempt, countOnly, type Limit, uncountAttempt } from '../platform/http/limits.ts'
import { findTrackedOrder } from './queries.ts'

const WINDOW = 15 * 60
/** Failed lookups from one IP address. A successful lookup doesn't count. */
const BY_ADDRESS: Limit = { name: 'track-address', points: 30, seconds: WINDOW }
/**
 * Failed lookups of one order from all IP addresses. Never blocks on its own, because strangers must not be able to
 * hide an order from its customer.
 */
const AT_ONE: Limit = { name: 'track-order', points: 30, seconds: WINDOW }
/** Lower limit per IP address for an order that has reached the limit above. */
const AT_ONE_BY_ADDRESS: Limit = { name: 'track-order-address', points: 5, seconds: WINDOW }
/** Failed attempts from one IP address to cancel, return, or claim any order. */
const USES_BY_ADDRESS: Limit = { name: 'order-use-address', points: 100, seconds: WINDOW }

type Purpose = 'track' | 'cancel' | 'return' | 'claim'

/**
 * Returns the order with this ID and email address, which together prove ownership.
 * @param purpose what the proof is for. Orders can still be cancelled and returned after a shared network has used up
 * its lookups
 * @throws ShopError 404 'Order not found' if either is wrong, 429
 */
export async function trackOrder(
  db: Db,
  { orderId, email }: TrackingQuery,
  address: string,
  purpose: Purpose = 'track',
): Promise<TrackedOrder> {
  const id = readOrderId(orderId)
  const giveBack = await (purpose === 'track'
    ? countLookup(db, id, address)
    : countUse(db, id, address, purpose))
  const order = await findTrackedOrder(db, id, email)
  if (!order) throw notFound(ORDER_MESSAGES.notFound)
  await giveBack()
  return order
}

async function countLookup(db: Db, id: string, address: string) {
  const both = `${id} ${address}`
  await countAttempt(db, BY_ADDRESS, address)
  const wrong = await countOnly(db, AT_ONE, id)
  if (wrong > AT_ONE.points) await countAttempt(db, AT_ONE_BY_ADDRESS, both)
  return async () => {
    await uncountAttempt(db, BY_ADDRESS, address)
    await uncountAttempt(db, AT_ONE, id)
    if (wrong > AT_ONE.points) await uncountAttempt(db, AT_ONE_BY_ADDRESS, both)
  }
}

async function countUse(db: Db, id: string, address: string, purpose: Purpose) {
  const limit: Limit = { name: `${purpose}-order-address`, points: 10, seconds: WINDOW }
  const key = `${id} ${address}`
  await countAttempt(db, USES_BY_ADDRESS, address)
  await countAttempt(db, limit, key)
  return async () => {
    await uncountAttempt(db, USES_BY_ADDRESS, address)
    await uncountAttempt(db, limit, key)
  }
}
