import { beforeAll, test } from 'vitest'
import { changeSettings } from '../../server/settings/settings.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import { oversell } from '../support/oversell.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { METHOD_IDS, SALES_TAX, TWO_METHODS } from '../support/taxes.ts'

const ROUNDS = 100
const TAXED_ROUNDS = 10

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

test(`the same is true with sales tax and two shipping methods, ${TAXED_ROUNDS} times, half of them of a variant`, async () => {
  await changeSettings(shop.shop.db, { taxes: SALES_TAX, zones: TWO_METHODS })
  for (let round = 0; round < TAXED_ROUNDS; round++)
    await oversell(shop, shop.url, round % 2 === 1, METHOD_IDS)
})
