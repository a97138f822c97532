import { beforeAll, expect, test } from 'vitest'
import { fuzz, seedOfRun } from './support/fuzz/fuzz.ts'
import { aWorld, type World } from './support/fuzz/world.ts'
import { openTestShop } from './support/shop.ts'

/** tests/long/fuzz.test.ts sends 200,000 to a shop on PostgreSQL. */
const REQUESTS = 600
/** A fixed seed, so a failure is caused by the change under test. The long test looks for new failures. */
const SEED = seedOfRun(1)

let world: World
beforeAll(async () => {
  world = await aWorld(await openTestShop({ webhooks: true, environment: { TRUST_PROXY: 'true' } }))
})

test(`${REQUESTS} requests that no browser would send cause no failure (FUZZ_SEED=${SEED})`, async () => {
  const { good } = await fuzz(world, REQUESTS, SEED)
  // If all requests were rejected early, the test would prove nothing.
  expect(good.size).toBeGreaterThan(60)
}, 600_000)
