import { beforeAll, describe, expect, test } from 'vitest'
import type { ZoneValues } from '#contract/settings/zones-input.ts'
import { anAdmin, aProduct, type Customer, emailsTo } from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { BUSINESS, SALES_TAX, STRIPE_TAX, taxRow } from '../../tests/support/taxes.ts'

const AUSTIN = { address: '12 Main Street', city: 'Austin', state: 'TX', zipCode: '78701', country: 'US' }
const PORTLAND = { city: 'Portland', state: 'OR', zipCode: '97201' }
const BERLIN = { address: 'Ring 1', city: 'Berlin', zipCode: '10115', country: 'DE' }
const WIEN = {
  country: 'AT',
  city: 'Wien',
  zipCode: '1010',
  address: 'Graben 12',
  state: '',
  phone: '+43 1 234567890',
}
const zones = (countries: string[], address: object): ZoneValues[] => [
  {
    name: 'Here',
    countries,
    methods: [
      { kind: 'flat', name: 'Mail', rate: '5' },
      { kind: 'pickup', name: 'Store', address: address as typeof AUSTIN },
    ],
  },
]

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})
const save = (changes: object) => admin.call('PATCH /api/admin/settings', changes)

/**
 * Checks out a product of 100.00, and returns the order's amounts and taxes.
 * @param business its VAT number, and the amount that it saw
 */
async function orderTo(
  place: object,
  methodId: 'mail' | 'store',
  business?: { vatId: string; amount: string },
) {
  const visitor = shop.visitor()
  const { id } = await aProduct(shop, { priceCents: 10_000 })
  await visitor.call('POST /api/cart', { productId: id, quantity: 1 })
  const input = await buying.checkoutInput(visitor, place, methodId)
  const { orderId } = await visitor.call('POST /api/create-payment-intent', { ...input, ...business })
  const order = await admin.call('GET /api/admin/orders/:orderId', { orderId })
  const taxes = order.taxes.map(({ name, rate, amount }) => [name, rate, amount])
  return { total: order.totalAmount, taxes, at: order.shippingMethod?.pickupAddress }
}

describe('an order that is picked up', () => {
  test('is confirmed with the place of pickup, and without a shipping address or shipping time', async () => {
    await save({ zones: zones(['US'], AUSTIN) })
    const visitor = shop.visitor()
    await visitor.call('POST /api/cart', { productId: (await aProduct(shop)).id, quantity: 1 })
    const email = `${crypto.randomUUID()}@example.com`
    const input = await buying.checkoutInput(visitor, { email }, 'store')
    const checkout = await visitor.call('POST /api/create-payment-intent', input)
    expect(await buying.payByCard(shop, checkout)).toBe(200)
    await buying.becomes(shop, checkout.orderId, 'processing')
    const [confirmation] = await emailsTo(shop, email)
    expect(confirmation?.text).toContain('Pick up at: 12 Main Street\nAustin, TX 78701')
    expect(confirmation?.text).toContain('We’ll get your order ready for pickup. Until then, you can cancel')
    expect(confirmation?.text).not.toMatch(/Shipping to|ship within/)
  })

  test('is taxed by table where it is picked up, not where the buyer lives', async () => {
    const rows = [taxRow('US', 82_500, { region: 'TX', name: 'Sales tax' })]
    await save({ zones: zones(['US'], AUSTIN), taxes: { ...SALES_TAX, rows } })
    expect(await orderTo(PORTLAND, 'store')).toMatchObject({
      total: '108.25',
      taxes: [['Sales tax', '8.25%', '8.25']],
      at: '12 Main Street\nAustin, TX 78701\nUnited States',
    })
    await save({ zones: zones(['US'], { ...AUSTIN, ...PORTLAND }) })
    expect(await orderTo({}, 'store')).toMatchObject({ total: '100.00', taxes: [] })
  })

  test('is taxed by Stripe where it is picked up', async () => {
    await save({ zones: zones(['US'], AUSTIN), business: BUSINESS, taxes: STRIPE_TAX })
    expect(await orderTo(PORTLAND, 'store')).toMatchObject({
      total: '108.25',
      taxes: [['Sales tax', '8.25%', '8.25']],
    })
    await save({ zones: zones(['US'], { ...AUSTIN, ...PORTLAND }) })
    expect(await orderTo({}, 'store')).toMatchObject({ total: '100.00', taxes: [] })
  })

  test('has the VAT of its country for a customer from abroad, and for a business from abroad', async () => {
    const taxes = {
      ...SALES_TAX,
      pricesIncludeTax: true,
      home: 'DE',
      rows: [taxRow('DE', 190_000), taxRow('AT', 200_000)],
    }
    await save({ zones: zones(['DE', 'AT'], BERLIN), taxes })
    expect(await orderTo(WIEN, 'mail')).toMatchObject({ taxes: [['VAT', '20%', '17.50']] })
    expect(await orderTo(WIEN, 'store')).toMatchObject({ taxes: [['VAT', '19%', '15.97']] })
    const business = { vatId: 'ATU12345675', amount: '100.00' }
    expect(await orderTo(WIEN, 'store', business)).toMatchObject({
      total: '100.00',
      taxes: [['VAT', '19%', '15.97']],
    })
    expect(await orderTo(WIEN, 'mail', { ...business, amount: '88.23' })).toMatchObject({
      total: '88.23',
      taxes: [['Reverse charge', '0%', '0.00']],
    })
  })

  test('abroad has the VAT of that country even if customers elsewhere in the EU pay that of the shop', async () => {
    const taxes = {
      ...SALES_TAX,
      pricesIncludeTax: true,
      home: 'DE',
      oss: 'home',
      rows: [taxRow('DE', 190_000), taxRow('AT', 200_000)],
    }
    await save({ zones: zones(['DE', 'AT'], { ...WIEN, phone: undefined }), taxes })
    expect(await orderTo(WIEN, 'mail')).toMatchObject({ taxes: [['VAT', '19%', '16.77']] })
    expect(await orderTo(WIEN, 'store')).toMatchObject({ taxes: [['VAT', '20%', '16.67']] })
  })
})
