import { expect, test } from 'vitest'
import { shopDatabase } from '../support/fresh-database.ts'
import { openTestShop } from '../support/shop.ts'
import { walkAll } from '../support/walk.ts'

const DEPTH = 6

test(`money and stock stay correct on every path of ${DEPTH} steps`, async () => {
  const shop = await openTestShop({ databaseUrl: await shopDatabase() })
  const walk = await walkAll(shop, DEPTH)
  process.stdout.write(`  ${JSON.stringify(walk)}\n`)
  expect(walk.states).toBeGreaterThan(100)
})
