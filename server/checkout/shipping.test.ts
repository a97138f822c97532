import { beforeAll, describe, expect, test } from 'vitest'
import { findEmail } from '../../tests/support/after-purchase.ts'
import { aCustomer, anAdmin, aProduct } from '../../tests/support/fixtures.ts'
import { becomes, checkOutWith, checkoutInput, payByCard } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { ABROAD, BILLING, SHIPPING } from '../../tests/support/shopper-details.ts'
import type { Visitor } from '../../tests/support/visitor.ts'

let shop: TestShop
let product: { id: number }
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  product = await aProduct(shop)
})
/** Without the fields that differ by country. */
const BARE = { address: '', city: '', state: '', zipCode: '' }
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

test.each([
  {},
  { shippingInfo: null },
  { shippingInfo: 'Austin' },
  { shippingInfo: { country: 5, zipCode: 5 } },
])('a checkout with addresses of the wrong type is rejected: %j', async (body) => {
  const { status } = await shop.visitor().send({ method: 'POST', url: '/api/create-payment-intent', body })
  expect(status).toBe(400)
})

test('the second line of a shipping address is stored, prefilled at the next checkout, and exported', async () => {
  const customer = await aCustomer(shop)
  const admin = await anAdmin(shop)
  await checkOutWith(customer, [product], { address2: ' Apt 4 ' })
  expect(await customer.call('GET /api/checkout')).toMatchObject({ shippingInfo: { address2: 'Apt 4' } })
  const checkout = await checkOutWith(customer, [], { address2: 'Apt 5' })
  await payByCard(shop, checkout)
  await becomes(shop, checkout.orderId, 'processing')
  const [order] = await customer.call('GET /api/orders')
  expect(order?.shippingAddress).toMatchObject({ address: SHIPPING.address, address2: 'Apt 5' })
  const { text } = await admin.send({ url: '/api/admin/orders/export' })
  expect(text).toContain(',12 Analytical Row,Apt 5,Austin,')
  const email = await findEmail(shop, SHIPPING.email, `Your order ${checkout.orderId} at Plinth`)
  expect(email.text).toContain('12 Analytical Row\nApt 5\nAustin, TX 78701\nUnited States')
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

  test('is stored with the order; its customer and admins see it, but the tracking page doesn’t show it', async () => {
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

  test('is not visible with a cart token that existed before it was stored', async () => {
    const visitor = shop.visitor()
    await checkOutBilled(visitor, null)
    const planted = shop.visitor()
    for (const [name, value] of visitor.cookies) planted.cookies.set(name, value)
    await checkOutBilled(visitor)
    expect((await planted.send({ url: '/api/checkout' })).text).not.toContain('Babbage')
    expect(await visitor.call('GET /api/checkout')).toMatchObject({ billingInfo: BILLING })
  })
})

describe('addresses outside the specification’s countries', () => {
  const name = { firstName: 'Kari', lastName: 'Nordmann' }
  beforeAll(async () => {
    const zones = [
      { name: 'World', countries: null, methods: [{ kind: 'flat', name: 'Mail', rate: '4.99' }] },
    ]
    await (await anAdmin(shop)).call('PATCH /api/admin/settings', {
      zones: zones as [],
      business: { legalName: 'Lindqvist GmbH', vatId: 'ATU12345675' },
    })
  })

  test.each(Object.entries(ABROAD))(
    'in %s are written by its conventions',
    async (country, { place, lines }) => {
      const customer = await aCustomer(shop)
      const address = { ...BARE, ...name, ...place, country }
      const checkout = await checkOutWith(customer, [product], address)
      const billed = {
        ...(await checkoutInput(customer, address)),
        billingInfo: { ...address, lastName: 'Hansen' },
      }
      await customer.call('POST /api/create-payment-intent', billed)
      expect(await customer.call('GET /api/checkout')).toMatchObject({
        shippingInfo: { ...place, country },
        billingInfo: { ...place, country, lastName: 'Hansen' },
      })
      await payByCard(shop, checkout)
      await becomes(shop, checkout.orderId, 'processing')
      const [order] = await customer.call('GET /api/orders')
      expect(order?.shippingAddress.formatted).toEqual(lines)
      expect(order?.billingAddress?.formatted).toEqual(['Kari Hansen', ...lines.slice(1)])
      const email = await findEmail(shop, SHIPPING.email, `Your order ${checkout.orderId} at Plinth`)
      expect(email.text).toMatch(/\nPlinth\nLindqvist GmbH\nVAT ID: ATU12345675\n/)
      expect(email.text).toContain(`Shipping to:\n${lines.join('\n')}\n`)
    },
  )

  test.each([
    ['AT', { zipCode: '78701' }, 'zipCode', 'Please enter a postal code such as 1010'],
    ['AT', { city: '' }, 'city', 'City is required'],
    ['BR', { state: 'Bavaria' }, 'state', 'Please select a state'],
    ['JP', { state: '' }, 'state', 'Please select a prefecture'],
    ['IE', { zipCode: '12345' }, 'zipCode', 'Please enter an Eircode such as A65 F4E2'],
    ['NO', { address: ' ' }, 'address', 'Address is required'],
  ] as const)('in %s are rejected with %j', async (country, changes, field, message) => {
    const address = { ...BARE, ...ABROAD[country].place, country, ...changes }
    await expect(checkOutTo(address)).rejects.toMatchObject({
      status: 400,
      serverMessage: message,
      errors: [{ path: `shippingInfo.${field}`, message }],
    })
  })

  test('lose fields that their country doesn’t use, and prefixes that aren’t part of a postal code', async () => {
    const visitor = shop.visitor()
    const typed = { ...ABROAD.CH.place, country: 'CH', state: 'TX', zipCode: 'ch-8001' }
    await checkOutWith(visitor, [product], typed)
    const { shippingInfo } = await visitor.call('GET /api/checkout')
    expect(shippingInfo).toMatchObject({ state: '', zipCode: '8001' })
  })

  test('accept a region’s name instead of its code, as wallets send it', async () => {
    const visitor = shop.visitor()
    await checkOutWith(visitor, [product], { ...ABROAD.BR.place, country: 'BR', state: 'são paulo' })
    expect(await visitor.call('GET /api/checkout')).toMatchObject({ shippingInfo: { state: 'SP' } })
  })
})

describe('names and phone numbers in Singapore', () => {
  const singapore = {
    country: 'SG',
    city: '',
    state: '',
    zipCode: '238841',
    address: '10 Orchard Road',
    firstName: '明',
    lastName: '王',
    phone: '6123 4567',
  }
  beforeAll(async () => {
    const admin = await anAdmin(shop)
    const method = { id: 'mail', name: 'Mail', kind: 'flat' as const, rate: '4.99', days: null }
    const zone = { name: 'World', regions: [], postalCodes: [], methods: [method] }
    await admin.call('PATCH /api/admin/settings', { zones: [{ ...zone, countries: ['US', 'SG'] }] })
  })

  test('can be one Chinese character and eight digits, which are stored as typed', async () => {
    const customer = await aCustomer(shop)
    await checkOutWith(customer, [product], singapore)
    const { shippingInfo } = await customer.call('GET /api/checkout')
    expect(shippingInfo).toMatchObject({ firstName: '明', lastName: '王', phone: '6123 4567' })
  })

  test.each([{ phone: '+49 30 123456' }, { phone: '+65 6123 4567' }, { firstName: 'ゆ', lastName: '김' }])(
    'are accepted as %j',
    async (changes) => {
      const checkout = await checkOutTo({ ...singapore, ...changes })
      expect(checkout).toMatchObject({ orderId: expect.stringMatching(/^PL-/) })
    },
  )

  test.each([
    ['firstName', { firstName: 'W' }, 'First name must be at least 2 characters'],
    ['phone', { phone: '61234' }, 'Please enter a valid phone number'],
    ['phone', { phone: '6123 4567 8901 2345' }, 'Please enter a valid phone number'],
    ['phone', { phone: 'call my mother' }, 'Please enter a valid phone number'],
    ['lastName', { ...SHIPPING, lastName: '王' }, 'Last name must be at least 2 characters'],
    ['phone', { ...SHIPPING, phone: '6123 4567' }, 'Please enter a valid phone number'],
  ])('are rejected for %s in %j', async (field, changes, message) => {
    await expect(checkOutTo({ ...singapore, ...changes })).rejects.toMatchObject({
      status: 400,
      errors: [{ path: `shippingInfo.${field}`, message }],
    })
  })
})
