import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/api.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { checkOut } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { Visitor } from '../../tests/support/visitor.ts'

let shop: TestShop
let admin: Customer
let visitor: Visitor
let mat: Product
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
  mat = await aProduct(shop, { priceCents: 1250, stockQuantity: 9 })
})
beforeEach(async () => {
  visitor = shop.visitor()
  await visitor.call('POST /api/cart', { productId: mat.id, quantity: 1 })
  await save('0')
})

const save = (minimumOrder: string) => admin.call('PATCH /api/admin/settings', { minimumOrder })
const rows = async () =>
  (await visitor.call('POST /api/quote', {})).rows.map(({ label, value }) => `${label}: ${value}`)
const BELOW = {
  status: 400,
  serverMessage: 'The minimum order is $25.00 before shipping. Please add $12.50 to your cart.',
}

describe('the minimum order', () => {
  test('doesn’t exist in a fresh install, whose quotes don’t mention it', async () => {
    expect(await admin.call('GET /api/admin/settings')).toMatchObject({ minimumOrder: '0.00' })
    expect(await visitor.call('POST /api/quote', {})).not.toHaveProperty('missing')
    expect(await checkOut(visitor)).toHaveProperty('orderId')
  })

  test('rejects a smaller cart, even if shipping exceeds the rest, and reserves nothing', async () => {
    const last = await aProduct(shop, { priceCents: 1250, stockQuantity: 1 })
    const [first, second] = [shop.visitor(), shop.visitor()]
    for (const one of [first, second]) await one.call('POST /api/cart', { productId: last.id, quantity: 1 })
    await admin.call('PATCH /api/admin/settings', { shippingRate: '20', minimumOrder: '25' })
    await expect(checkOut(first)).rejects.toMatchObject(BELOW)
    await admin.call('PATCH /api/admin/settings', { shippingRate: '4.99', minimumOrder: '12.50' })
    expect(await checkOut(second)).toHaveProperty('orderId')
  })

  test('accepts a cart of exactly that much', async () => {
    await save('12.50')
    expect(await checkOut(visitor)).toHaveProperty('orderId')
    expect(await visitor.call('POST /api/quote', {})).not.toHaveProperty('missing')
  })

  test('says below the cart’s total how much is missing, except of an empty cart', async () => {
    await save('25')
    expect(await rows()).toEqual([
      'Subtotal: $12.50',
      'Shipping: $4.99',
      'Total: $17.49',
      'Minimum order $25.00: $12.50 missing',
    ])
    expect(await visitor.call('POST /api/quote', {})).toMatchObject({ missing: '12.50' })
    await visitor.call('DELETE /api/cart')
    expect(await visitor.call('POST /api/quote', {})).not.toHaveProperty('missing')
  })

  test('keeps an order payable that was placed before the shopper removed something', async () => {
    await save('25')
    await visitor.call('POST /api/cart', { productId: mat.id, quantity: 1 })
    const checkout = await checkOut(visitor)
    const [item] = await visitor.call('GET /api/cart')
    await visitor.call('PATCH /api/cart/:itemId', { itemId: item?.id ?? 0, quantity: 1 })
    await expect(checkOut(visitor)).rejects.toMatchObject(BELOW)
    await visitor.call('PATCH /api/cart/:itemId', { itemId: item?.id ?? 0, quantity: 2 })
    expect(await checkOut(visitor)).toEqual(checkout)
  })

  test('can’t be higher than an order can be', async () => {
    await expect(save('100000')).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'minimumOrder', message: 'Minimum order must be at most $99,999.99' }],
    })
  })
})
