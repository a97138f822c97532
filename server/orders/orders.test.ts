import { beforeAll, describe, expect, test } from 'vitest'
import { signInAtGoogle } from '../../sandbox/identity/fixtures.ts'
import { mara } from '../../sandbox/identity/test-users.ts'
import {
  aCustomer,
  aProduct,
  aVerifiedCustomer,
  type Customer,
  linkTo,
  requestAddress,
  signedIn,
} from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { SHIPPING } from '../../tests/support/shopper-details.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { changeProduct } from '../catalog/products.ts'
import { turnClock } from '../platform/clock.ts'
import { checkTransition } from './orders.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
})

describe('GET /api/orders', () => {
  test('lists the customer’s own paid orders, newest first (spec section 3)', async () => {
    const customer = await aCustomer(shop)
    const [lamp, mat] = [
      await aProduct(shop, { name: 'Listed Lamp', priceCents: 2000 }),
      await aProduct(shop, { name: 'Listed Mat', priceCents: 1050 }),
    ]
    const first = await buying.aPaidOrder(shop, customer, [lamp])
    const second = await buying.aPaidOrder(shop, customer, [lamp, mat])
    await buying.checkOutWith(customer, [mat])
    await buying.aPaidOrder(shop, shop.visitor(), [mat])
    const orders = await customer.call('GET /api/orders')
    expect(orders.map(({ id }) => id)).toEqual([second.orderId, first.orderId])
    const { firstName, lastName, address, city, state, zipCode, country } = SHIPPING
    expect(orders[0]).toMatchObject({
      status: 'processing',
      subtotal: '30.50',
      shippingCost: '4.99',
      totalAmount: '35.49',
      items: [
        { quantity: 1, price: '20.00', product: { name: 'Listed Lamp' } },
        { quantity: 1, price: '10.50', product: { name: 'Listed Mat' } },
      ],
      shippingAddress: { firstName, lastName, address, city, state, zipCode, country },
      contactEmail: 'ada@example.com',
      contactPhone: '+1 555 010 7788',
      paymentIntentId: second.clientSecret.split('_secret_')[0],
      carrier: null,
      trackingNumber: null,
    })
    expect(orders[0]?.statusHistory.map(({ status }) => status)).toEqual(['pending', 'processing'])
  })

  test('returns the name and the price at the time of purchase', async () => {
    const customer = await aCustomer(shop)
    const lamp = await aProduct(shop, { name: 'Old Name', slug: 'old-name', priceCents: 2000 })
    await buying.aPaidOrder(shop, customer, [lamp])
    await changeProduct(shop.shop.db, null, lamp.id, { name: 'New Name', slug: 'new-name' })
    await shop.shop.db.updateTable('variants').set({ price_cents: 1 }).where('id', '=', lamp.id).execute()
    const [order] = await customer.call('GET /api/orders')
    expect(order?.items[0]).toMatchObject({ price: '20.00', product: { name: 'Old Name' } })
  })

  test('includes a guest’s earlier orders after the signed-in customer has verified the email address', async () => {
    const email = 'late@example.com'
    const { orderId } = await buying.aPaidOrder(shop, shop.visitor(), [await aProduct(shop)], { email })
    const customer = await aCustomer(shop, { email: 'Late@example.com' })
    expect(await customer.call('GET /api/orders')).toEqual([])
    const token = await linkTo(shop, 'verify-email', 'Late@example.com')
    await customer.call('POST /api/auth/verify-email', { token })
    expect((await customer.call('GET /api/orders')).map(({ id }) => id)).toEqual([orderId])
    expect((await customer.call('GET /api/auth/my-data')).orders).toHaveLength(1)
  })
})

describe('guest orders', () => {
  const guestOrder = async (email: string) =>
    (await buying.aPaidOrder(shop, shop.visitor(), [await aProduct(shop)], { email })).orderId
  const idsOf = async (customer: Customer) => (await customer.call('GET /api/orders')).map(({ id }) => id)

  test('are not claimed by opening a link without a session, even by the owner of the email address', async () => {
    const email = 'victim@example.com'
    await guestOrder(email)
    const attacker = await aCustomer(shop, { email: 'stranger-here@example.com' })
    await requestAddress(attacker, email)
    const change = await linkTo(shop, 'verify-email', email)
    const opened = shop.visitor().call('POST /api/auth/verify-email', { token: change })
    await expect(opened).rejects.toMatchObject({ status: 401 })
    expect(await idsOf(attacker)).toEqual([])

    const registered = await aCustomer(shop, { email })
    const verify = await linkTo(shop, 'verify-email', email)
    const link = await shop.visitor().call('POST /api/auth/read-link', { token: verify })
    expect(link).toEqual({ purpose: 'verify', username: registered.user.username, email })
    await shop.visitor().call('POST /api/auth/verify-email', { token: verify })
    expect(await idsOf(registered)).toEqual([])
  })

  test('are not claimed by a password reset', async () => {
    const email = 'reset-guest@example.com'
    await guestOrder(email)
    const { user } = await aCustomer(shop, { email })
    await shop.visitor().call('POST /api/auth/forgot-password', { email })
    const token = await linkTo(shop, 'reset-password', email)
    await shop.visitor().call('POST /api/auth/reset-password', { token, password: 'a new password' })
    expect(await idsOf(await signedIn(shop, user.username, 'a new password'))).toEqual([])
  })

  test('join a verified account through an emailed link that is opened in its session', async () => {
    const email = 'older@example.com'
    const customer = await aVerifiedCustomer(shop, { email })
    // Simulates an order from before the email address was verified.
    const orderId = await guestOrder(email)
    const { db } = shop.shop
    await db.updateTable('orders').set({ user_id: null }).where('id', '=', orderId).execute()
    await customer.call('POST /api/auth/guest-orders-link')
    const token = await linkTo(shop, 'verify-email', email)
    const other = await aCustomer(shop)
    for (const [visitor, status] of [
      [shop.visitor(), 401],
      [other, 403],
    ] as const) {
      const opened = visitor.call('POST /api/auth/verify-email', { token })
      await expect(opened).rejects.toMatchObject({ status })
    }
    expect(await customer.call('POST /api/auth/verify-email', { token })).toEqual({
      message: 'Your guest orders are now in your account.',
    })
    expect(await idsOf(customer)).toEqual([orderId])
  })

  test('join an account by order ID and email address, but only if no account owns them', async () => {
    const email = 'by-number@example.com'
    const orderId = await guestOrder(email)
    const [customer, other] = [await aCustomer(shop), await aCustomer(shop)]
    const claim = (who: Customer, proof: { orderId: string; email: string }) =>
      who.call('POST /api/orders/:orderId/claim', proof)
    const wrong = claim(customer, { orderId, email: 'someone@example.com' })
    await expect(wrong).rejects.toMatchObject({ status: 404 })
    const outcomes = await Promise.allSettled([customer, other].map((who) => claim(who, { orderId, email })))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [owner, loser] = outcomes[0]?.status === 'fulfilled' ? [customer, other] : [other, customer]
    await claim(owner, { orderId, email })
    await expect(claim(loser, { orderId, email })).rejects.toMatchObject({
      status: 409,
      serverMessage: 'This order belongs to another account.',
    })
    expect([await idsOf(owner), await idsOf(loser)]).toEqual([[orderId], []])
  })

  test('join no account if the email address was verified without a session', async () => {
    const email = 'pressed@example.com'
    const attacker = await aCustomer(shop, { email })
    const token = await linkTo(shop, 'verify-email', email)
    await shop.visitor().call('POST /api/auth/verify-email', { token })
    const orderId = await guestOrder(email)
    expect(await idsOf(attacker)).toEqual([])

    await attacker.call('POST /api/orders/:orderId/claim', { orderId, email })
    const seen = await attacker.call('GET /api/orders')
    expect(JSON.stringify(seen)).not.toMatch(/Analytical|Lovelace|555 010|78701/i)

    // The owner of the email address gets full access by opening the emailed link while signed in.
    await attacker.call('POST /api/auth/guest-orders-link')
    const link = await linkTo(shop, 'verify-email', email)
    await attacker.call('POST /api/auth/verify-email', { token: link })
    expect(await attacker.call('GET /api/orders')).toMatchObject([
      { shippingAddress: { lastName: 'Lovelace' } },
    ])
    const later = await guestOrder(email)
    expect(await idsOf(attacker)).toEqual([later, orderId])
  })

  test('join an account that was verified by a password reset, if they are placed afterward', async () => {
    const email = 'reset-proves@example.com'
    const { user } = await aCustomer(shop, { email })
    await shop.visitor().call('POST /api/auth/forgot-password', { email })
    const token = await linkTo(shop, 'reset-password', email)
    await shop.visitor().call('POST /api/auth/reset-password', { token, password: 'a new password' })
    const orderId = await guestOrder(email)
    expect(await idsOf(await signedIn(shop, user.username, 'a new password'))).toEqual([orderId])
  })

  test('join an account that uses Google, if Google hosts the mailbox', async () => {
    const attacker = await aCustomer(shop, { email: mara.email })
    const visitor = shop.visitor()
    const { signIn } = (await signInAtGoogle(visitor, { person: mara.id })) as { signIn: object }
    const body = { method: 'POST', url: '/api/google-auth', body: signIn }
    const { token } = (await visitor.send(body)).json() as { token: string }
    const orderId = await guestOrder(mara.email)
    expect(await idsOf(Object.assign(visitor, { token, user: attacker.user, password: '' }))).toEqual([
      orderId,
    ])
    await expect(idsOf(attacker)).rejects.toMatchObject({ status: 401 })
  })

  test('hide the full shipping address if added by ID, and move to the account that verifies the email address', async () => {
    const email = 'taken-over@example.com'
    const orderId = await guestOrder(email)
    const attacker = await aCustomer(shop)
    const claim = { orderId, email }
    await attacker.call('POST /api/orders/:orderId/claim', claim)
    const [seen] = await attacker.call('GET /api/orders')
    expect(seen).toMatchObject({
      id: orderId,
      items: [{ quantity: 1 }],
      shippingAddress: { city: 'Austin', state: 'TX', country: 'US' },
      billingAddress: null,
      contactPhone: null,
      paymentIntentId: null,
    })
    const data = await attacker.call('GET /api/auth/my-data')
    expect(JSON.stringify([seen, data])).not.toMatch(/Analytical|Lovelace|555 010|78701/i)

    const owner = await aVerifiedCustomer(shop, { email })
    expect([await idsOf(attacker), await idsOf(owner)]).toEqual([[], [orderId]])
    const taken = attacker.call('POST /api/orders/:orderId/claim', claim)
    await expect(taken).rejects.toMatchObject({ status: 409 })
    expect(await owner.call('GET /api/orders')).toMatchObject([{ shippingAddress: { lastName: 'Lovelace' } }])
  })

  test('can be claimed by their owner after someone else added them by ID', async () => {
    const email = 'back-by-number@example.com'
    const orderId = await guestOrder(email)
    const owner = await aVerifiedCustomer(shop, { email })
    const { db } = shop.shop
    await db.updateTable('orders').set({ user_id: null }).where('id', '=', orderId).execute()
    const attacker = await aCustomer(shop)
    await attacker.call('POST /api/orders/:orderId/claim', { orderId, email })
    await owner.call('POST /api/orders/:orderId/claim', { orderId, email })
    expect([await idsOf(attacker), await idsOf(owner)]).toEqual([[], [orderId]])
    expect(await owner.call('GET /api/orders')).toMatchObject([{ contactPhone: '+1 555 010 7788' }])
  })
})

describe('GET and POST /api/orders/track', () => {
  test('find an order by ID and email address in any spelling, without a full shipping address', async () => {
    const visitor = shop.visitor()
    const { orderId } = await buying.aPaidOrder(shop, visitor, [await aProduct(shop)])
    const typed = orderId.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
    for (const id of [
      orderId,
      ` ${typed} `,
      `#${orderId}`,
      ` # ${typed.replaceAll('-', '')}`,
      typed.replaceAll('-', ' '),
    ]) {
      const query = { orderId: id, email: 'ADA@example.com' }
      const order = await visitor.call('GET /api/orders/track', query)
      expect(order).toMatchObject({ id: orderId, status: 'processing', totalAmount: '14.99' })
      expect(await visitor.call('POST /api/orders/track', query)).toEqual(order)
      expect(order.shipsTo).toEqual({ city: 'Austin', state: 'TX', country: 'US' })
      expect(JSON.stringify(order)).not.toMatch(/Analytical|Lovelace|555 010|78701/i)
    }
  })

  test('return the same 404 for a wrong ID and a wrong email address', async () => {
    const { orderId } = await buying.aPaidOrder(shop, shop.visitor(), [await aProduct(shop)])
    const visitor = shop.visitor()
    const responses = []
    for (const query of [
      { orderId, email: 'other@example.com' },
      { orderId: 'PL-0000-0000', email: 'ada@example.com' },
      { orderId: 'nonsense', email: 'ada@example.com' },
    ]) {
      const response = await visitor.send({ method: 'POST', url: '/api/orders/track', body: query })
      responses.push([response.status, response.json()])
    }
    const same = [404, { message: 'Order not found', code: 'not_found' }]
    expect(responses).toEqual([same, same, same])
  })

  test.each([
    [{ orderId: '', email: 'a@example.com' }, 'Order ID is required'],
    [{ orderId: 'PL-0000-0000', email: 'nobody' }, 'Please enter a valid email address'],
  ])('return 400 for %j: %s', async (query, message) => {
    const response = await shop.visitor().send({ method: 'POST', url: '/api/orders/track', body: query })
    expect([response.status, response.json()]).toMatchObject([400, { message }])
  })

  test('allow 30 wrong attempts from one IP address, then return 429', async () => {
    const visitor = shop.visitor()
    const { orderId } = await buying.aPaidOrder(shop, visitor, [await aProduct(shop)])
    const right = { orderId, email: 'ada@example.com' }
    for (let tried = 0; tried < 30; tried++) {
      const wrong = { orderId: `PL-0000-${String(tried).padStart(4, '0')}`, email: 'a@example.com' }
      await visitor.call('GET /api/orders/track', right)
      await expect(visitor.call('GET /api/orders/track', wrong)).rejects.toMatchObject({ status: 404 })
    }
    await expect(visitor.call('GET /api/orders/track', right)).rejects.toMatchObject({ status: 429 })
    expect(await visitor.call('POST /api/orders/:orderId/cancel', right)).toMatchObject({
      status: 'cancelled',
    })
  })

  test('count attempts to cancel, return, or claim separately: 100 from one IP address, without affecting tracking', async () => {
    const buyer = await aCustomer(shop)
    const { orderId } = await buying.aPaidOrder(shop, buyer, [await aProduct(shop)])
    const right = { orderId, email: 'ada@example.com' }
    const wrong = (tried: number, action: 'cancel' | 'returns') =>
      buyer.send({
        method: 'POST',
        url: `/api/orders/PL-0000-${String(tried).padStart(4, '0')}/${action}`,
        body: { email: 'a@example.com', items: [{ itemId: 1, quantity: 1 }], reason: 'None' },
      })
    const statuses = new Set<number>()
    for (let tried = 0; tried < 100; tried++)
      statuses.add((await wrong(tried, tried % 2 ? 'cancel' : 'returns')).status)
    expect(statuses).toEqual(new Set([404]))
    for (const action of ['cancel', 'returns'] as const) {
      const response = await wrong(100, action)
      expect(response.status).toBe(429)
      expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
    }
    await expect(buyer.call('POST /api/orders/:orderId/claim', right)).rejects.toMatchObject({ status: 429 })
    expect(await buyer.call('GET /api/orders/track', right)).toMatchObject({ id: orderId })
    turnClock(15 * 60_000)
    await buyer.call('POST /api/orders/:orderId/cancel', right)
    turnClock(0)
  })

  test('return the order to the customer despite wrong attempts by others, who then get fewer attempts', async () => {
    const buyer = shop.visitor()
    const { orderId } = await buying.aPaidOrder(shop, buyer, [await aProduct(shop)])
    const wrong = (visitor: Visitor) =>
      visitor.send({ url: `/api/orders/track?orderId=${orderId}&email=guess@example.com` })
    const strangers = Array.from({ length: 40 }, () => shop.visitor())
    for (const attacker of strangers) expect((await wrong(attacker)).status).toBe(404)
    const right = { orderId, email: 'ada@example.com' }
    expect(await buyer.call('GET /api/orders/track', right)).toMatchObject({ id: orderId })
    const last = shop.visitor()
    const statuses = []
    for (let tried = 0; tried < 6; tried++) statuses.push((await wrong(last)).status)
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429])
    expect(await buyer.call('POST /api/orders/:orderId/cancel', right)).toMatchObject({ status: 'cancelled' })
  })
})

describe('a review of a purchased product', () => {
  test('is marked as a verified purchase', async () => {
    const [buyer, other] = [await aCustomer(shop), await aCustomer(shop)]
    const lamp = await aProduct(shop)
    await buying.aPaidOrder(shop, buyer, [lamp])
    const text = { productId: lamp.id, rating: 5, title: 'Bright', comment: 'As bright as it should be.' }
    await buyer.call('POST /api/reviews', text)
    await other.call('POST /api/reviews', text)
    const reviews = await shop.visitor().call('GET /api/reviews/product/:productId', { productId: lamp.id })
    expect(reviews.map(({ userId, isVerifiedPurchase }) => [userId, isVerifiedPurchase])).toEqual([
      [other.user.id, false],
      [buyer.user.id, true],
    ])
  })
})

describe('the status transitions of orders (contract section 4)', () => {
  const allowed = [
    'pending → processing',
    'pending → cancelled',
    'processing → shipped',
    'processing → cancelled',
    'shipped → delivered',
    'shipped → cancelled',
  ]
  const statuses = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const
  test.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))('%s → %s', (from, to) => {
    const move = () => checkTransition(from, to)
    if (allowed.includes(`${from} → ${to}`)) expect(move).not.toThrow()
    else expect(move).toThrow(`This order is ${from} and can't become ${to}`)
  })
})
