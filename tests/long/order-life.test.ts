import { expect, test } from 'vitest'
import { shopDatabase } from '../support/fresh-database.ts'
import { openTestShop } from '../support/shop.ts'
import { walkAll } from '../support/walk.ts'

const DEPTH = 6

test(`every way that an order's life can take, ${DEPTH} steps far, keeps money and stock right`, async () => {
  const shop = await openTestShop({ databaseUrl: await shopDatabase() })
  const walk = await walkAll(shop, DEPTH)
  process.stdout.write(`  ${JSON.stringify(walk)}\n`)
  expect(walk.states).toBeGreaterThan(100)
})
