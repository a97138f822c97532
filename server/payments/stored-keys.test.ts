import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { CHECKOUT_MESSAGES } from '#contract/checkout/rules.ts'
import { ADMIN } from '../../tests/support/config.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import { shopDatabase } from '../../tests/support/fresh-database.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { turnClock } from '../platform/clock.ts'
import { openSecretBox } from '../platform/secret-box.ts'
import { reencryptKeys } from './change-keys.ts'

/** A shop without a demo and without keys. The sandbox still emulates Stripe. */
const REAL = {
  PLINTH_DEMO: 'off',
  PUBLIC_URL: 'http://localhost:3000',
  SMTP_URL: 'smtp://127.0.0.1:9',
}
const KEYS = {
  secretKey: 'sk_test_plinth_sandbox',
  publishableKey: 'pk_test_plinth_sandbox',
  webhookSecret: 'whsec_plinth_sandbox',
}
/** The last characters of each key. */
const END = KEYS.secretKey.slice(-4)
const OTHER_KEY = { SECRET_KEY: 'another key for tests, of no use elsewhere' }
const NO_KEYS = 'No Stripe keys are entered yet.'
const UNREADABLE =
  'The stored Stripe keys can’t be decrypted, because SECRET_KEY has changed. Enter them again.'

const openRealShop = (environment: Record<string, string> = {}, databaseUrl?: string) =>
  openTestShop({
    environment: { ...REAL, ...environment },
    stripeInSandbox: true,
    webhooks: true,
    ...(databaseUrl && { databaseUrl }),
  })

async function anOwner(shop: TestShop) {
  const owner = await fixtures.anAdmin(shop)
  await owner.call('POST /api/auth/proof', { password: owner.password })
  return owner
}
const enter = (by: fixtures.Customer, keys: Partial<typeof KEYS> = KEYS) =>
  by.call('PUT /api/admin/payment-provider/keys', keys)
const provider = (by: fixtures.Customer) => by.call('GET /api/admin/payment-provider')
const checkOut = async (shop: TestShop) =>
  buying.checkOutWith(shop.visitor(), [await fixtures.aProduct(shop)])
const UNAVAILABLE = { status: 503, serverMessage: CHECKOUT_MESSAGES.unavailable }

describe('a shop outside the demo without keys', () => {
  let shop: TestShop
  let owner: fixtures.Customer
  beforeAll(async () => {
    shop = await openRealShop()
    owner = await anOwner(shop)
  })
  afterEach(async () => {
    await owner.call('DELETE /api/admin/payment-provider/keys')
  })

  test('starts, but no order can be paid, and the admin says why', async () => {
    expect(await provider(owner)).toMatchObject({
      mode: 'none',
      keys: { source: 'none', account: null, ends: null },
      problem: NO_KEYS,
    })
    await expect(checkOut(shop)).rejects.toMatchObject(UNAVAILABLE)
    const { isMet, paymentProblem } = await owner.call('GET /api/admin/going-live')
    expect([isMet.payments, paymentProblem]).toEqual([false, NO_KEYS])
    const { status } = await fetch(`${shop.url}/api/webhooks/stripe`, { method: 'POST', body: '{}' })
    expect(status).toBe(400)
  })

  test('takes payments from the moment that an owner enters keys, and refunds them', async () => {
    expect(await enter(owner)).toMatchObject({
      mode: 'test',
      keys: {
        source: 'stored',
        account: 'owner@plinth-sandbox.example',
        ends: { secretKey: END, publishableKey: END, webhookSecret: END },
      },
      problem: null,
    })
    const checkout = await checkOut(shop)
    expect(checkout.publishableKey).toBe(KEYS.publishableKey)
    await buying.payByCard(shop, checkout)
    await vi.waitFor(async () => {
      await shop.runJobs()
      expect(await buying.statusOf(shop, checkout.orderId)).toBe('processing')
    }, 20_000)
    const { orderId } = checkout
    const refund = { orderId, amount: '1.00', seenRefunded: '0.00', reason: 'A scratch' }
    await owner.call('POST /api/admin/orders/:orderId/refunds', refund)
    await vi.waitFor(async () => {
      await shop.runJobs()
      const { refunds } = await owner.call('GET /api/admin/orders/:orderId', { orderId })
      expect(refunds[0]?.isDone).toBe(true)
    }, 20_000)
  })

  test('stores them encrypted, and sends no key to a browser or the audit log', async () => {
    const shown = await enter(owner)
    const log = await owner.call('GET /api/admin/audit', { kind: 'stripe_keys' })
    expect(log[0]).toMatchObject({
      action: 'stripe_keys.changed',
      after: { mode: 'test', account: 'owner@plinth-sandbox.example', secretKey: END },
    })
    const settings = await owner.call('GET /api/admin/settings')
    const row = await shop.shop.db
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'stripeKeys')
      .executeTakeFirstOrThrow()
    for (const text of [shown, log, settings, row].map((one) => JSON.stringify(one)))
      for (const key of [KEYS.secretKey, KEYS.webhookSecret]) expect(text).not.toContain(key)
    expect(JSON.stringify(row)).toContain('"v1.')
  })

  test.each([
    ['a key of another account', { secretKey: 'sk_test_other' }, 'secretKey', /^Stripe rejects the key: /],
    [
      'the publishable key of another account',
      { publishableKey: 'pk_test_other' },
      'publishableKey',
      /^Stripe rejects the key: /,
    ],
    ['swapped keys', { secretKey: 'pk_test_1' }, 'secretKey', /must begin with sk_test_/],
    [
      'keys of two modes',
      { publishableKey: 'pk_live_1' },
      'publishableKey',
      /is a live key, but the secret key is a test key/,
    ],
    [
      'live keys at an address without https',
      { secretKey: 'sk_live_1', publishableKey: 'pk_live_1' },
      'secretKey',
      /begins with https/,
    ],
    ['no webhook secret', { webhookSecret: '' }, 'webhookSecret', /Enter all three keys/],
    [
      'the beginning of a webhook secret',
      { webhookSecret: 'whsec_' },
      'webhookSecret',
      /isn’t a whole signing secret/,
    ],
  ])('rejects %s, and stores nothing', async (_what, wrong, path, message) => {
    await expect(enter(owner, { ...KEYS, ...wrong })).rejects.toMatchObject({
      status: 400,
      errors: [{ path, message: expect.stringMatching(message) }],
    })
    expect((await provider(owner)).keys.source).toBe('none')
  })

  test('stores nothing while Stripe is unavailable', async () => {
    await buying.switchOn(shop, 'down', { count: 10 })
    await expect(enter(owner)).rejects.toMatchObject({
      status: 503,
      serverMessage: 'We couldn’t reach Stripe, so nothing was saved. Please try again.',
    })
    await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
    expect((await provider(owner)).keys.source).toBe('none')
  })

  test('keeps the keys that are left empty', async () => {
    await enter(owner)
    const { keys } = await enter(owner, { secretKey: '', webhookSecret: 'whsec_new' })
    expect(keys.ends).toEqual({ secretKey: END, publishableKey: END, webhookSecret: '_new' })
  })

  test('says so if Stripe rejects a key later, and asks Stripe at most once in 10 seconds', async () => {
    await enter(owner)
    turnClock(10_000)
    await buying.switchOn(shop, 'key-invalid', { count: 1 })
    const asked = await Promise.all([provider(owner), provider(owner), provider(owner)])
    for (const { problem } of asked) expect(problem).toMatch(/^Stripe rejects the key: /)
    const { paymentProblem } = await owner.call('GET /api/admin/going-live')
    expect(paymentProblem).toBe(asked[0]?.problem)
    await buying.switchOn(shop, 'key-invalid', { count: 10 })
    await expect(checkOut(shop)).rejects.toMatchObject(UNAVAILABLE)
    await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
    turnClock(20_000)
    expect((await provider(owner)).problem).toBeNull()
    turnClock(0)
  })

  test('changes keys only after a proof of identity', async () => {
    const other = await fixtures.anAdmin(shop)
    const needed = { status: 403, code: 'proof_needed' }
    await expect(enter(other)).rejects.toMatchObject(needed)
    await expect(other.call('DELETE /api/admin/payment-provider/keys')).rejects.toMatchObject(needed)
  })
})

test('keys entered at one node apply at all others', async () => {
  const databaseUrl = await shopDatabase()
  const here = await openRealShop({}, databaseUrl)
  const there = await openRealShop({}, databaseUrl)
  await expect(checkOut(there)).rejects.toMatchObject(UNAVAILABLE)
  const owner = await anOwner(here)
  await enter(owner)
  await vi.waitFor(async () => expect((await checkOut(there)).clientSecret).toMatch(/_secret_/), 5000)
  await owner.call('DELETE /api/admin/payment-provider/keys')
  await vi.waitFor(() => expect(checkOut(there)).rejects.toMatchObject(UNAVAILABLE), 5000)
})

describe('another SECRET_KEY', () => {
  test('makes stored keys unreadable: the shop starts, says so, and takes new ones', async () => {
    const databaseUrl = await shopDatabase()
    const before = await openRealShop({}, databaseUrl)
    await enter(await anOwner(before))
    await before.close()
    const after = await openRealShop(OTHER_KEY, databaseUrl)
    const owner = await anOwner(after)
    expect(await provider(owner)).toMatchObject({
      mode: 'test',
      keys: { source: 'stored' },
      problem: UNREADABLE,
    })
    await expect(checkOut(after)).rejects.toMatchObject(UNAVAILABLE)
    expect((await owner.call('GET /api/admin/going-live')).paymentProblem).toBe(UNREADABLE)
    await expect(enter(owner, { secretKey: KEYS.secretKey })).rejects.toMatchObject({ status: 400 })
    expect(await enter(owner)).toMatchObject({ problem: null })
    expect((await checkOut(after)).clientSecret).toMatch(/_secret_/)
  })

  test('with the old one as SECRET_KEY_PREVIOUS keeps them, and an hourly job re-encrypts them', async () => {
    const shop = await openRealShop()
    const owner = await anOwner(shop)
    await enter(owner)
    const { db } = shop.shop
    const [old, next] = [ADMIN.SECRET_KEY, OTHER_KEY.SECRET_KEY]
    await reencryptKeys({ db, secrets: openSecretBox(next, old) })
    await vi.waitFor(async () => expect((await provider(owner)).problem).toBe(UNREADABLE), 5000)
    await reencryptKeys({ db, secrets: openSecretBox(old, next) })
    await vi.waitFor(async () => expect((await provider(owner)).problem).toBeNull(), 5000)
  })
})

test('keys of the environment win, and can’t be changed in the admin', async () => {
  const shop = await openRealShop({
    STRIPE_SECRET_KEY: KEYS.secretKey,
    STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
    STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
  })
  const owner = await anOwner(shop)
  expect(await provider(owner)).toMatchObject({
    mode: 'test',
    keys: { source: 'environment' },
    problem: null,
  })
  const fixed = { status: 409, serverMessage: expect.stringContaining('environment') }
  await expect(enter(owner)).rejects.toMatchObject(fixed)
  await expect(owner.call('DELETE /api/admin/payment-provider/keys')).rejects.toMatchObject(fixed)
})

test('a demo uses the sandbox’s keys until others are entered, which the sandbox checks', async () => {
  const shop = await openTestShop()
  const owner = await fixtures.anAdmin(shop)
  expect(await provider(owner)).toMatchObject({ mode: 'demo', keys: { source: 'sandbox' }, problem: null })
  await expect(enter(owner, { ...KEYS, secretKey: 'sk_test_mine' })).rejects.toMatchObject({ status: 400 })
  expect(await enter(owner)).toMatchObject({ mode: 'demo', keys: { source: 'stored' } })
  const removed = await owner.call('DELETE /api/admin/payment-provider/keys')
  expect(removed.keys.source).toBe('sandbox')
})
