import { expect, test } from 'vitest'
import { killedAtRandom } from '../support/faulted/killed-at-random.ts'

/** `PLINTH_SEED=7` replays another seed. */
const seed = Number(process.env.PLINTH_SEED ?? Date.now() % 1_000_000)
const KILLS = 50
const SHOPPERS = 5

test(`kill -9 at ${KILLS} random moments of a busy shop neither loses nor duplicates an order, seed ${seed}`, async () => {
  const counts = await killedAtRandom(seed, { kills: KILLS, shoppers: SHOPPERS })
  process.stdout.write(`${JSON.stringify({ seed, ...counts }, null, 2)}\n`)
  expect(counts['orders in processing']).toBeGreaterThan(KILLS)
})
