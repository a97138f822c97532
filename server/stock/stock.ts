import { ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import * as holds from './hold-queries.ts'
import { pushStock } from './jobs.ts'
import * as queries from './queries.ts'

/** So many of one product. */
export type StockLine = { productId: number; quantity: number }

/**
 * Sets what is on the shelf; null means that this product is not counted.
 * @throws ShopError 409 'stock_held' when more than that is held for orders that are being paid
 */
export async function setStock(db: Db, productId: number, quantity: number | null): Promise<void> {
  await setStocks(db, [{ productId, quantity }])
}

/**
 * The same for several products: all of them or none.
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

/** The first stock of products that are new in the caller's transaction. The reason is as for `setStocks`. */
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
 * Holds just these products for an order, in place of what it held before: all of them or, when one is short, nothing new.
 * @throws ShopError 409 'out_of_stock' naming the product and what is left of it
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
    // It holds just these already: only its time was to be changed.
    if (moves.length === 0) return
    if (!(await move(db, moves))) throw await outOfStock(db, wanted, held)
    if (held.size > 0) await holds.deleteHoldLines(db, orderKey)
    await holds.insertHoldLines(db, orderKey, wanted)
  })
}

/** Until when an order holds its products; null when it holds nothing. */
export async function holdEnds(db: Db, orderKey: string): Promise<Date | null> {
  return holds.findExpiry(db, orderKey)
}

/** Whether the time of an order's hold has run out; also when there is none. */
export async function holdIsOver(db: Db, orderKey: string): Promise<boolean> {
  const expiresAt = await holdEnds(db, orderKey)
  return expiresAt === null || expiresAt <= now()
}

/** Lets the reservations of orders expire now. The job that ends unpaid orders releases their stock. */
export async function expireReservations(db: Db, orderKeys: string[]): Promise<void> {
  if (orderKeys.length > 0) await holds.updateExpiry(db, orderKeys, now())
}

/** Gives back what an order holds. @returns false when it holds nothing */
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
 * Takes the products of a paid order off the shelf, out of its hold while it has one. Once for an order: the database
 * refuses a second time.
 * @returns false, and nothing has changed, when the hold is gone and a product is short
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

/** Puts products of an order back on the shelf: a cancelled one, or what came back and can be sold again. */
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

/** What is not counted has no movements. */
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

/** Lines of the same product added up. */
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
    `${held} of ${name} are held for orders that are being paid. The stock cannot be set below that.`,
  )
