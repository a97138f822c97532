import { beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import { fuzz, seedOfRun } from '../support/fuzz/fuzz.ts'
import { aWorld, type World } from '../support/fuzz/world.ts'
import { openTestShop } from '../support/shop.ts'

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 200_000)
const SEED = seedOfRun(Date.now() % 1_000_000)
/** Calls that never succeed: an emailed link, an agent’s link, a finished sign-in at Google, a passkey signature, a code,
 * and a cart to the cent cannot be guessed, and in this shop no stock change waits for the platform, no account is linked to
 * Google, no payment is disputed, and no review is held back. */
const NEVER_GOOD = [
  'POST /api/google-auth',
  'POST /api/agent-carts',
  'POST /api/agent-carts/preview',
  'POST /api/auth/take-sign-in',
  'POST /api/auth/verify-email',
  'POST /api/auth/read-link',
  'POST /api/auth/email-change/undo',
  'POST /api/auth/google/remove',
  'POST /api/auth/reset-password',
  'POST /api/auth/passkeys',
  'PATCH /api/auth/passkeys/:id',
  'POST /api/auth/passkeys/:id/remove',
  'POST /api/auth/passkey-sign-in',
  'POST /api/auth/sign-in-code',
  'POST /api/auth/second-factor',
  'POST /api/auth/second-factor/confirm',
  'POST /api/auth/second-factor/off',
  'DELETE /api/admin/users/:id/second-factor',
  'POST /api/newsletter/confirm',
  'POST /api/create-payment-intent',
  'POST /api/admin/refunds/:id/retry',
  'POST /api/admin/stock-journal/:id',
  'GET /api/admin/disputes/:id/evidence',
  'POST /api/admin/disputes/:id/evidence',
  'POST /api/admin/reviews/:id/publish',
]

let world: World
beforeAll(async () => {
  world = await aWorld(
    await openTestShop({
      databaseUrl: await shopDatabase(),
      webhooks: true,
      environment: { TRUST_PROXY: 'true' },
    }),
  )
})

test(`${REQUESTS} requests that no browser would send break nothing (FUZZ_SEED=${SEED})`, async () => {
  const { byClass, good } = await fuzz(world, REQUESTS, SEED)
  console.info(`${REQUESTS} requests: ${byClass.good} did something, ${byClass.refused} were refused`)
  const names = endpoints.map(({ method, path }) => `${method} ${path}`)
  expect(names.filter((name) => !good.has(name) && !NEVER_GOOD.includes(name))).toEqual([])
})
