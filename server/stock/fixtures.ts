import type { TestShop } from '../../tests/support/shop.ts'
import { aProduct } from '../catalog/fixtures.ts'
import { ShopError } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import type { StockItem } from './queries.ts'
import { commitReservation, releaseReservation, reserve, restockItems, setStock } from './stock.ts'

/** An expiry for reservations that must not expire during a test. */
export const SOON = new Date('2100-01-01')
let orders = 0
export const anOrder = () => `PL-RUSH-${++orders}`

/**
 * Creates a product with this stock, or with untracked stock if null.
 * @returns its ID
 */
export function aStockedProduct(
  shop: TestShop,
  stockQuantity: number | null,
  name = 'Brass Hook',
): Promise<number> {
  return aProduct(shop, { stockQuantity, name })
}

export function readStock(db: Db, productId: number) {
  return db
    .selectFrom('stock')
    .select(['quantity', 'held', 'available'])
    .where('variant_id', '=', productId)
    .executeTakeFirst()
}

/** Lists a product's stock movements, oldest first, such as 'taken -2'. */
export async function journal(db: Db, productId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('stock_movements')
    .select(['reason', 'change'])
    .where('variant_id', '=', productId)
    .orderBy('id')
    .execute()
  return rows.map(({ reason, change }) => `${reason} ${change}`)
}

/** Reserves one unit for each of many concurrent orders. @returns the orders that got one */
export async function reserveConcurrently(db: Db, productId: number, count: number): Promise<string[]> {
  const orderKeys = await Promise.all(
    Array.from({ length: count }, async () => {
      const order = anOrder()
      return (await isAccepted(reserve(db, order, [{ variantId: productId, quantity: 1 }], SOON)))
        ? order
        : null
    }),
  )
  return orderKeys.filter((order) => order !== null)
}

/**
 * Runs concurrent orders of several products through every outcome of an order, while the products' stock is
 * set.
 */
export async function runConcurrentOrders(db: Db, productIds: number[], count: number): Promise<void> {
  await Promise.all([
    ...Array.from({ length: count }, (_, index) => runOrder(db, itemsOf(productIds, index), index)),
    ...productIds.map((id, index) => isAccepted(setStock(db, id, 20 + index))),
  ])
}

async function runOrder(db: Db, items: StockItem[], index: number) {
  const order = anOrder()
  if (!(await isAccepted(reserve(db, order, items, SOON)))) return
  switch (index % 4) {
    case 0:
      await releaseReservation(db, order)
      break
    case 1:
      await Promise.all([commitReservation(db, order, items), releaseReservation(db, order)])
      break
    case 2:
      await commitReservation(db, order, items)
      await restockItems(db, order, items.slice(1))
      break
    default:
      await isAccepted(reserve(db, order, items.slice(0, 1), SOON))
  }
}

/** Gives each shopper a different first product and a different order of products. */
function itemsOf(productIds: number[], index: number): StockItem[] {
  const start = index % productIds.length
  const rotated = [...productIds.slice(start), ...productIds.slice(0, start)]
  const items = rotated.slice(0, 3).map((productId) => ({ variantId: productId, quantity: 1 + (index % 2) }))
  return index % 3 === 0 ? items.reverse() : items
}

/** Returns false if the shop rejects the operation, and rethrows any other error, such as a deadlock. */
async function isAccepted(work: Promise<void>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof ShopError) return false
    throw error
  }
}
