import { expect, test } from 'vitest'
import { killedAtRandom } from '../support/faulted/killed-at-random.ts'
import { startEmbeddedWorld } from '../support/faulted/world.ts'

/** `PLINTH_SEED=7` replays another seed. */
const seed = Number(process.env.PLINTH_SEED ?? Date.now() % 1_000_000)
const KILLS = Number(process.env.PLINTH_KILLS ?? 50)
const SHOPPERS = 5

test(`kill -9 of the shop and its embedded database at ${KILLS} random moments neither loses nor duplicates an order, seed ${seed}`, async () => {
  const counts = await killedAtRandom(seed, { kills: KILLS, shoppers: SHOPPERS }, startEmbeddedWorld)
  process.stdout.write(`${JSON.stringify({ seed, ...counts }, null, 2)}\n`)
  expect(counts['orders in processing']).toBeGreaterThan(KILLS)
})
