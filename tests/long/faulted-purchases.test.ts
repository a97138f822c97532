import { expect, test } from 'vitest'
import { faultedPurchases } from '../support/faulted/faulted-purchases.ts'

/** `PLINTH_SEED=7` replays another seed. */
const seed = Number(process.env.PLINTH_SEED ?? Date.now() % 1_000_000)
const PURCHASES = 2000

test(`${PURCHASES} purchases under random faults keep money and stock correct, seed ${seed}`, async () => {
  const counts = await faultedPurchases(seed, PURCHASES)
  process.stdout.write(`${JSON.stringify({ seed, ...counts }, null, 2)}\n`)
  expect(counts['orders in processing']).toBeGreaterThan(PURCHASES / 4)
})
