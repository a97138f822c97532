import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aProduct } from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { SHIPPING } from '../../tests/support/shopper-details.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { archiveProduct } from '../catalog/archive-product.ts'
import { setStock } from '../stock/stock.ts'

let shop: TestShop
let visitor: Visitor
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(() => {
  visitor = shop.visitor()
})

const add = (product: { id: number }, quantity = 1) =>
  visitor.call('POST /api/cart', { productId: product.id, quantity })
const checkOut = (input: object) =>
  visitor.send({ method: 'POST', url: '/api/create-payment-intent', body: input })
const openOrders = async () =>
  shop.shop.db.selectFrom('orders').select('id').where('status', '=', 'pending').execute()

describe('the total shown to the shopper is the total paid', () => {
  test.each([
    ['a smaller amount', { amount: '0.50' }],
    ['a larger amount', { amount: '999.00' }],
    ['no items', { items: [] }],
  ])(
    '%s in the request returns 409 cart_changed with the quote, and no order is placed',
    async (_what, lie) => {
      const lamp = await aProduct(shop, { name: 'Lamp', priceCents: 4500 })
      await add(lamp)
      const before = await openOrders()
      const response = await checkOut({ ...(await buying.checkoutInput(visitor)), ...lie })
      expect(response.status).toBe(409)
      expect(response.json()).toMatchObject({
        code: 'cart_changed',
        message: 'Your cart has changed. Please review it before you pay.',
        quote: {
          lines: [{ productId: lamp.id, name: 'Lamp', price: '45.00', quantity: 1 }],
          subtotal: '45.00',
          shipping: '4.99',
          total: '49.99',
        },
      })
      expect(await openOrders()).toEqual(before)
    },
  )

  test('an item with a different price, quantity, or product returns 409 and changes nothing', async () => {
    const lamp = await aProduct(shop, { priceCents: 4500 })
    await add(lamp)
    const input = await buying.checkoutInput(visitor)
    const [item] = input.items
    for (const lie of [
      { ...item, product: { price: '0.01' } },
      { ...item, quantity: 2 },
      { ...item, productId: 1 },
    ]) {
      const response = await checkOut({ ...input, items: [lie] })
      expect([response.status, response.json()]).toMatchObject([409, { code: 'cart_changed' }])
    }
  })

  test('a changed price is reported per item, with the old and the new price', async () => {
    const [lamp, mat] = [
      await aProduct(shop, { priceCents: 2000 }),
      await aProduct(shop, { priceCents: 1000 }),
    ]
    await add(lamp)
    await add(mat, 2)
    const input = await buying.checkoutInput(visitor)
    await shop.shop.db.updateTable('variants').set({ price_cents: 2500 }).where('id', '=', lamp.id).execute()
    const [, second] = await visitor.call('GET /api/cart')
    await visitor.call('PATCH /api/cart/:itemId', { itemId: second?.id ?? 0, quantity: 3 })
    expect((await checkOut(input)).json()).toMatchObject({
      code: 'cart_changed',
      quote: {
        lines: [
          { price: '25.00', quantity: 1, seenPrice: '20.00', seenQuantity: 1 },
          { price: '10.00', quantity: 3, seenPrice: '10.00', seenQuantity: 2 },
        ],
        total: '59.99',
      },
    })
  })

  test('the session’s cart is purchased, regardless of the cart in the request', async () => {
    const other = shop.visitor()
    await other.call('POST /api/cart', { productId: (await aProduct(shop)).id, quantity: 1 })
    const foreign = await buying.checkoutInput(other)
    expect((await checkOut(foreign)).json()).toMatchObject({
      code: 'invalid_input',
      message: 'Your cart is empty',
    })
    await add(await aProduct(shop))
    expect((await checkOut(foreign)).json()).toMatchObject({ code: 'cart_changed' })
  })
})

describe('a checkout with too little stock', () => {
  test('names the product and the units available', async () => {
    const few = await aProduct(shop, { name: 'Few', stockQuantity: 2 })
    await add(few, 3)
    const response = await checkOut(await buying.checkoutInput(visitor))
    expect([response.status, response.json()]).toMatchObject([
      409,
      { code: 'out_of_stock', message: 'Only 2 of Few left.', quote: { lines: [{ left: 2, quantity: 3 }] } },
    ])
  })

  test('is rejected for sold-out, inactive, and archived products', async () => {
    const [sold, closed, gone] = [
      await aProduct(shop, { name: 'Sold', stockQuantity: 1 }),
      await aProduct(shop, { name: 'Closed' }),
      await aProduct(shop, { name: 'Gone' }),
    ]
    const cases = [
      [sold, () => setStock(shop.shop.db, sold.id, 0), 'Sold is out of stock.'],
      [
        closed,
        () =>
          shop.shop.db.updateTable('variants').set({ in_stock: false }).where('id', '=', closed.id).execute(),
        'Closed is out of stock.',
      ],
      [
        gone,
        () => archiveProduct(shop.shop.db, null, gone.id),
        'Gone is no longer available. Please remove it from your cart.',
      ],
    ] as const
    for (const [product, change, message] of cases) {
      visitor = shop.visitor()
      await add(product)
      await change()
      expect((await checkOut(await buying.checkoutInput(visitor))).json()).toMatchObject({
        code: 'out_of_stock',
        message,
      })
    }
  })

  test('sells the last unit to only one of two shoppers', async () => {
    const last = await aProduct(shop, { name: 'Last', stockQuantity: 1 })
    await add(last)
    const loser = shop.visitor()
    await loser.call('POST /api/cart', { productId: last.id, quantity: 1 })
    const seen = await buying.checkoutInput(loser)
    await buying.checkOut(visitor)
    await expect(loser.call('POST /api/create-payment-intent', seen)).rejects.toMatchObject({
      status: 409,
      code: 'out_of_stock',
      serverMessage: 'Last is out of stock.',
    })
  })
})

describe('a checkout is rejected with 400', () => {
  test('for an empty cart', async () => {
    const input = { items: [], amount: '0', shippingInfo: SHIPPING }
    expect((await checkOut(input)).json()).toMatchObject({
      code: 'invalid_input',
      message: 'Your cart is empty',
    })
  })

  test('for an order below 50 cents, or above the maximum for a card', async () => {
    await add(await aProduct(shop, { priceCents: 49, shippingCostCents: 0 }))
    expect((await checkOut({ ...(await buying.checkoutInput(visitor)), amount: '0.49' })).status).toBe(400)
    await visitor.call('DELETE /api/cart')
    await add(await aProduct(shop, { priceCents: 100_000_000 }))
    expect((await checkOut(await buying.checkoutInput(visitor))).json()).toMatchObject({
      code: 'invalid_input',
      message: 'This order is too large for one card payment. Please split it up or contact us.',
    })
  })
})
