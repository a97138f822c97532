import { beforeAll, expect, test } from 'vitest'
import { fuzz, seedOfRun } from './support/fuzz/fuzz.ts'
import { aWorld, type World } from './support/fuzz/world.ts'
import { openTestShop } from './support/shop.ts'

/** The long form fires 200,000, at a shop on PostgreSQL: tests/long/fuzz.test.ts. */
const REQUESTS = 2000
/** A fixed seed, so a failure is caused by the change under test. The long form looks for new failures. */
const SEED = seedOfRun(1)

let world: World
beforeAll(async () => {
  world = await aWorld(await openTestShop({ webhooks: true, environment: { TRUST_PROXY: 'true' } }))
})

test(`${REQUESTS} requests that no browser would send break nothing (FUZZ_SEED=${SEED})`, async () => {
  const { good } = await fuzz(world, REQUESTS, SEED)
  // Were all refused at the door, nothing would be proven.
  expect(good.size).toBeGreaterThan(60)
}, 600_000)
