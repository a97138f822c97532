import { beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { anOrder, aStockedProduct, journal, readStock, SOON } from './fixtures.ts'
import { listStockProblems } from './queries.ts'
import {
  commitReservation,
  releaseReservation,
  reserve,
  restockItems,
  setStock,
  stockNewVariants,
} from './stock.ts'

let shop: TestShop
let db: Db
beforeAll(async () => {
  shop = await openTestShop()
  db = shop.shop.db
  return async () => expect(await listStockProblems(db)).toEqual([])
})

describe('setting the stock', () => {
  test('stores the quantity and writes the difference into the journal', async () => {
    const id = await aStockedProduct(shop, 10)
    await setStock(db, id, 4)
    await setStock(db, id, 4)
    await setStock(db, id, 7)
    expect(await readStock(db, id)).toEqual({ quantity: 7, held: 0, available: 7 })
    expect(await journal(db, id)).toEqual(['set 10', 'set -6', 'set 3'])
  })

  test('to null stops tracking, and the journal adds up to zero', async () => {
    const id = await aStockedProduct(shop, 10)
    await setStock(db, id, null)
    expect(await readStock(db, id)).toEqual({ quantity: null, held: 0, available: null })
    expect(await journal(db, id)).toEqual(['set 10', 'set -10'])
    await setStock(db, id, 3)
    expect((await readStock(db, id))?.available).toBe(3)
  })

  test('is rejected below the reserved units', async () => {
    const id = await aStockedProduct(shop, 10)
    await reserve(db, anOrder(), [{ variantId: id, quantity: 3 }], SOON)
    await expect(setStock(db, id, 2)).rejects.toMatchObject({ status: 409, code: 'stock_held' })
    await setStock(db, id, 3)
    expect(await readStock(db, id)).toEqual({ quantity: 3, held: 3, available: 0 })
  })

  test('can create the first stock of many new products at once', async () => {
    const ids = [
      await aStockedProduct(shop, null),
      await aStockedProduct(shop, null),
      await aStockedProduct(shop, null),
    ]
    await db.deleteFrom('stock').where('variant_id', 'in', ids).execute()
    await stockNewVariants(
      db,
      ids.map((variantId, index) => ({ variantId, quantity: [5, null, 0][index] ?? null })),
    )
    expect((await Promise.all(ids.map((id) => readStock(db, id)))).map((row) => row?.quantity)).toEqual([
      5,
      null,
      0,
    ])
  })
})

describe('the stock table', () => {
  test('rejects a negative quantity, and a reservation above the stock', async () => {
    const id = await aStockedProduct(shop, 2)
    const set = (change: { quantity?: number; held?: number }) =>
      db.updateTable('stock').set(change).where('variant_id', '=', id).execute()
    await expect(set({ quantity: -1 })).rejects.toThrow(/check/)
    await expect(set({ held: -1 })).rejects.toThrow(/stock_held_check/)
    await expect(set({ held: 3 })).rejects.toThrow(/stock_held_check/)
  })
})

describe('committing a reservation', () => {
  test('deducts the reservation and records the movement', async () => {
    const id = await aStockedProduct(shop, 5)
    const order = anOrder()
    await reserve(db, order, [{ variantId: id, quantity: 5 }], SOON)
    expect(await commitReservation(db, order, [{ variantId: id, quantity: 5 }])).toBe(true)
    expect(await readStock(db, id)).toEqual({ quantity: 0, held: 0, available: 0 })
    expect(await journal(db, id)).toEqual(['set 5', 'taken -5'])
    expect(await releaseReservation(db, order)).toBe(false)
  })

  test('that doesn’t exist deducts only available units', async () => {
    const id = await aStockedProduct(shop, 5)
    await reserve(db, anOrder(), [{ variantId: id, quantity: 3 }], SOON)
    expect(await commitReservation(db, anOrder(), [{ variantId: id, quantity: 2 }])).toBe(true)
    expect(await readStock(db, id)).toEqual({ quantity: 3, held: 3, available: 0 })
  })

  test('changes nothing if one product of the order is sold out', async () => {
    const [first, second] = [await aStockedProduct(shop, 5), await aStockedProduct(shop, 0)]
    const items = [first, second].map((variantId) => ({ variantId, quantity: 1 }))
    expect(await commitReservation(db, anOrder(), items)).toBe(false)
    expect((await readStock(db, first))?.quantity).toBe(5)
    expect(await journal(db, first)).toEqual(['set 5'])
  })

  test('fails the second time for the same order', async () => {
    const id = await aStockedProduct(shop, 5)
    const order = anOrder()
    await commitReservation(db, order, [{ variantId: id, quantity: 1 }])
    await expect(commitReservation(db, order, [{ variantId: id, quantity: 1 }])).rejects.toThrow(/taken_once/)
    expect((await readStock(db, id))?.quantity).toBe(4)
  })

  test('records no movement for products without stock tracking', async () => {
    const id = await aStockedProduct(shop, null)
    const order = anOrder()
    await reserve(db, order, [{ variantId: id, quantity: 2 }], SOON)
    expect(await commitReservation(db, order, [{ variantId: id, quantity: 2 }])).toBe(true)
    expect(await readStock(db, id)).toEqual({ quantity: null, held: 0, available: null })
    expect(await journal(db, id)).toEqual([])
  })
})

describe('restocking items', () => {
  test('adds them to the stock and records the movement', async () => {
    const id = await aStockedProduct(shop, 5)
    const order = anOrder()
    await commitReservation(db, order, [{ variantId: id, quantity: 3 }])
    await restockItems(db, order, [{ variantId: id, quantity: 2 }])
    expect(await readStock(db, id)).toEqual({ quantity: 4, held: 0, available: 4 })
    expect(await journal(db, id)).toEqual(['set 5', 'taken -3', 'put back 2'])
  })
})

describe('the stock check', () => {
  test('finds stock that disagrees with its movements, and a reservation without an order', async () => {
    const [first, second] = [await aStockedProduct(shop, 5), await aStockedProduct(shop, 5)]
    const problems = await inTransaction(db, async (db) => {
      await db.updateTable('stock').set({ quantity: 6 }).where('variant_id', '=', first).execute()
      await db.updateTable('stock').set({ held: 1 }).where('variant_id', '=', second).execute()
      const found = await listStockProblems(db)
      await db.updateTable('stock').set({ quantity: 5 }).where('variant_id', '=', first).execute()
      await db.updateTable('stock').set({ held: 0 }).where('variant_id', '=', second).execute()
      return found
    })
    expect(problems).toEqual([
      { variantId: first, quantity: 6, journal: 5, held: 0, onHold: 0 },
      { variantId: second, quantity: 5, journal: 5, held: 1, onHold: 0 },
    ])
  })
})
