import { z } from 'zod'
import { ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { enqueue, job } from '../platform/jobs/queue.ts'
import type { StockItem } from './queries.ts'
import * as queries from './queries.ts'
import * as reservations from './reservation-queries.ts'

/** Sends due stock movements to the platform. Each push has its own time for the next attempt. */
export const pushStockJob = job('push-stock', z.object({}), { retryLimit: 0 })

/**
 * Sets the quantity on hand; null makes the variant untracked.
 * @throws ShopError 409 'stock_held' if more than that is reserved
 */
export async function setStock(db: Db, variantId: number, quantity: number | null): Promise<void> {
  await setStocks(db, [{ variantId, quantity }])
}

/**
 * Sets the quantities of several variants: all of them or none.
 * @param reason 'platform' if the shop follows sales of another channel
 * @throws ShopError 409 'stock_held' naming the variant
 */
export async function setStocks(
  db: Db,
  variants: { variantId: number; quantity: number | null }[],
  reason: 'set' | 'platform' = 'set',
): Promise<void> {
  if (variants.length === 0) return
  await inTransaction(db, async (db) => {
    const before = await queries.lockStocks(
      db,
      variants.map(({ variantId }) => variantId),
    )
    for (const { variantId, quantity } of variants) {
      const { held: reserved = 0, name = '' } = before.get(variantId) ?? {}
      if (quantity !== null && quantity < reserved) throw stockIsReserved(name, reserved)
    }
    await queries.updateQuantities(db, variants)
    const movements = variants.map(({ variantId, quantity }) => {
      const last = before.get(variantId)?.quantity ?? null
      const isCountStarted = (quantity === null) !== (last === null)
      return { variantId, change: (quantity ?? 0) - (last ?? 0), isCountStarted }
    })
    if (await queries.insertMovements(db, reason, movements)) await enqueue(db, pushStockJob, {})
  })
}

/** Sets the initial stock of variants created in the caller's transaction. @param reason as for `setStocks` */
export async function stockNewVariants(
  db: Db,
  variants: { variantId: number; quantity: number | null }[],
  reason: 'set' | 'platform' = 'set',
): Promise<void> {
  if (variants.length === 0) return
  await inTransaction(db, async (db) => {
    await queries.insertStock(db, variants)
    const movements = variants.map(({ variantId, quantity }) => ({ variantId, change: quantity ?? 0 }))
    await queries.insertMovements(db, reason, movements)
  })
}

/**
 * Reserves exactly these units for an order, replacing its previous reservation: all of them, or nothing new if one
 * falls short.
 * @throws ShopError 409 'out_of_stock' with the variant and its available quantity
 */
export async function reserve(db: Db, orderKey: string, items: StockItem[], expiresAt: Date): Promise<void> {
  await inTransaction(db, async (db) => {
    const wanted = sumsOf(items)
    if (await reservations.reserveStock(db, orderKey, wanted, expiresAt)) return
    throw await outOfStock(db, wanted, await reservations.listReservedItems(db, orderKey))
  })
}

/** Lets an order's reservation expire at this time, if it would last longer. */
export async function shortenReservation(db: Db, orderKey: string, expiresAt: Date): Promise<void> {
  await reservations.updateEarlierExpiry(db, orderKey, expiresAt)
}

/** Returns true if an order's reservation has expired, or if it has none. */
export async function isReservationExpired(db: Db, orderKey: string): Promise<boolean> {
  const expiresAt = await reservations.findExpiry(db, orderKey)
  return expiresAt === null || expiresAt <= now()
}

/** Lets the reservations of orders expire now. The job that ends unpaid orders releases their stock. */
export async function expireReservations(db: Db, orderKeys: string[]): Promise<void> {
  if (orderKeys.length > 0) await reservations.updateExpiry(db, orderKeys, now())
}

/**
 * Releases an order's reservation.
 * @returns false if there is none
 */
export async function releaseReservation(db: Db, orderKey: string): Promise<boolean> {
  return reservations.releaseStock(db, orderKey)
}

/**
 * Deducts the units of a paid order, from its reservation if it has one. The database rejects a second deduction.
 * @returns false, without changes, if the reservation has ended and a variant falls short
 */
export async function commitReservation(db: Db, orderKey: string, items: StockItem[]): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const isPushed = await reservations.takeStock(db, orderKey, sumsOf(items))
    if (isPushed) await enqueue(db, pushStockJob, {})
    return isPushed !== null
  })
}

/** Restocks units of an order that was cancelled or returned. */
export async function restockItems(db: Db, orderKey: string, items: StockItem[]): Promise<void> {
  await inTransaction(db, async (db) => {
    if (await queries.restock(db, orderKey, sumsOf(items))) await enqueue(db, pushStockJob, {})
  })
}

/** Returns everything that orders took or have reserved, before they are deleted. @returns the number of units taken */
export async function returnAllUnits(db: Db, orderKeys: string[]): Promise<number> {
  return inTransaction(db, async (db) => {
    await queries.lockStockOf(db, orderKeys)
    const taken = await queries.listTaken(db, orderKeys)
    for (const [orderKey, items] of Map.groupBy(taken, (item) => item.orderKey))
      await restockItems(db, orderKey, items)
    for (const orderKey of orderKeys) await releaseReservation(db, orderKey)
    return taken.reduce((sum, { quantity }) => sum + quantity, 0)
  })
}

/** Sums the quantities per variant. */
function sumsOf(items: StockItem[]): StockItem[] {
  const totals = new Map<number, number>()
  for (const { variantId, quantity } of items) totals.set(variantId, (totals.get(variantId) ?? 0) + quantity)
  return [...totals].map(([variantId, quantity]) => ({ variantId, quantity }))
}

async function outOfStock(db: Db, wanted: StockItem[], reserved: StockItem[]) {
  const stock = await queries.listAvailable(
    db,
    wanted.map(({ variantId }) => variantId),
  )
  const unitsOf = (items: StockItem[], id: number) =>
    items.find(({ variantId }) => variantId === id)?.quantity ?? 0
  const shortfall = stock
    .map(({ variantId, name, available }) => ({
      name,
      left: available + unitsOf(reserved, variantId),
      variantId,
    }))
    .find(({ variantId, left }) => left < unitsOf(wanted, variantId))
  const message = shortfall?.left
    ? `Only ${shortfall.left} of ${shortfall.name} left.`
    : `${shortfall?.name ?? 'A product'} is out of stock.`
  return new ShopError(409, 'out_of_stock', message)
}

const stockIsReserved = (name: string, held: number) =>
  new ShopError(
    409,
    'stock_held',
    `${name} has ${held} reserved for unpaid orders. The stock can't be set below that.`,
  )
