import { expect, test } from 'vitest'
import { faultedPurchases } from '../support/faulted/faulted-purchases.ts'

/**
 * Seed 904920 has every fault, every outage, and every kind of shopper in its first 16 purchases.
 * `PLINTH_SEED=7` replays another seed. tests/long/faulted-purchases.test.ts makes 2,000 purchases.
 */
const seed = Number(process.env.PLINTH_SEED ?? 904920)
const PURCHASES = 16

test(`${PURCHASES} purchases under random faults keep money and stock correct, seed ${seed}`, async () => {
  const counts = await faultedPurchases(seed, PURCHASES)
  process.stdout.write(`${JSON.stringify({ seed, ...counts }, null, 2)}\n`)
  expect(counts['orders in processing']).toBeGreaterThan(PURCHASES / 4)
}, 900_000)
