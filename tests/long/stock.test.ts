import { beforeAll, expect, test } from 'vitest'
import { reserveConcurrently, runConcurrentOrders } from '../../server/stock/fixtures.ts'
import { listStockProblems } from '../../server/stock/queries.ts'
import { aProduct } from '../support/fixtures.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

const ROUNDS = 100

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ databaseUrl: await shopDatabase() })
})
const aShelf = async (stockQuantity: number) => (await aProduct(shop, { stockQuantity })).id

test(`200 concurrent orders reserve exactly 10 of 10 units, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    expect(await reserveConcurrently(shop.shop.db, await aShelf(10), 200)).toHaveLength(10)
    expect(await listStockProblems(shop.shop.db)).toEqual([])
  }
})

test(`the stock equals its journal after ${ROUNDS} rounds of concurrent operations of all kinds`, async () => {
  const ids = await Promise.all([8, 9, 10, 11].map(aShelf))
  for (let round = 0; round < ROUNDS; round++) {
    await runConcurrentOrders(shop.shop.db, ids, 60)
    expect(await listStockProblems(shop.shop.db)).toEqual([])
  }
})
