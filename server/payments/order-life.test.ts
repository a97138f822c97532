import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestShop } from '../../tests/support/shop.ts'
import { SALES_TAX, TWO_METHODS } from '../../tests/support/taxes.ts'
import { PAID, REFUNDED, UNPAID, walkAll } from '../../tests/support/walk.ts'
import { changeSettings } from '../settings/settings.ts'

const EXPRESS = ['chooses the other shipping method', ...PAID]

test('money and stock stay correct after any event for a cart, an unpaid order, a payment, or a refund', async () => {
  const shop = await openTestShop()
  const { states, steps } = await walkAll(shop, 1, [[], UNPAID, PAID, REFUNDED])
  process.stdout.write(`  ${states} states, ${steps} steps\n`)
  expect(states).toBeGreaterThan(12)
}, 120_000)

test('money and stock stay correct for two variants that an admin edits, with added taxes and two shipping methods', async () => {
  const shop = await openTestShop()
  await changeSettings(shop.shop.db, { taxes: SALES_TAX, zones: TWO_METHODS })
  const { states } = await walkAll(shop, 1, [[], EXPRESS, REFUNDED], true)
  expect(states).toBeGreaterThan(10)
  const { rows } = await sql<{ method: string; taxed: number }>`
    select quote #>> '{shipping,name}' as method, count(*)::int as taxed from order_versions where tax_cents > 0
    group by method order by method`.execute(shop.shop.db)
  expect(rows.map(({ method }) => method)).toEqual(['Express', 'Mail'])
  for (const { taxed } of rows) expect(taxed).toBeGreaterThan(5)
}, 120_000)
