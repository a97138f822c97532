import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { CHECKOUT_MESSAGES } from '#contract/checkout/rules.ts'
import { US_DOLLARS } from '#contract/money.ts'
import { aCustomer, anAdmin, aProduct, aVerifiedCustomer, emailsTo } from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, stripeOf, type TestShop } from '../../tests/support/shop.ts'
import { CARD } from '../../tests/support/shopper-details.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { turnClock } from '../platform/clock.ts'
import { emailOf, paymentTransitionsOf, resolveDiscrepancies, stockOf, transitionsOf } from './fixtures.ts'
import { openStripe } from './stripe.ts'

const MINUTE_MS = 60_000
let shop: TestShop
let visitor: Visitor
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
})
beforeEach(() => {
  visitor = shop.visitor()
  return () => resolveDiscrepancies(shop)
})

describe('a payment that the provider confirms', () => {
  test('makes the order processing, deducts the stock, removes the purchased items from the cart, and sends emails', async () => {
    const lamp = await aProduct(shop, { name: 'Paid Lamp', priceCents: 4500, stockQuantity: 5 })
    const { orderId } = await buying.aPaidOrder(shop, visitor, [lamp], emailOf('buyer'))
    expect(await transitionsOf(shop, orderId)).toEqual(['pending by customer', 'processing by provider'])
    expect(await stockOf(shop, lamp)).toEqual({ quantity: 4, held: 0 })
    expect(await visitor.call('GET /api/cart')).toEqual([])
    const [email, ...others] = await emailsTo(shop, 'buyer@example.com')
    expect(others).toEqual([])
    expect(email?.subject).toBe(`Your order ${orderId} at Plinth`)
    for (const text of ['1 × Paid Lamp: $45.00', 'Total: $49.99', '12 Analytical Row', 'Austin, TX 78701'])
      expect(email?.text).toContain(text)
    expect(email?.text).toContain(`/order-tracking?orderId=${orderId}&email=buyer%40example.com`)
    expect(email?.html).toContain('Paid Lamp')
    const notices = await emailsTo(shop, 'hello@plinth.example')
    expect(notices.map(({ subject }) => subject)).toContain(`New order ${orderId}: $49.99`)
    expect(notices.map(({ text }) => text).join()).toContain(`/admin?tab=orders&edit=${orderId}`)
  })

  test('leaves items added during the payment in the cart', async () => {
    const [lamp, mat] = [await aProduct(shop), await aProduct(shop)]
    const checkout = await buying.checkOutWith(visitor, [lamp])
    await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 2 })
    await visitor.call('POST /api/cart', { productId: mat.id, quantity: 1 })
    await buying.payByCard(shop, checkout)
    await buying.becomes(shop, checkout.orderId, 'processing')
    const cart = await visitor.call('GET /api/cart')
    expect(cart.map(({ productId, quantity }) => [productId, quantity])).toEqual([
      [lamp.id, 2],
      [mat.id, 1],
    ])
  })

  test('has one order, one email, and one stock deduction, even if the webhook arrives twice', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 5 })
    await buying.switchOn(shop, 'webhook-doubled', { count: 5 })
    const { orderId } = await buying.aPaidOrder(shop, visitor, [lamp], emailOf('twice'))
    await vi.waitFor(
      async () => {
        await shop.runJobs()
        expect(await emailsTo(shop, 'twice@example.com')).toHaveLength(1)
      },
      { timeout: 20_000, interval: 50 },
    )
    expect(await transitionsOf(shop, orderId)).toHaveLength(2)
    expect(await stockOf(shop, lamp)).toEqual({ quantity: 4, held: 0 })
  })

  test('is found by polling the provider if its webhook is lost', async () => {
    await buying.switchOn(shop, 'webhook-lost', { count: 5 })
    const checkout = await buying.checkOutWith(visitor, [await aProduct(shop)])
    await buying.payByCard(shop, checkout)
    await buying.watch(shop)
    expect(await buying.statusOf(shop, checkout.orderId)).toBe('pending')
    turnClock(3 * MINUTE_MS)
    await buying.watch(shop)
    expect(await buying.statusOf(shop, checkout.orderId)).toBe('processing')
  })

  test('needs no webhook if the page requests its status', async () => {
    await buying.switchOn(shop, 'webhook-lost', { count: 5 })
    const checkout = await buying.checkOutWith(visitor, [await aProduct(shop)], emailOf('page'))
    const { clientSecret, orderId } = checkout
    const outcome = () => visitor.call('POST /api/payment-outcome', { clientSecret })
    expect(await outcome()).toEqual({ outcome: 'failed', orderId, email: 'page@example.com' })
    await buying.payByCard(shop, checkout)
    expect(await outcome()).toMatchObject({ outcome: 'paid' })
    expect(await buying.statusOf(shop, orderId)).toBe('processing')
  })

  // 'Rate limits' in Stripe's documentation: a 429 should be retried after a short delay.
  test('is started even if the provider rejects one request because of its rate limit', async () => {
    await visitor.call('POST /api/cart', { productId: (await aProduct(shop)).id, quantity: 1 })
    await buying.switchOn(shop, 'rate-limited')
    expect((await buying.checkOut(visitor)).clientSecret).toMatch(/_secret_/)
  })

  // 'Exclude payment methods' in Stripe's documentation of dynamic payment methods.
  test('allows only methods that are confirmed immediately, unless the owner allows others', async () => {
    const { stripe } = shop.shop.config
    const facts = { orderId: 'PL-0000-0000', version: 1, amountCents: 5000, currency: US_DOLLARS }
    const typesOf = async (settings: typeof stripe) => {
      const { id } = await openStripe(settings, 'a shop').createIntent(
        facts,
        String(settings.hasDelayedMethods),
      )
      return (await stripeOf(shop).paymentIntents.retrieve(id)).payment_method_types
    }
    expect(await typesOf(stripe)).toEqual(['card'])
    expect(await typesOf({ ...stripe, hasDelayedMethods: true })).toEqual(['card', 'us_bank_account'])
  })

  test('belongs to the user who has verified the email address', async () => {
    const customer = await aVerifiedCustomer(shop, { email: 'proven@example.com' })
    const { orderId } = await buying.aPaidOrder(shop, visitor, [await aProduct(shop)], emailOf('PROVEN'))
    expect((await customer.call('GET /api/orders')).map(({ id }) => id)).toEqual([orderId])
  })

  test('does not belong to a user who has not verified the email address', async () => {
    const customer = await aCustomer(shop, { email: 'unproven@example.com' })
    await buying.aPaidOrder(shop, visitor, [await aProduct(shop)], emailOf('unproven'))
    expect(await customer.call('GET /api/orders')).toEqual([])
  })
})

// 'Rate limits' in Stripe's documentation: 25 requests per second for each endpoint of an account.
describe('the requests that the provider gets because of one network', () => {
  const setRequests = (name: string, points: number) =>
    shop.shop.db.updateTable('rate_limits').set({ points }).where('key', 'like', `${name}:%`).execute()
  const spy = () => {
    const lookups = vi.spyOn(shop.shop.gateway, 'findIntent')
    onTestFinished(() => lookups.mockRestore())
    return lookups
  }

  test('ask whether a payment has succeeded at most 240 times a minute', async () => {
    await buying.switchOn(shop, 'webhook-lost', { count: 5 })
    const checkout = await buying.checkOutWith(visitor, [await aProduct(shop)])
    const outcome = async () => (await visitor.call('POST /api/payment-outcome', checkout)).outcome
    const lookups = spy()
    expect(await outcome()).toBe('failed')
    await buying.payByCard(shop, checkout)
    await setRequests('outcome-polls', 240)
    expect(await outcome()).toBe('processing')
    expect(lookups).toHaveBeenCalledTimes(1)
    turnClock(MINUTE_MS)
    expect(await outcome()).toBe('paid')
  })

  test('start payments again at most 240 times a minute, and others on the network can still start theirs', async () => {
    const lamp = await aProduct(shop)
    const checkout = await buying.checkOutWith(visitor, [lamp])
    expect(await buying.checkOut(visitor)).toEqual(checkout)
    await setRequests('repeated-checkouts', 239)
    expect(await buying.checkOut(visitor)).toEqual(checkout)
    const lookups = spy()
    await expect(buying.checkOut(visitor)).rejects.toMatchObject({ status: 429 })
    expect(lookups).not.toHaveBeenCalled()
    const colleague = Object.assign(shop.visitor(), { address: visitor.address })
    expect(await buying.checkOutWith(colleague, [lamp])).toHaveProperty('clientSecret')
    turnClock(MINUTE_MS)
    expect(await buying.checkOut(visitor)).toEqual(checkout)
  })
})

describe('a payment that is declined or fails', () => {
  // 'Delayed notification payment methods' in Stripe's documentation: they fail after they were processing.
  test('causes an email if it was processing, and its order can be paid in another way', async () => {
    await buying.switchOn(shop, 'processing-fails', { count: 1, delayMs: 100 })
    const checkout = await buying.checkOutWith(visitor, [await aProduct(shop)], emailOf('late'))
    await buying.payByCard(shop, checkout)
    await vi.waitFor(
      async () => {
        await shop.runJobs()
        expect((await emailsTo(shop, 'late@example.com')).map(({ subject }) => subject)).toEqual([
          `Your payment for order ${checkout.orderId} didn't go through`,
        ])
      },
      { timeout: 20_000, interval: 50 },
    )
    expect(await visitor.call('POST /api/payment-outcome', checkout)).toMatchObject({ outcome: 'failed' })
    expect(await buying.checkOut(visitor)).toEqual(checkout)
  })

  test('is not reported as failed while the bank waits for the shopper', async () => {
    const checkout = await buying.checkOutWith(visitor, [await aProduct(shop)])
    await buying.payByCard(shop, checkout, CARD.asksBank)
    expect(await visitor.call('POST /api/payment-outcome', checkout)).toMatchObject({ outcome: 'action' })
  })

  test('can be made with another card, with the same intent and the same order', async () => {
    const checkout = await buying.checkOutWith(visitor, [await aProduct(shop)])
    expect(await buying.payByCard(shop, checkout, CARD.declined)).toBe(402)
    await shop.runJobs()
    expect(await buying.statusOf(shop, checkout.orderId)).toBe('pending')
    expect(await buying.checkOut(visitor)).toEqual(checkout)
    expect(await buying.payByCard(shop, checkout)).toBe(200)
    await buying.becomes(shop, checkout.orderId, 'processing')
  })

  test('is recorded once for each declined card', async () => {
    const checkout = await buying.checkOutWith(visitor, [await aProduct(shop)])
    for (const declines of [1, 2]) {
      await buying.payByCard(shop, checkout, CARD.declined)
      await areRecorded(checkout, declines)
    }
    turnClock(3 * MINUTE_MS)
    await buying.watch(shop)
    expect(await paymentTransitionsOf(shop, checkout.orderId)).toEqual(['opened', 'declined', 'declined'])
  })

  test('eight times cancels the intent; a new checkout can start, and the owner sees the declined payments', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 1 })
    const checkout = await buying.checkOutWith(visitor, [lamp])
    for (let card = 0; card < 8; card++) await buying.payByCard(shop, checkout, CARD.declined)
    await buying.becomes(shop, checkout.orderId, 'cancelled')
    expect((await buying.intentOf(shop, checkout)).status).toBe('canceled')
    expect(await buying.payByCard(shop, checkout)).not.toBe(200)
    const admin = await anAdmin(shop)
    await areRecorded(checkout, 8)
    const { payment } = await admin.call('GET /api/admin/orders/:orderId', { orderId: checkout.orderId })
    expect(payment?.moves.filter(({ kind }) => kind === 'declined')).toHaveLength(8)
    expect((await admin.call('GET /api/admin/dashboard')).declines.cards).toBeGreaterThanOrEqual(8)
    const next = await buying.checkOut(visitor)
    expect(next.orderId).not.toBe(checkout.orderId)
    expect(await buying.payByCard(shop, next)).toBe(200)
    await buying.becomes(shop, next.orderId, 'processing')
  })

  test('12 times in 15 minutes expires every order of that IP address, and blocks new ones until the limit resets', async () => {
    const browsers = Array.from({ length: 3 }, () =>
      Object.assign(shop.visitor(), { address: visitor.address }),
    )
    const orders = await Promise.all(
      browsers.map(async (browser) => buying.checkOutWith(browser, [await aProduct(shop)])),
    )
    const [first, second, last] = orders as [buying.Checkout, buying.Checkout, buying.Checkout]
    for (let card = 0; card < 7; card++) await buying.payByCard(shop, first, CARD.declined)
    // The webhooks can arrive in another order, and only the order of the twelfth decline is cancelled.
    await areRecorded(first, 7)
    for (let card = 0; card < 5; card++) await buying.payByCard(shop, second, CARD.declined)
    await buying.becomes(shop, second.orderId, 'cancelled')
    await buying.payByCard(shop, last, CARD.declined)
    await buying.becomes(shop, last.orderId, 'cancelled')
    await visitor.call('POST /api/cart', { productId: (await aProduct(shop)).id, quantity: 1 })
    const body = await buying.checkoutInput(visitor)
    const begin = () => visitor.send({ method: 'POST', url: '/api/create-payment-intent', body })
    const rejected = await begin()
    expect([rejected.status, rejected.json()]).toMatchObject([
      429,
      { message: CHECKOUT_MESSAGES.tooManyDeclines },
    ])
    const seconds = Number(rejected.headers['retry-after'])
    expect(seconds).toBeGreaterThan(14 * 60)
    expect(seconds).toBeLessThanOrEqual(15 * 60)
    await expect(buying.checkOutWith(shop.visitor(), [await aProduct(shop)])).resolves.toBeDefined()
    turnClock(seconds * 1000)
    expect((await begin()).status).toBe(200)
  })

  test('does not count against an account if someone else used its email address', async () => {
    const victim = await aVerifiedCustomer(shop, { email: 'counted@example.com' })
    const joined = []
    for (const attacker of [shop.visitor(), shop.visitor()]) {
      const order = await buying.checkOutWith(attacker, [await aProduct(shop)], emailOf('counted'))
      for (let card = 0; card < 7; card++) await buying.payByCard(shop, order, CARD.declined)
      await buying.payByCard(shop, order)
      await buying.becomes(shop, order.orderId, 'processing')
      joined.push(order.orderId)
    }
    expect((await victim.call('GET /api/orders')).map(({ id }) => id).sort()).toEqual(joined.sort())
    await expect(buying.checkOutWith(victim, [await aProduct(shop)])).resolves.toHaveProperty('orderId')
  })

  test.each(['error', 'rate-limited', 'timeout-before', 'timeout-after', 'down'])(
    'returns 503 if the provider rejects it (%s), loses nothing, and succeeds when it is retried',
    async (kind) => {
      const lamp = await aProduct(shop, { stockQuantity: 3 })
      await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
      await buying.switchOn(shop, kind, kind.startsWith('timeout') ? { delayMs: 50 } : {})
      await expect(buying.checkOut(visitor)).rejects.toMatchObject({
        status: 503,
        serverMessage: expect.stringContaining('You haven’t been charged'),
      })
      await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
      const checkout = await buying.checkOut(visitor)
      expect(await stockOf(shop, lamp)).toEqual({ quantity: 3, held: 1 })
      const all = await stripeOf(shop).paymentIntents.list({ limit: 100 })
      expect(all.data.filter(({ metadata }) => metadata.plinth_order === checkout.orderId)).toHaveLength(1)
      expect(await buying.payByCard(shop, checkout)).toBe(200)
      await buying.becomes(shop, checkout.orderId, 'processing')
    },
  )
})

/** Waits until the webhooks of this many declined cards have arrived. */
async function areRecorded(checkout: buying.Checkout, declines: number) {
  await vi.waitFor(async () => {
    await shop.runJobs()
    const kinds = await paymentTransitionsOf(shop, checkout.orderId)
    expect(kinds.filter((kind) => kind === 'declined')).toHaveLength(declines)
  }, 60_000)
}
