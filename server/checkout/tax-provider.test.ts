import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CHECKOUT_MESSAGES } from '#contract/checkout/rules.ts'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import { anAdmin, aProduct, type Customer, emailsTo } from '../../tests/support/fixtures.ts'
import { switchOn } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { SHIPPING } from '../../tests/support/shopper-details.ts'
import { BUSINESS, STRIPE_TAX } from '../../tests/support/taxes.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { turnClock } from '../platform/clock.ts'

const MINUTE_MS = 60_000
const CACHE_MS = 10_000

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
  await admin.call('PATCH /api/admin/settings', { business: BUSINESS, taxes: STRIPE_TAX })
})
afterEach(async () => {
  turnClock(0)
  await shop.shop.db.deleteFrom('rate_limits').where('key', 'like', 'tax-calculations%').execute()
  await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
})

const state = () => admin.call('GET /api/admin/tax-provider')
/** Requests the taxes of a cart from `aCart`, and agrees to the total with them. */
const requestTaxes = async (visitor: Visitor, address: string) =>
  visitor.send({
    method: 'POST',
    url: '/api/create-payment-intent',
    body: {
      items: await visitor.call('GET /api/cart'),
      amount: '16.23',
      shippingInfo: { ...SHIPPING, address },
    },
  })
const setPoints = (name: string, points: number) =>
  shop.shop.db.updateTable('rate_limits').set({ points }).where('key', 'like', `${name}:%`).execute()
async function aCart() {
  const visitor = shop.visitor()
  await visitor.call('POST /api/cart', { productId: (await aProduct(shop)).id, quantity: 1 })
  return visitor
}

describe('the state of Stripe Tax, for admins', () => {
  test('is queried at most every ten seconds, and says if it is switched off, back on, or unknown', async () => {
    expect(await state()).toEqual({ name: 'Stripe', setup: 'active', pausedUntil: null })
    await switchOn(shop, 'tax-inactive', {})
    expect((await state()).setup).toBe('active')
    turnClock(CACHE_MS + 1)
    expect((await state()).setup).toBe('inactive')
    await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
    expect((await state()).setup).toBe('inactive')
    turnClock(2 * CACHE_MS + 2)
    expect((await state()).setup).toBe('active')
    await switchOn(shop, 'key-restricted', {})
    turnClock(3 * CACHE_MS + 3)
    expect((await state()).setup).toBe('unknown')
  })

  test('is neutral, without a request, in a shop that doesn’t use it', async () => {
    await switchOn(shop, 'tax-inactive', {})
    turnClock(10 * MINUTE_MS)
    await admin.call('PATCH /api/admin/settings', { taxes: NO_TAXES })
    expect(await state()).toEqual({ name: 'Stripe', setup: 'unused', pausedUntil: null })
    await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
    await admin.call('PATCH /api/admin/settings', { taxes: STRIPE_TAX })
  })

  test('has the end of the pause after too many calculations', async () => {
    const visitor = await aCart()
    await requestTaxes(visitor, '1 Analytical Row')
    expect((await state()).pausedUntil).toBeNull()
    await setPoints('tax-calculations-shop', 500)
    const { pausedUntil } = await state()
    const minutes = (Date.parse(pausedUntil ?? '') - Date.now()) / MINUTE_MS
    expect(minutes).toBeGreaterThan(50)
    expect(minutes).toBeLessThanOrEqual(60)
    turnClock(61 * MINUTE_MS)
    expect((await state()).pausedUntil).toBeNull()
  })
})

describe('tax calculations by a few networks', () => {
  const aCartAt = async (address: string) => Object.assign(await aCart(), { address })

  test('can’t stop the checkouts of other shoppers, and the store owner gets an email', async () => {
    const program = await aCartAt('203.0.113.1')
    expect((await requestTaxes(program, '1 Analytical Row')).status).toBe(200)
    await setPoints('tax-calculations', 10)
    expect((await requestTaxes(program, '2 Analytical Row')).status).toBe(200)
    await setPoints('tax-calculations-frequent', 250)
    const rejected = await requestTaxes(program, '3 Analytical Row')
    expect([rejected.status, rejected.json()]).toMatchObject([
      503,
      { message: CHECKOUT_MESSAGES.taxesPaused },
    ])
    expect((await requestTaxes(await aCartAt('203.0.113.2'), '3 Analytical Row')).status).toBe(200)
    expect((await state()).pausedUntil).toBeNull()
    const subjects = (await emailsTo(shop, 'hello@plinth.example')).map(({ subject }) => subject)
    expect(subjects).toContain('Plinth has paused its tax calculations for some shoppers')
  })

  test('are limited to a fifth of the shop’s for each network', async () => {
    const program = await aCartAt('203.0.113.3')
    expect((await requestTaxes(program, '4 Analytical Row')).status).toBe(200)
    await setPoints('tax-calculations', 100)
    expect((await requestTaxes(program, '5 Analytical Row')).status).toBe(429)
    expect((await requestTaxes(await aCartAt('203.0.113.4'), '5 Analytical Row')).status).toBe(200)
  })
})

describe('a rejected tax calculation says when to try again', () => {
  test.each([
    ['tax-calculations-cart', 20, 429, CHECKOUT_MESSAGES.tooManyTaxes, 60],
    ['tax-calculations', 100, 429, null, 60],
    ['tax-calculations-shop', 500, 503, CHECKOUT_MESSAGES.taxesPaused, 60],
  ])('after the limit %s', async (limit, points, status, message, minutes) => {
    const visitor = await aCart()
    await requestTaxes(visitor, '1 Analytical Row')
    await setPoints(limit, points)
    const rejected = await requestTaxes(visitor, '2 Analytical Row')
    expect(rejected.status).toBe(status)
    if (message) expect(rejected.json()).toMatchObject({ message })
    const seconds = Number(rejected.headers['retry-after'])
    expect(seconds).toBeGreaterThan((minutes - 5) * 60)
    expect(seconds).toBeLessThanOrEqual(minutes * 60)
    turnClock(seconds * 1000)
    expect((await requestTaxes(visitor, '2 Analytical Row')).status).toBe(200)
  })

  test('while the provider is unavailable', async () => {
    await switchOn(shop, 'down', {})
    const rejected = await requestTaxes(await aCart(), '1 Analytical Row')
    expect([rejected.status, rejected.headers['retry-after']]).toEqual([503, '5'])
  })
})
