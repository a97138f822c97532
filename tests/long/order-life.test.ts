import { expect, test } from 'vitest'
import { changeSettings } from '../../server/settings/settings.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import { openTestShop } from '../support/shop.ts'
import { SALES_TAX, TWO_METHODS } from '../support/taxes.ts'
import { PAID, REFUNDED, walkAll } from '../support/walk.ts'

const DEPTH = 6
/** Steps after a beginning, which itself takes up to five. */
const LATER_DEPTH = 2
/** Fewer steps, because there are more actions. */
const VARIANT_DEPTH = 4

test(`money and stock stay correct on every path of ${DEPTH} steps`, async () => {
  const shop = await openTestShop({ databaseUrl: await shopDatabase() })
  const walk = await walkAll(shop, DEPTH)
  process.stdout.write(`  ${JSON.stringify(walk)}\n`)
  expect(walk.states).toBeGreaterThan(100)
})

test(`money and stock stay correct on every path of ${LATER_DEPTH} steps from a payment or a refund`, async () => {
  const shop = await openTestShop({ databaseUrl: await shopDatabase() })
  const { states } = await walkAll(shop, LATER_DEPTH, [[], PAID, REFUNDED])
  expect(states).toBeGreaterThan(20)
})

test(`money and stock of two variants stay correct on every path of ${VARIANT_DEPTH} steps, with taxes and two shipping methods`, async () => {
  const shop = await openTestShop({ databaseUrl: await shopDatabase() })
  await changeSettings(shop.shop.db, { taxes: SALES_TAX, zones: TWO_METHODS })
  const walk = await walkAll(shop, VARIANT_DEPTH, [[]], true)
  process.stdout.write(`  ${JSON.stringify(walk)}\n`)
  expect(walk.states).toBeGreaterThan(100)
})
