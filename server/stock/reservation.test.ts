import { beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { turnClock } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { readSettings } from '../settings/settings.ts'
import { anOrder, aStockedProduct, journal, readStock, SOON } from './fixtures.ts'
import { listStockProblems } from './queries.ts'
import { listExpiredReservations } from './reservation-queries.ts'
import { commitReservation, releaseReservation, reserve, setStock } from './stock.ts'

let shop: TestShop
let db: Db
beforeAll(async () => {
  shop = await openTestShop()
  db = shop.shop.db
  return async () => expect(await listStockProblems(db)).toEqual([])
})

describe('reserving units', () => {
  test('lowers the available units, not the units on hand', async () => {
    const id = await aStockedProduct(shop, 5)
    await reserve(db, anOrder(), [{ variantId: id, quantity: 2 }], SOON)
    expect(await readStock(db, id)).toEqual({ quantity: 5, held: 2, available: 3 })
    expect(await journal(db, id)).toEqual(['set 5'])
  })

  test('lowers the stock that the catalog shows', async () => {
    const id = await aStockedProduct(shop, 2)
    const found = () => shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: String(id) })
    await reserve(db, anOrder(), [{ variantId: id, quantity: 1 }], SOON)
    expect(await found()).toMatchObject({ stockQuantity: 1, inStock: true })
    await reserve(db, anOrder(), [{ variantId: id, quantity: 1 }], SOON)
    expect(await found()).toMatchObject({ stockQuantity: 0, inStock: false })
  })

  test('fails with the name of the product that is short, and its available units', async () => {
    const [plenty, few] = [
      await aStockedProduct(shop, 10, 'Oak Tray'),
      await aStockedProduct(shop, 2, 'Brass Lamp'),
    ]
    const items = [
      { variantId: plenty, quantity: 1 },
      { variantId: few, quantity: 3 },
    ]
    await expect(reserve(db, anOrder(), items, SOON)).rejects.toMatchObject({
      status: 409,
      code: 'out_of_stock',
      message: 'Only 2 of Brass Lamp left.',
    })
    await setStock(db, few, 0)
    await expect(reserve(db, anOrder(), items, SOON)).rejects.toMatchObject({
      message: 'Brass Lamp is out of stock.',
    })
  })

  test('succeeds for all items of an order or none', async () => {
    const [first, second] = [await aStockedProduct(shop, 5), await aStockedProduct(shop, 0)]
    const items = [first, second].map((variantId) => ({ variantId, quantity: 1 }))
    const order = anOrder()
    await expect(reserve(db, order, items, SOON)).rejects.toThrow()
    expect((await readStock(db, first))?.held).toBe(0)
    expect(await releaseReservation(db, order)).toBe(false)
  })

  test('replaces the items of an earlier call for the same order', async () => {
    const [first, second] = [await aStockedProduct(shop, 5), await aStockedProduct(shop, 5)]
    const order = anOrder()
    await reserve(db, order, [{ variantId: first, quantity: 5 }], SOON)
    await reserve(db, order, [{ variantId: first, quantity: 5 }], SOON)
    expect((await readStock(db, first))?.held).toBe(5)
    const changed = [
      { variantId: first, quantity: 2 },
      { variantId: second, quantity: 1 },
    ]
    await reserve(db, order, changed, SOON)
    expect([(await readStock(db, first))?.held, (await readStock(db, second))?.held]).toEqual([2, 1])
    await expect(reserve(db, order, [{ variantId: first, quantity: 6 }], SOON)).rejects.toMatchObject({
      message: 'Only 5 of Brass Hook left.',
    })
    expect([(await readStock(db, first))?.held, (await readStock(db, second))?.held]).toEqual([2, 1])
  })

  test('adds up several items with the same product', async () => {
    const id = await aStockedProduct(shop, 4)
    const items = [2, 1].map((quantity) => ({ variantId: id, quantity }))
    await reserve(db, anOrder(), items, SOON)
    expect((await readStock(db, id))?.held).toBe(3)
    await expect(reserve(db, anOrder(), items, SOON)).rejects.toMatchObject({
      message: 'Only 1 of Brass Hook left.',
    })
  })

  test('allows any quantity of a product without stock tracking, and reserves none of it', async () => {
    const [untracked, tracked] = [await aStockedProduct(shop, null), await aStockedProduct(shop, 5)]
    const items = [untracked, tracked].map((variantId) => ({ variantId, quantity: 3 }))
    const order = anOrder()
    await reserve(db, order, items, SOON)
    expect(await readStock(db, untracked)).toEqual({ quantity: null, held: 0, available: null })
    expect(await readStock(db, tracked)).toEqual({ quantity: 5, held: 3, available: 2 })
    await setStock(db, untracked, 2)
    expect(await commitReservation(db, order, items)).toBe(false)
    await setStock(db, untracked, 4)
    expect(await commitReservation(db, order, items)).toBe(true)
    expect(await readStock(db, untracked)).toEqual({ quantity: 1, held: 0, available: 1 })
  })

  test('is rolled back with the transaction of the order', async () => {
    const id = await aStockedProduct(shop, 5)
    const failed = inTransaction(db, async (db) => {
      await reserve(db, anOrder(), [{ variantId: id, quantity: 2 }], SOON)
      throw new Error('the order could not be written')
    })
    await expect(failed).rejects.toThrow('the order could not be written')
    expect((await readStock(db, id))?.held).toBe(0)
  })

  test('expires: afterward the order is listed, but nothing is released automatically', async () => {
    const id = await aStockedProduct(shop, 5)
    const order = anOrder()
    await reserve(db, order, [{ variantId: id, quantity: 2 }], new Date(Date.now() + 30 * 60_000))
    turnClock(29 * 60_000)
    expect(await listExpiredReservations(db, false, 100)).not.toContain(order)
    turnClock(2 * 60_000)
    expect(await listExpiredReservations(db, false, 100)).toContain(order)
    turnClock(0)
    expect((await readStock(db, id))?.held).toBe(2)
  })

  test('lasts 30 minutes by default', async () => {
    expect((await readSettings(db)).holdMinutes).toBe(30)
  })
})

describe('releasing a reservation', () => {
  test('succeeds once per order', async () => {
    const id = await aStockedProduct(shop, 5)
    const order = anOrder()
    await reserve(db, order, [{ variantId: id, quantity: 2 }], SOON)
    expect(await releaseReservation(db, order)).toBe(true)
    expect(await releaseReservation(db, order)).toBe(false)
    expect(await readStock(db, id)).toEqual({ quantity: 5, held: 0, available: 5 })
  })
})
