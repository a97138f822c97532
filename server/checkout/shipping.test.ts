import { beforeAll, describe, expect, test } from 'vitest'
import { aCustomer, anAdmin, aProduct } from '../../tests/support/fixtures.ts'
import { becomes, checkOutWith, checkoutInput, payByCard } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { BILLING, SHIPPING } from '../../tests/support/shopper-details.ts'
import type { Visitor } from '../../tests/support/visitor.ts'

let shop: TestShop
let product: { id: number }
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  product = await aProduct(shop)
})
const checkOutTo = (changes: object) => checkOutWith(shop.visitor(), [product], { ...SHIPPING, ...changes })

describe('the shipping address of an order (spec section 5)', () => {
  test.each([
    ['firstName', 'A', 'First name must be at least 2 characters'],
    ['lastName', 'L', 'Last name must be at least 2 characters'],
    ['email', 'ada@', 'Please enter a valid email address'],
    ['phone', '555 0107', 'Please enter a valid phone number'],
    ['address', '12 A', 'Address must be at least 5 characters'],
    ['city', 'A', 'City must be at least 2 characters'],
    ['state', 'T', 'Please select a state'],
    ['state', 'Ontario', 'Please select a state'],
    ['zipCode', '7870', 'Zip code must be at least 5 characters'],
    ['country', 'U', 'Please select a country'],
    ['country', 'DE', 'Please select a country'],
  ])('is rejected with %s %j: %s', async (field, value, message) => {
    await expect(checkOutTo({ [field]: value })).rejects.toMatchObject({
      status: 400,
      serverMessage: message,
    })
  })

  test.each([
    { firstName: 'Al', lastName: 'Li', city: 'Ay' },
    { phone: '5550107788', address: '12 An', zipCode: '78701' },
  ])('is accepted with the shortest valid fields: %j', async (shortest) => {
    expect(await checkOutTo(shortest)).toMatchObject({ orderId: expect.stringMatching(/^PL-/) })
  })

  test.each([
    ['US', 'TX'],
    ['CA', 'Ontario'],
    ['MX', 'Oaxaca'],
    ['UK', 'Kent'],
  ])('can be in %s', async (country, state) => {
    expect(await checkOutTo({ country, state })).toMatchObject({ clientSecret: expect.any(String) })
  })
})

describe('a separate billing address', () => {
  const checkOutBilled = async (visitor: Visitor, billingInfo: typeof BILLING | null = BILLING) => {
    await visitor.call('POST /api/cart', { productId: product.id, quantity: 1 })
    return visitor.call('POST /api/create-payment-intent', { ...(await checkoutInput(visitor)), billingInfo })
  }

  test.each([
    ['firstName', 'A', 'First name must be at least 2 characters'],
    ['address', '1 A', 'Address must be at least 5 characters'],
    ['state', 'Ontario', 'Please select a state'],
    ['zipCode', '7870', 'Zip code must be at least 5 characters'],
  ])('is rejected by the rules of the shipping address with %s %j', async (field, value, message) => {
    const visitor = shop.visitor()
    await visitor.call('POST /api/cart', { productId: product.id, quantity: 1 })
    const billingInfo = { ...BILLING, [field]: value }
    const response = await visitor.send({
      method: 'POST',
      url: '/api/create-payment-intent',
      body: { ...(await checkoutInput(visitor)), billingInfo },
    })
    expect(response.status).toBe(400)
    expect(response.json()).toMatchObject({ message, errors: [{ path: `billingInfo.${field}`, message }] })
  })

  test('is stored with the order; its customer and admins see it, but the tracking page doesn’t', async () => {
    const customer = await aCustomer(shop)
    const checkout = await checkOutBilled(customer)
    const { orderId } = checkout
    await payByCard(shop, checkout)
    await becomes(shop, orderId, 'processing')
    expect(await customer.call('GET /api/orders')).toMatchObject([{ id: orderId, billingAddress: BILLING }])
    const { orders } = await customer.call('GET /api/auth/my-data')
    expect(orders).toMatchObject([{ billingAddress: BILLING }])
    const admin = await anAdmin(shop)
    const seen = await admin.call('GET /api/admin/orders/:orderId', { orderId })
    expect(seen).toMatchObject({ billingAddress: BILLING, shippingAddress: { lastName: 'Lovelace' } })
    const tracked = await shop.visitor().send({
      url: `/api/orders/track?${new URLSearchParams({ orderId, email: SHIPPING.email })}`,
    })
    expect(tracked.status).toBe(200)
    expect(tracked.text).not.toMatch(/Babbage|Dorset/)
    expect(await customer.call('GET /api/checkout')).toMatchObject({ billingInfo: null })
  })

  test('is visible only to the browser of its open order, and is removed if the shopper switches back to the shipping address', async () => {
    const visitor = shop.visitor()
    await checkOutBilled(visitor)
    expect(await visitor.call('GET /api/checkout')).toMatchObject({ billingInfo: BILLING })
    expect(await shop.visitor().call('GET /api/checkout')).toEqual({ shippingInfo: {}, billingInfo: null })
    const input = await checkoutInput(visitor)
    await visitor.call('POST /api/create-payment-intent', input)
    expect(await visitor.call('GET /api/checkout')).toMatchObject({ billingInfo: null })
  })

  test('is not visible with a cart token that was known before it was stored', async () => {
    const visitor = shop.visitor()
    await checkOutBilled(visitor, null)
    const planted = shop.visitor()
    for (const [name, value] of visitor.cookies) planted.cookies.set(name, value)
    await checkOutBilled(visitor)
    expect((await planted.send({ url: '/api/checkout' })).text).not.toContain('Babbage')
    expect(await visitor.call('GET /api/checkout')).toMatchObject({ billingInfo: BILLING })
  })
})
