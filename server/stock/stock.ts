import { ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { pushStock } from './jobs.ts'
import * as queries from './queries.ts'
import * as holds from './reservation-queries.ts'

/** A quantity of one product. */
export type StockLine = { productId: number; quantity: number }

/**
 * Sets the quantity on hand; null makes the product untracked.
 * @throws ShopError 409 'stock_held' if more than that is reserved
 */
export async function setStock(db: Db, productId: number, quantity: number | null): Promise<void> {
  await setStocks(db, [{ productId, quantity }])
}

/**
 * Sets the quantities of several products: all of them or none.
 * @param reason 'platform' if the shop follows sales of another channel
 * @throws ShopError 409 'stock_held' naming the product
 */
export async function setStocks(
  db: Db,
  products: { productId: number; quantity: number | null }[],
  reason: 'set' | 'platform' = 'set',
): Promise<void> {
  if (products.length === 0) return
  await inTransaction(db, async (db) => {
    const before = await queries.lockStocks(
      db,
      products.map(({ productId }) => productId),
    )
    for (const { productId, quantity } of products) {
      const { held = 0, name = '' } = before.get(productId) ?? {}
      if (quantity !== null && quantity < held) throw stockIsHeld(name, held)
    }
    await queries.updateQuantities(db, products)
    await keepMovements(
      db,
      products.map(({ productId, quantity }) => {
        const last = before.get(productId)?.quantity ?? null
        const isCountStarted = (quantity === null) !== (last === null)
        const change = (quantity ?? 0) - (last ?? 0)
        return { productId, change, reason, orderKey: null, isCountStarted }
      }),
    )
  })
}

/** Sets the initial stock of products created in the caller's transaction. @param reason as for `setStocks` */
export async function stockNewProducts(
  db: Db,
  products: { productId: number; quantity: number | null }[],
  reason: 'set' | 'platform' = 'set',
): Promise<void> {
  await inTransaction(db, async (db) => {
    await queries.insertStock(db, products)
    await queries.insertMovements(
      db,
      products.map(({ productId, quantity }) => ({
        productId,
        change: quantity ?? 0,
        reason,
        orderKey: null,
      })),
    )
  })
}

/**
 * Reserves exactly these products for an order, replacing its previous reservation: all of them, or nothing new if one
 * falls short.
 * @throws ShopError 409 'out_of_stock' with the product and its available quantity
 */
export async function hold(db: Db, orderKey: string, lines: StockLine[], expiresAt: Date): Promise<void> {
  await inTransaction(db, async (db) => {
    const isNew = await holds.upsertHold(db, orderKey, expiresAt)
    const wanted = amounts(lines)
    const held = amounts(isNew ? [] : await holds.listHoldLines(db, orderKey))
    const moves = productsOf(wanted, held)
      .map((productId) => ({
        productId,
        quantity: 0,
        held: (wanted.get(productId) ?? 0) - (held.get(productId) ?? 0),
      }))
      .filter((move) => move.held !== 0)
    // These products are already reserved. Only the expiry changes.
    if (moves.length === 0) return
    if (!(await move(db, moves))) throw await outOfStock(db, wanted, held)
    if (held.size > 0) await holds.deleteHoldLines(db, orderKey)
    await holds.insertHoldLines(db, orderKey, wanted)
  })
}

/** Returns when an order's reservation expires, or null if it has none. */
export async function holdEnds(db: Db, orderKey: string): Promise<Date | null> {
  return holds.findExpiry(db, orderKey)
}

/** Returns true if an order's reservation has expired, or if it has none. */
export async function holdIsOver(db: Db, orderKey: string): Promise<boolean> {
  const expiresAt = await holdEnds(db, orderKey)
  return expiresAt === null || expiresAt <= now()
}

/** Lets the reservations of orders expire now. The job that ends unpaid orders releases their stock. */
export async function expireReservations(db: Db, orderKeys: string[]): Promise<void> {
  if (orderKeys.length > 0) await holds.updateExpiry(db, orderKeys, now())
}

/** Releases an order's reservation. @returns false if it has none */
export async function release(db: Db, orderKey: string): Promise<boolean> {
  return inTransaction(db, async (db) => {
    if (!(await holds.lockHold(db, orderKey))) return false
    const held = await holds.listHoldLines(db, orderKey)
    await move(
      db,
      held.map(({ productId, quantity }) => ({ productId, quantity: 0, held: -quantity })),
    )
    await holds.deleteHold(db, orderKey)
    return true
  })
}

/**
 * Deducts the products of a paid order, from its reservation if it has one. Once per order: the database rejects a
 * second time.
 * @returns false, without changes, if the reservation has ended and a product falls short
 */
export async function take(db: Db, orderKey: string, lines: StockLine[]): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const wanted = amounts(lines)
    const isHeld = await holds.lockHold(db, orderKey)
    const held = amounts(isHeld ? await holds.listHoldLines(db, orderKey) : [])
    const moved = await move(
      db,
      productsOf(wanted, held).map((productId) => ({
        productId,
        quantity: -(wanted.get(productId) ?? 0),
        held: -(held.get(productId) ?? 0),
      })),
    )
    if (!moved) return false
    await holds.deleteHold(db, orderKey)
    await writeDown(db, orderKey, 'taken', moved, wanted)
    return true
  })
}

/** Restocks products of an order that was cancelled or returned. */
export async function putBack(db: Db, orderKey: string, lines: StockLine[]): Promise<void> {
  await inTransaction(db, async (db) => {
    const wanted = amounts(lines)
    const moves = [...wanted].map(([productId, quantity]) => ({ productId, quantity, held: 0 }))
    const moved = await move(db, moves)
    await writeDown(db, orderKey, 'put back', moved ?? [], wanted)
  })
}

async function move(db: Db, moves: queries.Move[]): Promise<queries.Moved[] | null> {
  await queries.lockShelf(db, moves)
  return queries.moveStock(db, moves)
}

/** Records movements, except for untracked products. */
async function writeDown(
  db: Db,
  orderKey: string,
  reason: 'taken' | 'put back',
  moved: queries.Moved[],
  wanted: Map<number, number>,
) {
  const sign = reason === 'taken' ? -1 : 1
  await keepMovements(
    db,
    moved
      .filter(({ isCounted }) => isCounted)
      .map(({ productId }) => ({
        productId,
        change: sign * (wanted.get(productId) ?? 0),
        reason,
        orderKey,
      })),
  )
}

async function keepMovements(db: Db, movements: queries.Movement[]) {
  if (await queries.insertMovements(db, movements)) await enqueue(db, pushStock, {})
}

/** Sums the quantities per product. */
function amounts(lines: StockLine[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { productId, quantity } of lines) sums.set(productId, (sums.get(productId) ?? 0) + quantity)
  return sums
}

function productsOf(...maps: Map<number, number>[]): number[] {
  return [...new Set(maps.flatMap((map) => [...map.keys()]))]
}

async function outOfStock(db: Db, wanted: Map<number, number>, held: Map<number, number>) {
  const shelf = await queries.listAvailable(db, [...wanted.keys()])
  const short = shelf
    .map(({ productId, name, available }) => ({
      name,
      left: available + (held.get(productId) ?? 0),
      productId,
    }))
    .find(({ productId, left }) => left < (wanted.get(productId) ?? 0))
  const message = short?.left
    ? `Only ${short.left} of ${short.name} left.`
    : `${short?.name ?? 'A product'} is out of stock.`
  return new ShopError(409, 'out_of_stock', message)
}

const stockIsHeld = (name: string, held: number) =>
  new ShopError(
    409,
    'stock_held',
    `${name} has ${held} reserved for unpaid orders. The stock can't be set below that.`,
  )
