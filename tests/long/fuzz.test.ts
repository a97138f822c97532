import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import { fuzz, seedOfRun } from '../support/fuzz/fuzz.ts'
import { aWorld } from '../support/fuzz/world.ts'
import { openTestShop } from '../support/shop.ts'

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 200_000)
const SEED = seedOfRun(Date.now() % 1_000_000)
/**
 * Endpoints that never succeed here. Some require a value that can't be guessed: an emailed link, an agent's
 * link, a finished Google sign-in, a passkey signature, a code, or the exact total of a cart. For the others,
 * this shop has no pending stock change, no Google link, no held review, no live keys, and rarely Stripe Tax.
 */
const NEVER_GOOD = [
  'POST /api/google-auth',
  'POST /api/agent-carts',
  'POST /api/agent-carts/preview',
  'POST /api/agent-carts/quote',
  'POST /api/auth/take-sign-in',
  'POST /api/auth/verify-email',
  'POST /api/auth/read-link',
  'POST /api/auth/invitation',
  'POST /api/auth/invitation/accept',
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
  'POST /api/back-in-stock/confirm',
  'POST /api/create-payment-intent',
  'POST /api/admin/refunds/:id/retry',
  'POST /api/admin/stock-journal/:id',
  'POST /api/admin/disputes/:id/evidence',
  'POST /api/admin/disputes/:id/files',
  'DELETE /api/admin/disputes/:id/files/:kind',
  'POST /api/admin/reviews/:id/publish',
  'GET /api/admin/mail/tests/:id',
  'POST /api/admin/test-orders/remove',
]

/** With more requests in one shop, the deliveries that its jobs retry at each check take longer than the requests. */
const REQUESTS_PER_SHOP = 50_000
const shops = Array.from({ length: Math.ceil(REQUESTS / REQUESTS_PER_SHOP) }, (_, index) => ({
  seed: SEED + index,
  requests: Math.min(REQUESTS_PER_SHOP, REQUESTS - index * REQUESTS_PER_SHOP),
}))
const good = new Set<string>()

test.each(shops)(
  '$requests requests that no browser would send cause no failure (FUZZ_SEED=$seed)',
  async ({ seed, requests }) => {
    const shop = await openTestShop({
      databaseUrl: await shopDatabase(),
      webhooks: true,
      environment: { TRUST_PROXY: 'true' },
    })
    const report = await fuzz(await aWorld(shop), requests, seed)
    await shop.close()
    for (const name of report.good.keys()) good.add(name)
    const { byClass } = report
    console.info(`${requests} requests: ${byClass.good} succeeded, ${byClass.refused} were rejected`)
  },
)

test('each endpoint succeeds in one of the shops', () => {
  const names = endpoints.map(({ method, path }) => `${method} ${path}`)
  expect(names.filter((name) => !good.has(name) && !NEVER_GOOD.includes(name))).toEqual([])
})
