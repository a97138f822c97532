import { expect, test } from 'vitest'
import { openTestShop } from '../../tests/support/shop.ts'
import { walkAll } from '../../tests/support/walk.ts'

const DEPTH = 3

test(`every way that an order's life can take, ${DEPTH} steps far from the cart and from a payment, keeps money and stock right`, async () => {
  const shop = await openTestShop()
  const { states, steps } = await walkAll(shop, DEPTH, [[], ['goes to pay', 'pays']])
  process.stdout.write(`  ${states} states, ${steps} steps\n`)
  expect(states).toBeGreaterThan(10)
}, 300_000)
