import { beforeAll, test } from 'vitest'
import { changeSettings } from '../../server/settings/settings.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import { oversell } from '../support/oversell.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { METHOD_IDS, SALES_TAX, TWO_METHODS } from '../support/taxes.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({
    databaseUrl: await shopDatabase(),
    environment: { TRUST_PROXY: 'true' },
    webhooks: true,
  })
})

// tests/long/oversell.test.ts repeats each of these.
test('50 shoppers who compete for 10 units over HTTP place exactly 10 orders', async () => {
  await oversell(shop, shop.url)
})

test('50 shoppers who compete for 10 units of a variant, and all buy another, place exactly 10 orders, with sales tax and two shipping methods', async () => {
  await changeSettings(shop.shop.db, { taxes: SALES_TAX, zones: TWO_METHODS })
  await oversell(shop, shop.url, true, METHOD_IDS)
})
