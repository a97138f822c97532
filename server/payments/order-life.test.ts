import { expect, test } from 'vitest'
import { openTestShop } from '../../tests/support/shop.ts'
import { walkAll } from '../../tests/support/walk.ts'

/** The number of steps. tests/long/order-life.test.ts takes six. */
const DEPTH = 2
const PAID = ['goes to pay', 'pays']
const REFUNDED = [...PAID, 'the oldest event arrives', 'the admin cancels', 'jobs are done']

test(`money and stock stay correct on every path of ${DEPTH} steps from a cart, a payment, or a refund`, async () => {
  const shop = await openTestShop()
  const { states, steps } = await walkAll(shop, DEPTH, [[], PAID, REFUNDED])
  process.stdout.write(`  ${states} states, ${steps} steps\n`)
  expect(states).toBeGreaterThan(20)
}, 120_000)
