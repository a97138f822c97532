import type { TestShop } from '../../tests/support/shop.ts'
import { aProduct } from '../catalog/fixtures.ts'
import { ShopError } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import { hold, putBack, release, type StockLine, setStock, take } from './stock.ts'

/** An expiry for reservations whose end doesn't matter to a test. */
export const SOON = new Date('2100-01-01')
let orders = 0
export const anOrder = () => `PL-RUSH-${++orders}`

/** Creates a product with this stock; null is untracked. @returns its ID */
export function aShelf(shop: TestShop, stockQuantity: number | null, name = 'Brass Hook'): Promise<number> {
  return aProduct(shop, { stockQuantity, name })
}

export function shelf(db: Db, productId: number) {
  return db
    .selectFrom('stock')
    .select(['quantity', 'held', 'available'])
    .where('product_id', '=', productId)
    .executeTakeFirst()
}

/** Lists a product's stock movements, oldest first, such as 'taken -2'. */
export async function journal(db: Db, productId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('stock_movements')
    .select(['reason', 'change'])
    .where('product_id', '=', productId)
    .orderBy('id')
    .execute()
  return rows.map(({ reason, change }) => `${reason} ${change}`)
}

/** Reserves one unit for each of many concurrent orders. @returns the orders that got one */
export async function rush(db: Db, productId: number, buyers: number): Promise<string[]> {
  const asked = await Promise.all(
    Array.from({ length: buyers }, async () => {
      const order = anOrder()
      return (await got(hold(db, order, [{ productId, quantity: 1 }], SOON))) ? order : null
    }),
  )
  return asked.filter((order) => order !== null)
}

/** Runs concurrent orders of several products through every outcome an order can have, while their stock is set. */
export async function bustle(db: Db, productIds: number[], buyers: number): Promise<void> {
  await Promise.all([
    ...Array.from({ length: buyers }, (_, buyer) => oneOrder(db, linesOf(productIds, buyer), buyer)),
    ...productIds.map((id, index) => got(setStock(db, id, 20 + index))),
  ])
}

async function oneOrder(db: Db, lines: StockLine[], buyer: number) {
  const order = anOrder()
  if (!(await got(hold(db, order, lines, SOON)))) return
  switch (buyer % 4) {
    case 0:
      await release(db, order)
      break
    case 1:
      await Promise.all([take(db, order, lines), release(db, order)])
      break
    case 2:
      await take(db, order, lines)
      await putBack(db, order, lines.slice(1))
      break
    default:
      await got(hold(db, order, lines.slice(0, 1), SOON))
  }
}

/** Gives each shopper a different first product and order of products. */
function linesOf(productIds: number[], buyer: number): StockLine[] {
  const start = buyer % productIds.length
  const turned = [...productIds.slice(start), ...productIds.slice(0, start)]
  const lines = turned.slice(0, 3).map((productId) => ({ productId, quantity: 1 + (buyer % 2) }))
  return buyer % 3 === 0 ? lines.reverse() : lines
}

/** Returns false if the shop rejects. Any other error, such as a deadlock, is rethrown. */
async function got(asked: Promise<void>): Promise<boolean> {
  try {
    await asked
    return true
  } catch (error) {
    if (error instanceof ShopError) return false
    throw error
  }
}
