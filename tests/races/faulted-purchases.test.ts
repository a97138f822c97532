import { expect, test } from 'vitest'
import { faultedPurchases } from '../support/faulted/faulted-purchases.ts'

/**
 * 110 has every fault, every disaster and every kind of shopper in its first 30 purchases. `PLINTH_SEED=7` replays what another
 * seed has found; tests/long/faulted-purchases.test.ts draws 2,000.
 */
const seed = Number(process.env.PLINTH_SEED ?? 110)
const PURCHASES = 30

test(`${PURCHASES} purchases under random faults, seed ${seed}`, async () => {
  const counts = await faultedPurchases(seed, PURCHASES)
  process.stdout.write(`${JSON.stringify({ seed, ...counts }, null, 2)}\n`)
  expect(counts['orders in processing']).toBeGreaterThan(PURCHASES / 4)
}, 900_000)
