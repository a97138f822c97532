import { expect, test } from 'vitest'
import { openTestShop } from '../../tests/support/shop.ts'
import { walkAll } from '../../tests/support/walk.ts'

/** tests/long/order-life.test.ts walks six steps. */
const DEPTH = 2
const PAID = ['goes to pay', 'pays']
const REFUNDED = [...PAID, 'the oldest event arrives', 'the admin cancels', 'jobs are done']

test(`every way that an order's life can take, ${DEPTH} steps far from the cart, from a payment and from a refund, keeps money and stock right`, async () => {
  const shop = await openTestShop()
  const { states, steps } = await walkAll(shop, DEPTH, [[], PAID, REFUNDED])
  process.stdout.write(`  ${states} states, ${steps} steps\n`)
  expect(states).toBeGreaterThan(20)
}, 120_000)
