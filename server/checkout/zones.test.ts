import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectedDelivery } from '#contract/orders/delivery.ts'
import type { ZoneValues } from '#contract/settings/zones-input.ts'
import { anAdmin, aProduct, type Customer, emailsTo } from '../../tests/support/fixtures.ts'
import { becomes, checkoutInput, payByCard } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { SHIPPING } from '../../tests/support/shopper-details.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { findOrderEventPayload } from '../orders/queries.ts'

const RING = { address: 'Ring 1', city: 'Berlin', zipCode: '10115', country: 'DE' }
const EUROPE: ZoneValues = {
  name: 'Europe',
  countries: ['DE', 'AT', 'GB'],
  methods: [
    { kind: 'flat', name: 'Express', rate: '19.00', days: { from: 1, to: 2 } },
    { kind: 'weight', name: 'Parcel', rate: '15', bands: [{ upTo: 5000, rate: 4.9 }], freeFrom: '200' },
  ],
}
const BERLIN: ZoneValues = {
  name: 'Berlin',
  countries: ['DE'],
  postalCodes: ['10'],
  methods: [{ kind: 'pickup', name: 'Pick up', address: RING }],
}
const TEXAS: ZoneValues = {
  name: 'Texas',
  countries: ['US'],
  regions: ['TX'],
  methods: [{ kind: 'flat', name: 'Van', rate: 5 }],
}
const VIENNA = { country: 'AT', state: '', city: 'Wien', zipCode: '1010' }

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})
beforeEach(async () => {
  await admin.call('PATCH /api/admin/settings', { zones: [EUROPE, BERLIN, TEXAS] })
})

type Chosen = { amount: string; methodId?: string }

/** A visitor whose cart contains a mat that weighs 1.2 kg and costs $20.00. */
async function aShopper(): Promise<Visitor> {
  const visitor = shop.visitor()
  const mat = await aProduct(shop, { priceCents: 2000, weight: '1.2', weightUnit: 'kg', stockQuantity: 50 })
  await visitor.call('POST /api/cart', { productId: mat.id, quantity: 1 })
  return visitor
}

async function checkOutTo(visitor: Visitor, address: object, chosen: Chosen) {
  const input = { ...(await checkoutInput(visitor, address)), ...chosen }
  return visitor.call('POST /api/create-payment-intent', input)
}

const orderOf = async (orderId: string) => {
  const { quote } = await shop.shop.db
    .selectFrom('order_versions')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('quote')
    .whereRef('orders.version', '=', 'order_versions.version')
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  return quote
}

test('everyone who sees an order sees its shipping method and delivery days', async () => {
  const visitor = await aShopper()
  const checkout = await checkOutTo(visitor, VIENNA, { amount: '39.00', methodId: 'express' })
  await payByCard(shop, checkout)
  await becomes(shop, checkout.orderId, 'processing')
  const { orderId } = checkout
  const shippingMethod = { name: 'Express', days: { from: 1, to: 2 }, pickupAddress: null }
  const tracked = await visitor.call('GET /api/orders/track', { orderId, email: SHIPPING.email })
  expect(tracked).toMatchObject({ shippingCost: '19.00', shippingMethod })
  const seen = await admin.call('GET /api/admin/orders/:orderId', { orderId })
  expect(seen).toMatchObject({ shippingMethod })
  const { text } = await admin.send({ url: '/api/admin/orders/export' })
  expect(text).toMatch(/Shipping method[\s\S]*,Express/)
  expect(await findOrderEventPayload(shop.shop.db, orderId)).toMatchObject({ shippingMethod })
  const days = expectedDelivery(new Date(tracked.createdAt), shippingMethod.days, {
    locale: 'en-US',
    timeZone: 'UTC',
  })
  const [email] = await emailsTo(shop, SHIPPING.email)
  expect(email?.text).toContain(`Shipping method: Express\nExpected delivery: ${days}`)
})

describe('an order to a zone of the shop', () => {
  test('costs the rate of the chosen method there, and keeps its name and days', async () => {
    const visitor = await aShopper()
    const { orderId } = await checkOutTo(visitor, VIENNA, { amount: '39.00', methodId: 'express' })
    expect(await orderOf(orderId)).toMatchObject({
      shipping: { methodId: 'express', name: 'Express', cents: 1900, delivery: { days: { from: 1, to: 2 } } },
      totalCents: 3900,
    })
    expect(await visitor.call('GET /api/checkout')).toMatchObject({ methodId: 'express' })
  })

  test('uses the cheapest delivery if none is chosen, by the weight of the cart', async () => {
    const visitor = await aShopper()
    const { orderId } = await checkOutTo(visitor, VIENNA, { amount: '24.90' })
    expect(await orderOf(orderId)).toMatchObject({ shipping: { methodId: 'parcel', cents: 490 } })
    const [item] = await visitor.call('GET /api/cart')
    await visitor.call('PATCH /api/cart/:itemId', { itemId: item?.id ?? 0, quantity: 5 })
    const { orderId: same } = await checkOutTo(visitor, VIENNA, { amount: '115.00' })
    expect(same).toBe(orderId)
    expect(await orderOf(orderId)).toMatchObject({ shipping: { methodId: 'parcel', cents: 1500 } })
  })

  test('follows a changed address and a changed method before it is paid', async () => {
    const visitor = await aShopper()
    const { orderId } = await checkOutTo(visitor, VIENNA, { amount: '39.00', methodId: 'express' })
    await checkOutTo(visitor, VIENNA, { amount: '24.90', methodId: 'parcel' })
    expect(await orderOf(orderId)).toMatchObject({ totalCents: 2490 })
    await checkOutTo(visitor, { country: 'DE', zipCode: '10115' }, { amount: '20.00', methodId: 'pick-up' })
    expect(await orderOf(orderId)).toMatchObject({
      shipping: { name: 'Pick up', delivery: { days: null, address: RING } },
      totalCents: 2000,
    })
  })

  test('with a method that isn’t offered there is rejected with a quote for the cheapest one', async () => {
    const visitor = await aShopper()
    const chosen = { amount: '20.00', methodId: 'pick-up' }
    await expect(checkOutTo(visitor, VIENNA, chosen)).rejects.toMatchObject({
      status: 409,
      code: 'cart_changed',
      body: { quote: { shipping: '4.90', total: '24.90' } },
    })
  })

  test('with a rate that has changed since is rejected', async () => {
    const visitor = await aShopper()
    await admin.call('PATCH /api/admin/settings', {
      zones: [{ ...EUROPE, methods: [{ kind: 'flat', name: 'Express', rate: 25 }] }],
    })
    const chosen = { amount: '39.00', methodId: 'express' }
    await expect(checkOutTo(visitor, VIENNA, chosen)).rejects.toMatchObject({ code: 'cart_changed' })
  })

  test.each([
    ['country', { country: 'NO', zipCode: '0150' }, 'We don’t ship to Norway yet'],
    ['country', { country: 'NL', zipCode: '1012 AB' }, 'We don’t ship to the Netherlands yet'],
    ['country', { country: 'ZZ' }, 'Please select a country'],
    ['state', { country: 'US', state: 'NY' }, 'We don’t ship to this part of the United States yet'],
  ])('is rejected outside of them: %s %j', async (field, address, message) => {
    await expect(checkOutTo(await aShopper(), address, { amount: '20.00' })).rejects.toMatchObject({
      status: 400,
      serverMessage: message,
      errors: [{ path: `shippingInfo.${field}`, message }],
    })
  })
})

test('a replaced cart token can change neither the destination of an order nor its cost', async () => {
  const visitor = await aShopper()
  const old = visitor.cookies.get('cart') ?? ''
  const { orderId } = await checkOutTo(visitor, VIENNA, { amount: '24.90' })
  expect(visitor.cookies.get('cart')).not.toBe(old)
  const thief = shop.visitor()
  thief.cookies.set('cart', old)
  await expect(
    checkOutTo(thief, { country: 'US', state: 'TX' }, { amount: '25.00', methodId: 'van' }),
  ).rejects.toMatchObject({ code: 'cart_changed', body: { quote: { total: '24.90' } } })
  expect(await orderOf(orderId)).toMatchObject({ totalCents: 2490 })
})

test('products and carts show the first zone’s cheapest rate, and pages get no rules', async () => {
  const mat = await aProduct(shop, { priceCents: 2000, weight: '6', weightUnit: 'kg' })
  expect(mat.shippingCost).toBe('15.00')
  expect((await aProduct(shop, { shippingCostCents: 0 })).shippingCost).toBe('0.00')
  const info = await shop.visitor().call('GET /api/shop')
  expect(info).toMatchObject({ hasZones: true, shippingRate: '4.90' })
  expect(info).not.toHaveProperty('zones')
})
