import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NO_TAXES, type TaxRow } from '#contract/settings/taxes.ts'
import * as after from '../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { SALES_TAX, taxRow } from '../../tests/support/taxes.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { turnClock } from '../platform/clock.ts'

let shop: TestShop
let admin: Customer
let visitor: Visitor
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})
beforeEach(() => {
  visitor = shop.visitor()
})
afterEach(() => turnClock(0))

const charge = (pricesIncludeTax: boolean, rows: TaxRow[], classes: string[] = []) =>
  admin.call('PATCH /api/admin/settings', {
    taxes: { ...NO_TAXES, mode: 'table', pricesIncludeTax, rows, classes },
  })

const toLondon = { country: 'UK', state: 'London', city: 'London', zipCode: 'SW1A 1AA' } as const

describe('taxes that are added to prices', () => {
  beforeEach(() => charge(false, SALES_TAX.rows))

  test('are paid, and shown by order, email, and export', async () => {
    const lamp = await aProduct(shop, { name: 'Taxed Lamp', priceCents: 3333 })
    const { orderId, ...checkout } = await buying.aPaidOrder(shop, visitor, [lamp], {
      email: 'tx@example.com',
    })
    // 6.25% and 2% of 33.33 are 2.08 and 0.67; of 4.99, they are 0.31 and 0.10.
    expect((await buying.intentOf(shop, checkout)).amount).toBe(3333 + 499 + 239 + 77)
    expect(await after.tracked(shop, { orderId, email: 'tx@example.com' })).toMatchObject({
      subtotal: '33.33',
      shippingCost: '4.99',
      totalAmount: '41.48',
      taxes: [
        { name: 'State tax', rate: '6.25%', amount: '2.39', isIncluded: false },
        { name: 'City tax', rate: '2%', amount: '0.77', isIncluded: false },
      ],
    })
    const { text } = await after.findEmail(shop, 'tx@example.com', `Your order ${orderId} at Plinth`)
    expect(text).toMatch(
      /Shipping: \$4\.99\s+State tax 6\.25%: \$2\.39\s+City tax 2%: \$0\.77\s+Total: \$41\.48/,
    )
    const { text: csv } = await admin.send({ url: `/api/admin/orders/export?search=${orderId}` })
    expect(csv.trimEnd()).toMatch(/33\.33,4\.99,41\.48,41\.48,.*,3\.16,3\.16,,0\.00,$/)
  })

  test('are part of what the shopper agrees to', async () => {
    const product = await aProduct(shop, { priceCents: 1000 })
    await visitor.call('POST /api/cart', { productId: product.id, quantity: 1 })
    const input = await buying.checkoutInput(visitor)
    await expect(
      visitor.call('POST /api/create-payment-intent', { ...input, amount: '14.99' }),
    ).rejects.toMatchObject({
      code: 'cart_changed',
      body: { quote: { subtotal: '10.00', shipping: '4.99', tax: '1.24', total: '16.23' } },
    })
  })

  test('are never charged to a shopper who saw only the subtotal', async () => {
    const cup = await aProduct(shop, { priceCents: 10_000, shippingCostCents: 0 })
    await visitor.call('POST /api/cart', { productId: cup.id, quantity: 1 })
    const input = await buying.checkoutInput(visitor)
    await expect(
      visitor.call('POST /api/create-payment-intent', { ...input, amount: '100.00' }),
    ).rejects.toMatchObject({ code: 'cart_changed', body: { quote: { total: '108.25' } } })
  })

  test('apply to a region regardless of how its name is typed', async () => {
    await charge(false, [
      taxRow('CA', 130_000, { region: 'ON', name: 'HST' }),
      taxRow('CA', 50_000, { name: 'GST' }),
    ])
    await visitor.call('POST /api/cart', { productId: (await aProduct(shop)).id, quantity: 1 })
    const totalIn = async (state: string) =>
      (await buying.checkoutInput(visitor, { country: 'CA', state })).amount
    expect(await totalIn('on')).toBe(await totalIn('ON'))
    expect(await totalIn('on')).not.toBe(await totalIn('Quebec'))
  })

  test('of a region replace the country’s, or are added to them if its row adds them', async () => {
    await charge(false, [
      taxRow('CA', 50_000, { name: 'GST' }),
      taxRow('CA', 70_000, { region: 'BC', name: 'PST', addsToCountry: true }),
      taxRow('CA', 130_000, { region: 'ON', name: 'HST' }),
    ])
    const pad = await aProduct(shop, { priceCents: 10_000, shippingCostCents: 0 })
    const taxesIn = async (state: string) => {
      const { orderId } = await buying.checkOutWith(shop.visitor(), [pad], { country: 'CA', state })
      const { taxes } = await admin.call('GET /api/admin/orders/:orderId', { orderId })
      return taxes.map(({ name, rate, amount }) => `${name} ${rate} ${amount}`)
    }
    expect(await taxesIn('BC')).toEqual(['PST 7% 7.00', 'GST 5% 5.00'])
    expect(await taxesIn('ON')).toEqual(['HST 13% 13.00'])
    expect(await taxesIn('AB')).toEqual(['GST 5% 5.00'])
  })

  test('don’t apply to shipping where the place’s row excludes it', async () => {
    await charge(false, [taxRow('US', 72_500, { region: 'TX', shippingTaxed: false })])
    await visitor.call('POST /api/cart', {
      productId: (await aProduct(shop, { priceCents: 10_000 })).id,
      quantity: 1,
    })
    // 7.25% of 100.00, and nothing of 4.99.
    expect((await buying.checkoutInput(visitor)).amount).toBe('112.24')
    await buying.checkOut(visitor)
  })

  test('of a class with its own rate in one region are the standard ones in the others', async () => {
    await charge(false, [
      taxRow('US', 72_500, { region: 'CA', name: 'Sales tax' }),
      taxRow('US', 88_750, { region: 'NY', name: 'Sales tax', classes: { reduced: 0 } }),
    ])
    const book = await aProduct(shop, { priceCents: 10_000, taxClass: 'reduced', shippingCostCents: 0 })
    await visitor.call('POST /api/cart', { productId: book.id, quantity: 1 })
    const ratesIn = async (state: string) => {
      const { taxes } = await visitor.call('POST /api/quote', { place: { country: 'US', state } })
      return taxes.map(({ rate }) => rate)
    }
    expect([await ratesIn('CA'), await ratesIn('NY')]).toEqual([['7.25%'], ['0%']])
  })

  test('are refunded with the units, and all parts add up to the payment', async () => {
    const lamp = await aProduct(shop, { name: 'Returned Lamp', priceCents: 3333 })
    await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 2 })
    const order = await after.aDeliveredOrder(shop, admin, [lamp], { email: 'back@example.com', visitor })
    const suggested = async () => {
      const { returns } = await after.submitReturn(shop, order)
      const { id } = returns.find(({ status }) => status === 'requested') ?? { id: 0 }
      const [listed] = (await admin.call('GET /api/admin/orders/:orderId', order)).returns.filter(
        (one) => one.id === id,
      )
      const refund = listed?.suggestedRefund ?? ''
      await admin.call('POST /api/admin/returns/:id/accept', { id, refund, restock: false })
      return refund
    }
    // 3 lamps at 33.33 with 6.25 + 2.00 tax are 108.24; shipping with 0.31 + 0.10 tax is 5.40.
    expect([await suggested(), await suggested(), await suggested()]).toEqual(['36.08', '36.08', '41.48'])
    const { payment } = await admin.call('GET /api/admin/orders/:orderId', order)
    expect(payment?.refundable).toBe('0.00')
  })

  test('stay those of the order if the rates change later', async () => {
    const { orderId } = await buying.aPaidOrder(shop, visitor, [await aProduct(shop, { priceCents: 10_000 })])
    await charge(false, [taxRow('US', 500_000)])
    const order = await admin.call('GET /api/admin/orders/:orderId', { orderId })
    expect([order.totalAmount, order.taxes.map(({ amount }) => amount)]).toEqual(['113.65', ['6.56', '2.10']])
  })

  test('of another state, and the next rate before its day, are not charged', async () => {
    await visitor.call('POST /api/cart', { productId: (await aProduct(shop)).id, quantity: 1 })
    const totalIn = async (state: string) => (await buying.checkoutInput(visitor, { state })).amount
    expect([await totalIn('TX'), await totalIn('OR')]).toEqual(['16.23', '15.93'])
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    await charge(false, [taxRow('US', 100_000, { next: { ppm: 200_000, from: tomorrow } })])
    expect(await totalIn('OR')).toBe('16.49')
    turnClock(86_400_000)
    expect(await totalIn('OR')).toBe('17.99')
    await buying.checkOut(visitor, { state: 'OR' })
  })
})

test('the next rate of a place replaces the current one on its day, so only one of them is charged', async () => {
  await charge(false, [taxRow('GB', 190_000, { next: { ppm: 200_000, from: '2026-01-01' } })])
  const lamp = await aProduct(shop, { priceCents: 10_000, shippingCostCents: 0 })
  await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
  expect((await buying.checkoutInput(visitor, toLondon)).amount).toBe('120.00')
  await buying.checkOut(visitor, toLondon)
})

describe('taxes that prices include', () => {
  test('change no price, and are shown after the total', async () => {
    await charge(true, [taxRow('GB', 200_000)])
    const lamp = await aProduct(shop, { priceCents: 12_000 })
    const { orderId } = await buying.aPaidOrder(shop, visitor, [lamp], {
      ...toLondon,
      email: 'uk@example.com',
    })
    expect(await after.tracked(shop, { orderId, email: 'uk@example.com' })).toMatchObject({
      totalAmount: '124.99',
      taxes: [{ name: 'VAT', rate: '20%', amount: '20.83', isIncluded: true }],
    })
    const { text, html } = await after.findEmail(shop, 'uk@example.com', `Your order ${orderId} at Plinth`)
    expect(text).toMatch(/Total: \$124\.99\s+Includes VAT 20%: \$20\.83/)
    const bold = [...html.matchAll(/font-weight:bold[^>]*>([^<]+)/g)]
    expect(bold.map(([, shown]) => shown)).toEqual(['Total', '$124.99'])
  })

  test('follow the class of the product, or of its category', async () => {
    const { id: categoryId } = await admin.call('POST /api/admin/categories', {
      name: 'Printed',
      slug: 'printed',
      description: 'Books',
      taxClass: 'books',
    })
    const book = await aProduct(shop, { priceCents: 10_500, categoryId, shippingCostCents: 0 })
    const lamp = await aProduct(shop, { priceCents: 12_000, categoryId, shippingCostCents: 0 })
    await admin.call('PATCH /api/admin/products/:id', { id: lamp.id, taxClass: 'standard' })
    const other = await aProduct(shop, {
      priceCents: 12_000,
      shippingCostCents: 0,
      taxClass: 'no-such-class',
    })
    await charge(true, [taxRow('GB', 200_000, { classes: { books: 50_000 } })], ['books'])
    const { orderId } = await buying.checkOutWith(visitor, [book, lamp, other], toLondon)
    const { taxes } = await admin.call('GET /api/admin/orders/:orderId', { orderId })
    expect(taxes.map((tax) => [tax.rate, tax.amount])).toEqual([
      ['20%', '40.00'],
      ['5%', '5.00'],
    ])
    expect((await visitor.call('GET /api/cart')).map(({ taxClass }) => taxClass)).toEqual([
      ...['books', undefined, undefined],
    ])
  })
})

test('a shop without taxes sends no rules, and its orders have none', async () => {
  await admin.call('PATCH /api/admin/settings', { taxes: NO_TAXES })
  expect(await visitor.call('GET /api/shop')).not.toHaveProperty('taxes')
  const { orderId } = await buying.checkOutWith(visitor, [await aProduct(shop)])
  expect((await admin.call('GET /api/admin/orders/:orderId', { orderId })).taxes).toEqual([])
})
