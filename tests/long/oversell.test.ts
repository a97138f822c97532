import { beforeAll, test } from 'vitest'
import { shopDatabase } from '../support/fresh-database.ts'
import { oversell } from '../support/oversell.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

const ROUNDS = 100

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({
    databaseUrl: await shopDatabase(),
    environment: { TRUST_PROXY: 'true' },
    webhooks: true,
  })
})

test(`50 shoppers who compete for 10 units over HTTP place exactly 10 orders, ${ROUNDS} times, half of them of a variant`, async () => {
  for (let round = 0; round < ROUNDS; round++) await oversell(shop, shop.url, round % 2 === 1)
})
