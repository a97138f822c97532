import { beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/api.ts'
import { anOrder, reserveConcurrently, runConcurrentOrders } from '../../server/stock/fixtures.ts'
import { listStockProblems } from '../../server/stock/queries.ts'
import { commitReservation, restockItems, setStock } from '../../server/stock/stock.ts'
import { anAdmin, aProduct, aProductInColors } from '../support/fixtures.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

/** tests/long/stock.test.ts has a hundred rounds. */
const ROUNDS = 3

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ databaseUrl: await shopDatabase() })
})
const aShelf = async (stockQuantity: number) => (await aProduct(shop, { stockQuantity })).id
const shelf = (productId: number) =>
  shop.shop.db
    .selectFrom('stock')
    .select(['quantity', 'held', 'available'])
    .where('variant_id', '=', productId)
    .executeTakeFirst()

describe('concurrent stock operations', () => {
  test(`reserve exactly 10 of 10 units for 200 orders, ${ROUNDS} times`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await aShelf(10)
      expect(await reserveConcurrently(shop.shop.db, id, 200)).toHaveLength(10)
      expect(await shelf(id)).toEqual({ quantity: 10, held: 10, available: 0 })
      expect(await listStockProblems(shop.shop.db)).toEqual([])
    }
  })

  test('deduct exactly 10 of 10 units for 200 payments without a reservation', async () => {
    const id = await aShelf(10)
    const taken = await Promise.all(
      Array.from({ length: 200 }, () =>
        commitReservation(shop.shop.db, anOrder(), [{ variantId: id, quantity: 1 }]),
      ),
    )
    expect(taken.filter(Boolean)).toHaveLength(10)
    expect(await shelf(id)).toEqual({ quantity: 0, held: 0, available: 0 })
    expect(await listStockProblems(shop.shop.db)).toEqual([])
  })

  test('deduct the stock of an order once, even if its payment is reported repeatedly', async () => {
    const id = await aShelf(10)
    const order = anOrder()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        commitReservation(shop.shop.db, order, [{ variantId: id, quantity: 2 }]),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await shelf(id))?.quantity).toBe(8)
  })

  test('that set the same stock leave one of the values, and the journal adds up', async () => {
    const id = await aShelf(10)
    await Promise.all(Array.from({ length: 50 }, (_, index) => setStock(shop.shop.db, id, index)))
    expect(await listStockProblems(shop.shop.db)).toEqual([])
  })

  test('that sell out, restock, and price variants of several products never deadlock', async () => {
    const products = await Promise.all([1, 2].map(() => aProductInColors(shop, { Gray: 3, Blue: 3, Red: 3 })))
    const ids = products.flatMap(({ variants }) => variants.map(({ id }) => id))
    const admin = await anAdmin(shop)
    const sell = async (index: number) => {
      const order = anOrder()
      const [first = 0, second = 0] = [ids[index % 6], ids[(index * 5 + 1) % 6]]
      const items = [...new Set([first, second])].map((variantId) => ({ variantId, quantity: 1 }))
      if (await commitReservation(shop.shop.db, order, items)) await restockItems(shop.shop.db, order, items)
    }
    const price = ({ id }: Product, index: number) =>
      admin.call('PUT /api/admin/products/:id/variants', {
        id,
        options: [{ name: 'Color', values: ['Gray', 'Blue', 'Red'] }],
        variants: ['Gray', 'Blue', 'Red'].map((color) => ({ optionValues: [color], price: 10 + index })),
      })
    await Promise.all([
      ...Array.from({ length: 100 }, (_, index) => sell(index)),
      ...Array.from({ length: 10 }, (_, index) => price(products[index % 2] as Product, index)),
    ])
    expect(await Promise.all(ids.map(shelf))).toEqual(ids.map(() => ({ quantity: 3, held: 0, available: 3 })))
    expect(await listStockProblems(shop.shop.db)).toEqual([])
  })

  test('that reserve, deduct, release, and restock several products never deadlock', async () => {
    const ids = await Promise.all([8, 9, 10, 11].map(aShelf))
    for (let round = 0; round < ROUNDS; round++) await runConcurrentOrders(shop.shop.db, ids, 60)
    expect(await listStockProblems(shop.shop.db)).toEqual([])
  })
})
