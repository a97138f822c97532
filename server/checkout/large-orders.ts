import * as queries from '../orders/origin-queries.ts'
import type { Db } from '../platform/db/database.ts'
import type { StockItem } from '../stock/queries.ts'
import { reserve, shortenReservation } from '../stock/stock.ts'

/** Units that an unpaid order may reserve for the usual time, without a paid order of its IP address or account. */
const LARGE_UNITS = 50
const LARGE_MS = 10 * 60_000

/** How an order reserves its stock. @property isReserving false if it can only be paid while its stock lasts */
export type Hold = { isReserving: boolean; isShort: boolean; expiresAt: Date }

/**
 * Decides how long an order may reserve its stock (docs/decisions/0030). A large order of shoppers who haven't paid
 * for any reserves it for ten minutes, once a day. Call it in the transaction that has locked the origins, before stock
 * is reserved.
 * @param origins the requester's first, then the other ones of the order
 * @param expiresAt when the reservation of any other order expires
 */
export async function holdFor(
  db: Db,
  orderId: string,
  origins: [queries.Origin, ...queries.Origin[]],
  items: StockItem[],
  expiresAt: Date,
): Promise<Hold> {
  const usual = { isReserving: true, isShort: false, expiresAt }
  if (unitsOf(items) <= LARGE_UNITS) return usual
  const variantIds = items.map(({ variantId }) => variantId)
  const tracked = (await queries.listReserved(db, orderId, origins[0], variantIds)).map(
    (row) => row.variantId,
  )
  const units = unitsOf(items.filter(({ variantId }) => tracked.includes(variantId)))
  if (units <= LARGE_UNITS) return usual
  const paid = await Promise.all(origins.map((origin) => queries.hasPaid(db, origin)))
  if (paid.every(Boolean)) return usual
  const heldAt = await queries.updateLargeHold(db, orderId, origins)
  if (heldAt === null) return { isReserving: false, isShort: false, expiresAt }
  const end = Math.min(heldAt.getTime() + LARGE_MS, expiresAt.getTime())
  return { isReserving: true, isShort: true, expiresAt: new Date(end) }
}

/** Applies a large order's limits to its reservation, which has just shown that there is enough stock. */
export async function limitHold(db: Db, orderId: string, hold: Hold): Promise<void> {
  if (!hold.isReserving) await reserve(db, orderId, [], hold.expiresAt)
  if (hold.isShort) await shortenReservation(db, orderId, hold.expiresAt)
}

const unitsOf = (items: StockItem[]) => items.reduce((sum, { quantity }) => sum + quantity, 0)
