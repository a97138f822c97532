import { beforeAll, test } from 'vitest'
import { changeSettings } from '../../server/settings/settings.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import { oversell } from '../support/oversell.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { SALES_TAX, TWO_METHODS } from '../support/taxes.ts'

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

test('50 shoppers who compete for 10 units of a variant, and all buy another, place exactly 10 orders', async () => {
  await oversell(shop, shop.url, true)
})

test('50 shoppers who owe sales tax and choose between two shipping methods place exactly 10 orders', async () => {
  await changeSettings(shop.shop.db, { taxes: SALES_TAX, zones: TWO_METHODS })
  await oversell(
    shop,
    shop.url,
    false,
    TWO_METHODS.flatMap(({ methods }) => methods.map(({ id }) => id)),
  )
})
