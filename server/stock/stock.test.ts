import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '../../tests/support/given.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { turnClock } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { readSettings } from '../settings/settings.ts'
import { listExpiredHolds } from './hold-queries.ts'
import { stockProblems } from './queries.ts'
import { hold, putBack, release, setStock, stockNewProducts, take } from './stock.ts'

let shop: TestShop
let db: Db
beforeAll(async () => {
  shop = await openTestShop()
  db = shop.shop.db
  return async () => expect(await stockProblems(db)).toEqual([])
})

const SOON = new Date('2100-01-01')
let orders = 0
const anOrder = () => `PL-TEST-${++orders}`
const aShelf = async (stockQuantity: number | null, name = 'Brass Hook') =>
  (await aProduct(shop, { stockQuantity, name })).id
const shelf = (productId: number) =>
  db
    .selectFrom('stock')
    .select(['quantity', 'held', 'available'])
    .where('product_id', '=', productId)
    .executeTakeFirst()
const journal = async (productId: number) => {
  const rows = await db
    .selectFrom('stock_movements')
    .select(['reason', 'change'])
    .where('product_id', '=', productId)
    .orderBy('id')
    .execute()
  return rows.map(({ reason, change }) => `${reason} ${change}`)
}

describe('setStock', () => {
  test('sets the quantity and writes the difference into the journal', async () => {
    const id = await aShelf(10)
    await setStock(db, id, 4)
    await setStock(db, id, 4)
    await setStock(db, id, 7)
    expect(await shelf(id)).toEqual({ quantity: 7, held: 0, available: 7 })
    expect(await journal(id)).toEqual(['set 10', 'set -6', 'set 3'])
  })

  test('null means not counted: the journal adds up to nothing', async () => {
    const id = await aShelf(10)
    await setStock(db, id, null)
    expect(await shelf(id)).toEqual({ quantity: null, held: 0, available: null })
    expect(await journal(id)).toEqual(['set 10', 'set -10'])
    await setStock(db, id, 3)
    expect((await shelf(id))?.available).toBe(3)
  })

  test('refuses to go below what is held for orders that are being paid', async () => {
    const id = await aShelf(10)
    await hold(db, anOrder(), [{ productId: id, quantity: 3 }], SOON)
    await expect(setStock(db, id, 2)).rejects.toMatchObject({ status: 409, code: 'stock_held' })
    await setStock(db, id, 3)
    expect(await shelf(id)).toEqual({ quantity: 3, held: 3, available: 0 })
  })

  test('gives many new products their first stock at once', async () => {
    const ids = [await aShelf(null), await aShelf(null), await aShelf(null)]
    await db.deleteFrom('stock').where('product_id', 'in', ids).execute()
    await stockNewProducts(
      db,
      ids.map((productId, index) => ({ productId, quantity: [5, null, 0][index] ?? null })),
    )
    expect((await Promise.all(ids.map(shelf))).map((row) => row?.quantity)).toEqual([5, null, 0])
  })
})

describe('the database', () => {
  test('itself refuses a negative quantity, and to hold more than there is', async () => {
    const id = await aShelf(2)
    const set = (change: { quantity?: number; held?: number }) =>
      db.updateTable('stock').set(change).where('product_id', '=', id).execute()
    await expect(set({ quantity: -1 })).rejects.toThrow(/check/)
    await expect(set({ held: -1 })).rejects.toThrow(/stock_held_check/)
    await expect(set({ held: 3 })).rejects.toThrow(/stock_held_check/)
  })
})

describe('hold', () => {
  test('leaves the quantity, and lowers what can be bought', async () => {
    const id = await aShelf(5)
    await hold(db, anOrder(), [{ productId: id, quantity: 2 }], SOON)
    expect(await shelf(id)).toEqual({ quantity: 5, held: 2, available: 3 })
    expect(await journal(id)).toEqual(['set 5'])
  })

  test('what the catalogue says of the stock is what can be bought', async () => {
    const id = await aShelf(2)
    const found = () => shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: String(id) })
    await hold(db, anOrder(), [{ productId: id, quantity: 1 }], SOON)
    expect(await found()).toMatchObject({ stockQuantity: 1, inStock: true })
    await hold(db, anOrder(), [{ productId: id, quantity: 1 }], SOON)
    expect(await found()).toMatchObject({ stockQuantity: 0, inStock: false })
  })

  test('names the product that is short, and what is left of it', async () => {
    const [plenty, few] = [await aShelf(10, 'Oak Tray'), await aShelf(2, 'Brass Lamp')]
    const lines = [
      { productId: plenty, quantity: 1 },
      { productId: few, quantity: 3 },
    ]
    await expect(hold(db, anOrder(), lines, SOON)).rejects.toMatchObject({
      status: 409,
      code: 'out_of_stock',
      message: 'Only 2 of Brass Lamp left.',
    })
    await setStock(db, few, 0)
    await expect(hold(db, anOrder(), lines, SOON)).rejects.toMatchObject({
      message: 'Brass Lamp is out of stock.',
    })
  })

  test('holds all of an order or nothing', async () => {
    const [first, second] = [await aShelf(5), await aShelf(0)]
    const lines = [first, second].map((productId) => ({ productId, quantity: 1 }))
    const order = anOrder()
    await expect(hold(db, order, lines, SOON)).rejects.toThrow()
    expect((await shelf(first))?.held).toBe(0)
    expect(await release(db, order)).toBe(false)
  })

  test('asked again for the same order holds the new lines in place of the old ones', async () => {
    const [first, second] = [await aShelf(5), await aShelf(5)]
    const order = anOrder()
    await hold(db, order, [{ productId: first, quantity: 5 }], SOON)
    await hold(db, order, [{ productId: first, quantity: 5 }], SOON)
    expect((await shelf(first))?.held).toBe(5)
    const changed = [
      { productId: first, quantity: 2 },
      { productId: second, quantity: 1 },
    ]
    await hold(db, order, changed, SOON)
    expect([(await shelf(first))?.held, (await shelf(second))?.held]).toEqual([2, 1])
    await expect(hold(db, order, [{ productId: first, quantity: 6 }], SOON)).rejects.toMatchObject({
      message: 'Only 5 of Brass Hook left.',
    })
    expect([(await shelf(first))?.held, (await shelf(second))?.held]).toEqual([2, 1])
  })

  test('holds as much as is wanted of what is not counted', async () => {
    const id = await aShelf(null)
    await hold(db, anOrder(), [{ productId: id, quantity: 999 }], SOON)
    expect(await shelf(id)).toEqual({ quantity: null, held: 999, available: null })
  })

  test('vanishes with the transaction of the order', async () => {
    const id = await aShelf(5)
    const failed = inTransaction(db, async (db) => {
      await hold(db, anOrder(), [{ productId: id, quantity: 2 }], SOON)
      throw new Error('the order could not be written')
    })
    await expect(failed).rejects.toThrow('the order could not be written')
    expect((await shelf(id))?.held).toBe(0)
  })

  test('runs out: then its order is listed, and nothing is released by itself', async () => {
    const id = await aShelf(5)
    const order = anOrder()
    await hold(db, order, [{ productId: id, quantity: 2 }], new Date(Date.now() + 30 * 60_000))
    turnClock(29 * 60_000)
    expect(await listExpiredHolds(db, 100)).not.toContain(order)
    turnClock(2 * 60_000)
    expect(await listExpiredHolds(db, 100)).toContain(order)
    turnClock(0)
    expect((await shelf(id))?.held).toBe(2)
  })

  test('lasts 30 minutes in a fresh install', async () => {
    expect((await readSettings(db)).holdMinutes).toBe(30)
  })
})

describe('release', () => {
  test('gives back what an order holds, once', async () => {
    const id = await aShelf(5)
    const order = anOrder()
    await hold(db, order, [{ productId: id, quantity: 2 }], SOON)
    expect(await release(db, order)).toBe(true)
    expect(await release(db, order)).toBe(false)
    expect(await shelf(id)).toEqual({ quantity: 5, held: 0, available: 5 })
  })
})

describe('take', () => {
  test('takes out of the hold and writes it into the journal', async () => {
    const id = await aShelf(5)
    const order = anOrder()
    await hold(db, order, [{ productId: id, quantity: 5 }], SOON)
    expect(await take(db, order, [{ productId: id, quantity: 5 }])).toBe(true)
    expect(await shelf(id)).toEqual({ quantity: 0, held: 0, available: 0 })
    expect(await journal(id)).toEqual(['set 5', 'taken -5'])
    expect(await release(db, order)).toBe(false)
  })

  test('without a hold takes what nobody else holds', async () => {
    const id = await aShelf(5)
    await hold(db, anOrder(), [{ productId: id, quantity: 3 }], SOON)
    expect(await take(db, anOrder(), [{ productId: id, quantity: 2 }])).toBe(true)
    expect(await shelf(id)).toEqual({ quantity: 3, held: 3, available: 0 })
  })

  test('changes nothing when one product of the order is gone', async () => {
    const [first, second] = [await aShelf(5), await aShelf(0)]
    const lines = [first, second].map((productId) => ({ productId, quantity: 1 }))
    expect(await take(db, anOrder(), lines)).toBe(false)
    expect((await shelf(first))?.quantity).toBe(5)
    expect(await journal(first)).toEqual(['set 5'])
  })

  test('is refused a second time for the same order', async () => {
    const id = await aShelf(5)
    const order = anOrder()
    await take(db, order, [{ productId: id, quantity: 1 }])
    await expect(take(db, order, [{ productId: id, quantity: 1 }])).rejects.toThrow(/taken_once/)
    expect((await shelf(id))?.quantity).toBe(4)
  })

  test('of what is not counted leaves no movement', async () => {
    const id = await aShelf(null)
    const order = anOrder()
    await hold(db, order, [{ productId: id, quantity: 2 }], SOON)
    expect(await take(db, order, [{ productId: id, quantity: 2 }])).toBe(true)
    expect(await shelf(id)).toEqual({ quantity: null, held: 0, available: null })
    expect(await journal(id)).toEqual([])
  })
})

describe('put back', () => {
  test('returns products of an order to the shelf', async () => {
    const id = await aShelf(5)
    const order = anOrder()
    await take(db, order, [{ productId: id, quantity: 3 }])
    await putBack(db, order, [{ productId: id, quantity: 2 }])
    expect(await shelf(id)).toEqual({ quantity: 4, held: 0, available: 4 })
    expect(await journal(id)).toEqual(['set 5', 'taken -3', 'put back 2'])
  })
})

describe('stockProblems', () => {
  test('finds a stock that disagrees with its journal, and a hold that is not held', async () => {
    const [first, second] = [await aShelf(5), await aShelf(5)]
    const problems = await inTransaction(db, async (db) => {
      await db.updateTable('stock').set({ quantity: 6 }).where('product_id', '=', first).execute()
      await db.updateTable('stock').set({ held: 1 }).where('product_id', '=', second).execute()
      const found = await stockProblems(db)
      await db.updateTable('stock').set({ quantity: 5 }).where('product_id', '=', first).execute()
      await db.updateTable('stock').set({ held: 0 }).where('product_id', '=', second).execute()
      return found
    })
    expect(problems).toEqual([
      { productId: first, quantity: 6, journal: 5, held: 0, onHold: 0 },
      { productId: second, quantity: 5, journal: 5, held: 1, onHold: 0 },
    ])
  })
})
