import { expect, test } from 'vitest'
import { faultedPurchases } from '../support/faulted/faulted-purchases.ts'

/** `PLINTH_SEED=7` replays another seed. */
const seed = Number(process.env.PLINTH_SEED ?? Date.now() % 1_000_000)
const PURCHASES = 2000
const TAXED_PURCHASES = 100

test(`${PURCHASES} purchases under random faults keep money and stock correct, seed ${seed}`, async () => {
  const counts = await faultedPurchases(seed, PURCHASES)
  process.stdout.write(`${JSON.stringify({ seed, ...counts }, null, 2)}\n`)
  expect(counts['orders in processing']).toBeGreaterThan(PURCHASES / 4)
})

test(`purchases with added taxes and two shipping methods keep money and stock correct, seed ${seed}`, async () => {
  const counts = await faultedPurchases(seed, TAXED_PURCHASES, { isTaxed: true })
  expect(counts['orders in processing']).toBeGreaterThan(TAXED_PURCHASES / 4)
  expect(counts['orders by Mail'] ?? 0).toBeGreaterThan(0)
  expect(counts['orders by Express'] ?? 0).toBeGreaterThan(0)
})
