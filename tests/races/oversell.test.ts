import { beforeAll, test } from 'vitest'
import { anAdmin } from '../support/fixtures.ts'
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

test('50 shoppers who compete for 10 units of a variant, and all buy another, place exactly 10 orders', async () => {
  await oversell(shop, shop.url, true)
})

test('50 shoppers who choose between two shipping methods place exactly 10 orders', async () => {
  const admin = await anAdmin(shop)
  const method = (name: string, rate: string) => ({ kind: 'flat' as const, name, rate })
  const methods = [method('Mail', '5'), method('Express', '19')]
  await admin.call('PATCH /api/admin/settings', { zones: [{ name: 'World', countries: null, methods }] })
  await oversell(shop, shop.url, false, [
    { id: 'mail', rateCents: 500 },
    { id: 'express', rateCents: 1900 },
  ])
})
