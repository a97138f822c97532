import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { CHECKOUT_MESSAGES } from '#contract/checkout/rules.ts'
import { aCustomer, anAdmin, aProduct, aVerifiedCustomer } from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, stripeOf, type TestShop } from '../../tests/support/shop.ts'
import { SHIPPING } from '../../tests/support/shopper-details.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { turnClock } from '../platform/clock.ts'
import { findShopId } from '../settings/queries.ts'
import { readStock } from '../stock/fixtures.ts'

let shop: TestShop
let visitor: Visitor
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
})
beforeEach(() => {
  visitor = shop.visitor()
})

const add = (product: { id: number }, quantity = 1) =>
  visitor.call('POST /api/cart', { productId: product.id, quantity })
const checkOut = (input: object) =>
  visitor.send({ method: 'POST', url: '/api/create-payment-intent', body: input })
const signIn = async (on: Visitor, { user, password }: { user: { username: string }; password: string }) => {
  const { token } = await on.call('POST /api/auth/login', { username: user.username, password })
  on.token = token
}
const heldOf = async ({ id }: { id: number }) => (await readStock(shop.shop.db, id))?.held ?? Number.NaN

describe('POST /api/create-payment-intent (contract section 4)', () => {
  test('places a pending order, reserves its stock, and returns {clientSecret, orderId, publishableKey}', async () => {
    const lamp = await aProduct(shop, { name: 'Lamp', priceCents: 4500, stockQuantity: 5 })
    await add(lamp, 2)
    const response = await buying.checkOut(visitor)
    expect(response).toEqual({
      clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
      orderId: expect.stringMatching(/^PL-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/),
      publishableKey: 'pk_test_plinth_sandbox',
    })
    expect(await heldOf(lamp)).toBe(2)
    const intent = await buying.intentOf(shop, response)
    expect(intent).toMatchObject({
      amount: 9499,
      currency: 'usd',
      status: 'requires_payment_method',
      metadata: {
        plinth_shop: await findShopId(shop.shop.db),
        plinth_order: response.orderId,
        plinth_version: '1',
      },
    })
    const track = { orderId: response.orderId, email: 'ADA@example.com' }
    expect(await visitor.call('GET /api/orders/track', track)).toMatchObject({
      status: 'pending',
      subtotal: '90.00',
      shippingCost: '4.99',
      totalAmount: '94.99',
      items: [{ productId: lamp.id, quantity: 2, price: '45.00', product: { name: 'Lamp' } }],
    })
  })

  test('returns the same order and intent for the same cart', async () => {
    const first = await buying.checkOutWith(visitor, [await aProduct(shop)])
    expect(await buying.checkOut(visitor)).toEqual(first)
    expect(await buying.checkOut(visitor, { firstName: 'Grace' })).toEqual(first)
    const all = await stripeOf(shop).paymentIntents.list({ limit: 100 })
    expect(all.data.filter(({ metadata }) => metadata.plinth_order === first.orderId)).toHaveLength(1)
  })

  test('keeps the order of a visitor who registers during the checkout, and assigns it to the customer', async () => {
    const first = await buying.checkOutWith(visitor, [await aProduct(shop)])
    const { token, user } = await visitor.call('POST /api/auth/register', {
      username: 'on-the-way',
      email: 'on-the-way@example.com',
      password: 'a long enough password',
    })
    visitor.token = token
    expect(await buying.checkOut(visitor)).toEqual(first)
    const order = await shop.shop.db
      .selectFrom('orders')
      .select('user_id')
      .where('id', '=', first.orderId)
      .executeTakeFirst()
    expect(order?.user_id).toBe(user.id)
  })

  test('returns the same order and intent if a sign-in merges the customer’s cart into this device’s cart', async () => {
    const phone = await aCustomer(shop)
    const [last, mat] = [await aProduct(shop, { stockQuantity: 1 }), await aProduct(shop)]
    const first = await buying.checkOutWith(phone, [last])
    const laptop = shop.visitor()
    await laptop.call('POST /api/cart', { productId: mat.id, quantity: 1 })
    await signIn(laptop, phone)
    expect(await buying.checkOut(laptop)).toEqual(first)
  })

  test('expires the first order if a customer signs in on a device that started a second one', async () => {
    const phone = await aCustomer(shop)
    const lamp = await aProduct(shop, { stockQuantity: 2 })
    const first = await buying.checkOutWith(phone, [lamp])
    const laptop = shop.visitor()
    const second = await buying.checkOutWith(laptop, [lamp])
    await signIn(laptop, phone)
    expect(await buying.checkOut(laptop)).toEqual(second)
    await buying.watch(shop)
    expect(await buying.statusOf(shop, first.orderId)).toBe('cancelled')
    expect(await heldOf(lamp)).toBe(1)
  })

  test('never sends a key that is not meant for browsers', async () => {
    const key = vi.spyOn(shop.shop.gateway, 'publishableKey', 'get').mockReturnValue('sk_test_plinth_sandbox')
    onTestFinished(() => key.mockRestore())
    await add(await aProduct(shop))
    const response = await checkOut(await buying.checkoutInput(visitor))
    expect(response.status).toBe(500)
    expect(response.text).not.toContain('sk_')
  })

  test('updates the same intent for a changed cart, and reserves its current items', async () => {
    const [lamp, mat] = [
      await aProduct(shop, { priceCents: 2000, stockQuantity: 5 }),
      await aProduct(shop, { priceCents: 1000, stockQuantity: 5 }),
    ]
    const first = await buying.checkOutWith(visitor, [lamp, mat])
    const [item] = await visitor.call('GET /api/cart')
    await visitor.call('DELETE /api/cart/:itemId', { itemId: item?.id ?? 0 })
    await add(mat, 2)
    expect(await buying.checkOut(visitor)).toEqual(first)
    expect(await buying.intentOf(shop, first)).toMatchObject({
      amount: 3499,
      metadata: { plinth_version: '2' },
    })
    expect([await heldOf(lamp), await heldOf(mat)]).toEqual([0, 3])
  })

  test('lets the cart use the units that its own order has reserved', async () => {
    const last = await aProduct(shop, { stockQuantity: 1 })
    const first = await buying.checkOutWith(visitor, [last])
    const [item] = await visitor.call('GET /api/cart')
    expect(item?.product).toMatchObject({ inStock: true, stockQuantity: 1 })
    expect(await buying.checkOut(visitor)).toEqual(first)
  })

  test('accepts the subtotal or the total as the amount, as a number or a string', async () => {
    await add(await aProduct(shop, { priceCents: 1250 }))
    const input = await buying.checkoutInput(visitor)
    for (const amount of ['12.50', 12.5, '17.49', 17.49])
      expect((await checkOut({ ...input, amount })).status).toBe(200)
  })

  test('charges no shipping if every item ships free', async () => {
    await add(await aProduct(shop, { priceCents: 1250, shippingCostCents: 0 }))
    const response = await checkOut({ ...(await buying.checkoutInput(visitor)), amount: '12.50' })
    const { clientSecret } = response.json() as { clientSecret: string }
    expect((await buying.intentOf(shop, { clientSecret })).amount).toBe(1250)
  })
})

describe('unpaid orders of one IP address', () => {
  const MINUTE_MS = 60_000
  let bot: Visitor
  beforeEach(() => {
    bot = visitor
    return () => turnClock(0)
  })
  /** Returns another browser at the bot's IP address. */
  const another = () => Object.assign(shop.visitor(), { address: bot.address })
  const reserve = async (who: Visitor, product: { id: number }, quantity: number) => {
    await who.call('POST /api/cart', { productId: product.id, quantity })
    return buying.checkOut(who)
  }
  const release = async ({ orderId }: { orderId: string }) =>
    (await anAdmin(shop)).call('POST /api/admin/orders/:orderId/release', { orderId })

  test('can reserve all units at first, but after an admin releases them, the next order is delayed', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 10 })
    await release(await reserve(bot, lamp, 10))
    const response = await checkOut(await buying.checkoutInput(bot))
    expect([response.status, response.headers['retry-after'], response.json()]).toMatchObject([
      429,
      '120',
      { code: 'too_many_requests', message: CHECKOUT_MESSAGES.unpaidPause },
    ])
    await expect(reserve(another(), lamp, 1)).rejects.toMatchObject({ status: 429 })
    expect(await heldOf(lamp)).toBe(0)
    expect(await reserve(shop.visitor(), lamp, 10)).toHaveProperty('orderId')
  })

  test('are counted together for all networks of one IPv6 site', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 10 })
    const from = (address: string) => Object.assign(shop.visitor(), { address })
    await reserve(from('2001:db8:48:1::1'), lamp, 5)
    await expect(reserve(from('2001:db8:48:2::1'), lamp, 1)).rejects.toMatchObject({ status: 429 })
    expect(await reserve(from('2001:db8:49:1::1'), lamp, 5)).toHaveProperty('orderId')
  })

  test('cause increasing delays, and after the first order can reserve at most half of a product', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 10 })
    await release(await reserve(bot, lamp, 10))
    turnClock(2 * MINUTE_MS)
    await expect(buying.checkOut(bot)).rejects.toMatchObject({
      status: 429,
      serverMessage: CHECKOUT_MESSAGES.unpaidLimit,
    })
    await release(await reserve(another(), lamp, 5))
    const response = await checkOut(await buying.checkoutInput(bot))
    expect([response.status, response.headers['retry-after']]).toEqual([429, String(15 * 60)])
  })

  test('leave half of a product to others, even if they are placed at the same time', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 10 })
    await reserve(bot, await aProduct(shop), 1)
    const browsers = Array.from({ length: 8 }, another)
    for (const browser of browsers) await browser.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
    const inputs = await Promise.all(browsers.map((browser) => buying.checkoutInput(browser)))
    const responses = await Promise.allSettled(
      browsers.map((browser, index) =>
        browser.call('POST /api/create-payment-intent', inputs[index] as (typeof inputs)[number]),
      ),
    )
    expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await heldOf(lamp)).toBe(5)
  })

  test('can be resumed, but not extended beyond the limit', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 10 })
    const first = await reserve(bot, lamp, 2)
    const other = another()
    const second = await reserve(other, lamp, 3)
    expect(await buying.checkOut(other)).toEqual(second)
    await other.call('POST /api/cart', { productId: lamp.id, quantity: 4 })
    await expect(buying.checkOut(other)).rejects.toMatchObject({ status: 429 })
    expect(await buying.checkOut(bot)).toEqual(first)
    expect(await heldOf(lamp)).toBe(5)
  })

  test('don’t delay a shopper who let one small order expire', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 1 })
    const first = await buying.checkOutWith(bot, [lamp])
    turnClock(31 * MINUTE_MS)
    await buying.watch(shop)
    expect((await buying.checkOut(bot)).orderId).not.toBe(first.orderId)
  })

  const fill = async (who: Visitor, quantities: number[]) => {
    const products = []
    for (const quantity of quantities) {
      const product = await aProduct(shop, { stockQuantity: quantity })
      await who.call('POST /api/cart', { productId: product.id, quantity: Math.min(quantity, 60) })
      products.push(product)
    }
    return products
  }
  const heldOfAll = async (products: { id: number }[]) => {
    const held = await Promise.all(products.map(heldOf))
    return held.reduce((sum, units) => sum + units, 0)
  }

  test('of more than 50 units reserve stock for ten minutes, however often they are repeated', async () => {
    const products = await fill(bot, [40, 40])
    const first = await buying.checkOut(bot)
    expect(await heldOfAll(products)).toBe(80)
    for (let minute = 1; minute < 10; minute++) {
      turnClock(MINUTE_MS)
      expect(await buying.checkOut(bot)).toEqual(first)
    }
    await buying.watch(shop)
    expect(await heldOfAll(products)).toBe(80)
    turnClock(MINUTE_MS)
    await buying.watch(shop)
    expect(await heldOfAll(products)).toBe(0)
  })

  test('of more than 50 units reserve stock once a day, and can then be paid while the stock lasts', async () => {
    const products = await fill(bot, [40, 40])
    await buying.checkOut(bot)
    turnClock(10 * MINUTE_MS)
    await buying.watch(shop)
    const again = await buying.checkOut(bot)
    expect(await buying.checkOut(bot)).toEqual(again)
    expect(await heldOfAll(products)).toBe(0)
    const stranger = another()
    await stranger.call('POST /api/cart', { productId: products[0]?.id ?? 0, quantity: 40 })
    await stranger.call('POST /api/cart', { productId: products[1]?.id ?? 0, quantity: 20 })
    await buying.checkOut(stranger)
    expect(await heldOfAll(products)).toBe(0)
    expect(await buying.payByCard(shop, again)).toBe(200)
    await buying.becomes(shop, again.orderId, 'processing')
    await expect(buying.checkOut(stranger)).rejects.toMatchObject({ code: 'out_of_stock' })
  })

  test('of more than 50 units are placed at the same time, and only one reserves stock', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 1000 })
    const browsers = Array.from({ length: 8 }, another)
    for (const browser of browsers) await browser.call('POST /api/cart', { productId: lamp.id, quantity: 60 })
    await Promise.all(browsers.map((browser) => buying.checkOut(browser)))
    expect(await heldOf(lamp)).toBe(60)
  })

  test('that grow beyond 50 units expire ten minutes later', async () => {
    const [lamp, mat] = [
      await aProduct(shop, { stockQuantity: 99 }),
      await aProduct(shop, { stockQuantity: 99 }),
    ]
    await reserve(bot, lamp, 50)
    turnClock(5 * MINUTE_MS)
    await reserve(bot, mat, 40)
    expect(await heldOfAll([lamp, mat])).toBe(90)
    turnClock(10 * MINUTE_MS)
    await buying.watch(shop)
    expect(await heldOfAll([lamp, mat])).toBe(0)
  })

  test('of more than 50 units reserve stock as usual once the address has paid for an order', async () => {
    await buying.aPaidOrder(shop, another(), [await aProduct(shop)])
    const products = await fill(bot, [40, 40])
    await buying.checkOut(bot)
    turnClock(29 * MINUTE_MS)
    await buying.watch(shop)
    expect(await heldOfAll(products)).toBe(80)
  })

  test('don’t delay a returning customer at the same IP address', async () => {
    const lamp = await aProduct(shop, { stockQuantity: 10 })
    const customer = await aCustomer(shop)
    customer.address = bot.address
    await buying.aPaidOrder(shop, customer, [await aProduct(shop)])
    const mat = await aProduct(shop, { stockQuantity: 20 })
    for (const attacker of [another(), another()]) await release(await reserve(attacker, mat, 10))
    await expect(reserve(another(), lamp, 1)).rejects.toMatchObject({ status: 429 })
    expect(await reserve(customer, lamp, 10)).toHaveProperty('orderId')
  })
})

describe('GET /api/checkout', () => {
  const known = async (who: Visitor) => (await who.call('GET /api/checkout')).shippingInfo

  test('has no data for a visitor, and the name and email address of a customer', async () => {
    expect(await known(visitor)).toEqual({})
    const customer = await aCustomer(shop, { fullName: 'Grace Brewster Hopper', email: 'grace@example.com' })
    expect(await known(customer)).toEqual({
      firstName: 'Grace Brewster',
      lastName: 'Hopper',
      email: 'grace@example.com',
    })
  })

  test('returns the form values only of this cart’s open order', async () => {
    await buying.checkOutWith(visitor, [await aProduct(shop)], { city: 'Dallas' })
    expect(await known(visitor)).toEqual({ ...SHIPPING, city: 'Dallas' })
    expect(await known(shop.visitor())).toEqual({})
  })

  describe('with a cart cookie that another visitor knows or planted', () => {
    const planted = async () => {
      const attacker = shop.visitor()
      const lamp = await aProduct(shop, { stockQuantity: 5 })
      await attacker.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
      visitor.cookies.set('cart', attacker.cookies.get('cart') ?? '')
      return attacker
    }

    test('returns no shipping address, because the cart gets a new token at its checkout', async () => {
      const attacker = await planted()
      const checkout = await buying.checkOut(visitor, { email: 'victim@example.com' })
      expect(await known(attacker)).toEqual({})
      expect((await known(visitor)).email).toBe('victim@example.com')
      expect((await attacker.call('POST /api/payment-outcome', checkout)).email).toBeNull()
      expect((await visitor.call('POST /api/payment-outcome', checkout)).email).toBe('victim@example.com')
    })

    test('finds the cart and the order by the old token for five minutes, but changes no shipping address', async () => {
      const attacker = await planted()
      const checkout = await buying.checkOut(visitor, { email: 'victim@example.com' })
      expect(await buying.checkOut(attacker, { email: 'attacker@example.com' })).toEqual(checkout)
      expect((await known(visitor)).email).toBe('victim@example.com')
      expect(await known(attacker)).toEqual({})
      await attacker.call('POST /api/auth/register', {
        username: 'takes-a-cart',
        email: 'takes-a-cart@example.com',
        password: 'a long enough password',
      })
      expect(await visitor.call('GET /api/cart')).toHaveLength(1)
      turnClock(5 * 60_000 + 1)
      expect(await attacker.call('GET /api/cart')).toEqual([])
      expect(await visitor.call('GET /api/cart')).toHaveLength(1)
      turnClock(0)
    })

    test('returns no shipping address even if the planted cart had its own checkout', async () => {
      const attacker = await planted()
      const own = await buying.checkOut(attacker, { email: 'attacker@example.com' })
      visitor.cookies.set('cart', attacker.cookies.get('cart') ?? '')
      expect(await buying.checkOut(visitor, { email: 'victim@example.com' })).toEqual(own)
      expect(await known(attacker)).toEqual({})
      expect((await attacker.call('POST /api/payment-outcome', own)).email).toBeNull()
    })

    test('keeps the token if the checkout is repeated with the same shipping address', async () => {
      await planted()
      await buying.checkOut(visitor)
      const cookie = visitor.cookies.get('cart')
      await buying.checkOut(visitor)
      expect(visitor.cookies.get('cart')).toBe(cookie)
    })
  })

  test('returns the form values of a customer’s last order', async () => {
    const customer = await aCustomer(shop)
    await buying.checkOutWith(customer, [await aProduct(shop)], { city: 'El Paso' })
    await shop.shop.db
      .updateTable('orders')
      .set({ status: 'cancelled' })
      .where('user_id', '=', customer.user.id)
      .execute()
    expect(await known(customer)).toEqual({ ...SHIPPING, city: 'El Paso' })
  })

  test('returns no data of a guest order that someone else placed with the customer’s email address', async () => {
    const email = 'prefilled@example.com'
    const customer = await aVerifiedCustomer(shop, { email })
    const { orderId } = await buying.aPaidOrder(shop, visitor, [await aProduct(shop)], {
      email,
      address: '1 Stranger Street',
    })
    expect((await customer.call('GET /api/orders')).map(({ id }) => id)).toEqual([orderId])
    expect(await known(customer)).toEqual({ email })
  })
})
