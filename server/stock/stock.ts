import { z } from 'zod'
import { ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { enqueue, job } from '../platform/jobs/queue.ts'
import * as queries from './queries.ts'
import * as reservations from './reservation-queries.ts'

/** A quantity of one variant. A product without options has one variant, with the product's ID. */
export type StockItem = { variantId: number; quantity: number }

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
    await recordMovements(
      db,
      variants.map(({ variantId, quantity }) => {
        const last = before.get(variantId)?.quantity ?? null
        const isCountStarted = (quantity === null) !== (last === null)
        const change = (quantity ?? 0) - (last ?? 0)
        return { variantId, change, reason, orderKey: null, isCountStarted }
      }),
    )
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
    await queries.insertMovements(
      db,
      variants.map(({ variantId, quantity }) => ({
        variantId,
        change: quantity ?? 0,
        reason,
        orderKey: null,
      })),
    )
  })
}

/**
 * Reserves exactly these units for an order, replacing its previous reservation: all of them, or nothing new if one
 * falls short.
 * @throws ShopError 409 'out_of_stock' with the variant and its available quantity
 */
export async function reserve(db: Db, orderKey: string, items: StockItem[], expiresAt: Date): Promise<void> {
  await inTransaction(db, async (db) => {
    const isNew = await reservations.upsertReservation(db, orderKey, expiresAt)
    const wanted = amounts(items)
    const reserved = amounts(isNew ? [] : await reservations.listReservedItems(db, orderKey))
    const changes = variantsOf(wanted, reserved)
      .map((variantId) => ({
        variantId,
        quantity: 0,
        held: (wanted.get(variantId) ?? 0) - (reserved.get(variantId) ?? 0),
      }))
      .filter((changeStock) => changeStock.held !== 0)
    // These units are already reserved. Only the expiry changes.
    if (changes.length === 0) return
    if (!(await changeStock(db, changes))) throw await outOfStock(db, wanted, reserved)
    if (reserved.size > 0) await reservations.deleteReservedItems(db, orderKey)
    await reservations.insertReservedItems(db, orderKey, wanted)
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
  return inTransaction(db, async (db) => {
    if (!(await reservations.lockReservation(db, orderKey))) return false
    const reserved = await reservations.listReservedItems(db, orderKey)
    await changeStock(
      db,
      reserved.map(({ variantId, quantity }) => ({ variantId, quantity: 0, held: -quantity })),
    )
    await reservations.deleteReservation(db, orderKey)
    return true
  })
}

/**
 * Deducts the units of a paid order, from its reservation if it has one. The database rejects a second deduction.
 * @returns false, without changes, if the reservation has ended and a variant falls short
 */
export async function commitReservation(db: Db, orderKey: string, items: StockItem[]): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const wanted = amounts(items)
    const isReserved = await reservations.lockReservation(db, orderKey)
    const reserved = amounts(isReserved ? await reservations.listReservedItems(db, orderKey) : [])
    const changed = await changeStock(
      db,
      variantsOf(wanted, reserved).map((variantId) => ({
        variantId,
        quantity: -(wanted.get(variantId) ?? 0),
        held: -(reserved.get(variantId) ?? 0),
      })),
    )
    if (!changed) return false
    await reservations.deleteReservation(db, orderKey)
    await recordOrderMovements(db, orderKey, 'taken', changed, wanted)
    return true
  })
}

/** Restocks units of an order that was cancelled or returned. */
export async function restockItems(db: Db, orderKey: string, items: StockItem[]): Promise<void> {
  await inTransaction(db, async (db) => {
    const wanted = amounts(items)
    const changes = [...wanted].map(([variantId, quantity]) => ({ variantId, quantity, held: 0 }))
    const changed = await changeStock(db, changes)
    await recordOrderMovements(db, orderKey, 'put back', changed ?? [], wanted)
  })
}

async function changeStock(db: Db, changes: queries.StockChange[]): Promise<queries.ChangedStock[] | null> {
  await queries.lockForChange(db, changes)
  return queries.changeStock(db, changes)
}

/** Records movements, except for untracked variants. */
async function recordOrderMovements(
  db: Db,
  orderKey: string,
  reason: 'taken' | 'put back',
  changed: queries.ChangedStock[],
  wanted: Map<number, number>,
) {
  const sign = reason === 'taken' ? -1 : 1
  await recordMovements(
    db,
    changed
      .filter(({ isCounted }) => isCounted)
      .map(({ variantId }) => ({
        variantId,
        change: sign * (wanted.get(variantId) ?? 0),
        reason,
        orderKey,
      })),
  )
}

async function recordMovements(db: Db, movements: queries.Movement[]) {
  if (await queries.insertMovements(db, movements)) await enqueue(db, pushStockJob, {})
}

/** Sums the quantities per variant. */
function amounts(items: StockItem[]): Map<number, number> {
  const totals = new Map<number, number>()
  for (const { variantId, quantity } of items) totals.set(variantId, (totals.get(variantId) ?? 0) + quantity)
  return totals
}

function variantsOf(...maps: Map<number, number>[]): number[] {
  return [...new Set(maps.flatMap((map) => [...map.keys()]))]
}

async function outOfStock(db: Db, wanted: Map<number, number>, reserved: Map<number, number>) {
  const stock = await queries.listAvailable(db, [...wanted.keys()])
  const shortfall = stock
    .map(({ variantId, name, available }) => ({
      name,
      left: available + (reserved.get(variantId) ?? 0),
      variantId,
    }))
    .find(({ variantId, left }) => left < (wanted.get(variantId) ?? 0))
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
