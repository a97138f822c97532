import type { TrackedOrder, TrackingQuery } from '#contract/orders/api.ts'
import { ORDER_MESSAGES, readOrderId } from '#contract/orders/rules.ts'
import { notFound } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import { countAttempt, countOnly, type Limit, takeBackAttempt } from '../platform/http/limits.ts'
import { findTrackedOrder } from './queries.ts'

const WINDOW = 15 * 60
/** Wrong lookups from one IP address; a right one gives its try back. */
const BY_ADDRESS: Limit = { name: 'track-address', points: 30, seconds: WINDOW }
/** Wrong lookups of one order from anywhere. Refuses nothing: strangers must not hide an order from its buyer. */
const AT_ONE: Limit = { name: 'track-order', points: 30, seconds: WINDOW }
/** Once there were that many, each IP address has fewer tries at this order. */
const AT_ONE_BY_ADDRESS: Limit = { name: 'track-order-address', points: 5, seconds: WINDOW }
/** Wrong tries to cancel, return, or claim orders from one IP address, whatever the order. */
const USES_BY_ADDRESS: Limit = { name: 'order-use-address', points: 100, seconds: WINDOW }

type Purpose = 'track' | 'cancel' | 'return' | 'claim'

/**
 * The order with this id and e-mail address, which together prove that it is one's own.
 * @param purpose what the proof is for: who has used up the lookups of a shared network can still cancel and return
 * @throws ShopError 404 'Order not found' for either being wrong, 429
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
    await takeBackAttempt(db, BY_ADDRESS, address)
    await takeBackAttempt(db, AT_ONE, id)
    if (wrong > AT_ONE.points) await takeBackAttempt(db, AT_ONE_BY_ADDRESS, both)
  }
}

async function countUse(db: Db, id: string, address: string, purpose: Purpose) {
  const limit: Limit = { name: `${purpose}-order-address`, points: 10, seconds: WINDOW }
  const key = `${id} ${address}`
  await countAttempt(db, USES_BY_ADDRESS, address)
  await countAttempt(db, limit, key)
  return async () => {
    await takeBackAttempt(db, USES_BY_ADDRESS, address)
    await takeBackAttempt(db, limit, key)
  }
}
