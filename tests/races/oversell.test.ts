import { beforeAll, test } from 'vitest'
import { shopDatabase } from '../support/fresh-database.ts'
import { oversell } from '../support/oversell.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

/** tests/long/oversell.test.ts has a hundred rounds. */
const ROUNDS = 2

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({
    databaseUrl: await shopDatabase(),
    environment: { TRUST_PROXY: 'true' },
    webhooks: true,
  })
})

test(`50 shoppers who compete for 10 units over HTTP place exactly 10 orders, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round++) await oversell(shop, shop.url)
})

test('50 shoppers who compete for 10 units of a variant place exactly 10 orders', async () => {
  await oversell(shop, shop.url, true)
})
