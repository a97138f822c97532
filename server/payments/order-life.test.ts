import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestShop } from '../../tests/support/shop.ts'
import { SALES_TAX } from '../../tests/support/taxes.ts'
import { walkAll } from '../../tests/support/walk.ts'
import { changeSettings } from '../settings/settings.ts'

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

test('the same holds for two variants of a product that its admin edits, with taxes added to prices', async () => {
  const shop = await openTestShop()
  await changeSettings(shop.shop.db, { taxes: SALES_TAX })
  const { states } = await walkAll(shop, 1, [[], PAID, REFUNDED], true)
  expect(states).toBeGreaterThan(10)
  const { rows } = await sql<{ taxed: number }>`
    select count(*)::int as taxed from order_versions where tax_cents > 0`.execute(shop.shop.db)
  expect(rows[0]?.taxed).toBeGreaterThan(10)
}, 120_000)
