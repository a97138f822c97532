import { beforeAll, describe, expect, test } from 'vitest'
import { anAdmin, aProduct } from '../../tests/support/fixtures.ts'
import { checkOutWith } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { Db } from '../platform/db/database.ts'
import { toQuote } from './stored-quote.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

async function quotesOf(db: Db, orderId: string) {
  const rows = await db
    .selectFrom('order_versions')
    .select(['version', 'quote'])
    .where('order_id', '=', orderId)
    .orderBy('version')
    .execute()
  return rows.map(toQuote)
}

describe('the quote stored with an order', () => {
  test('is the one that the shopper agreed to, even if prices and rates change later', async () => {
    const visitor = shop.visitor()
    const lamp = await aProduct(shop, { priceCents: 4500 })
    const mat = await aProduct(shop, { priceCents: 1050, shippingCostCents: 0 })
    await visitor.call('POST /api/cart', { productId: mat.id, quantity: 2 })
    const { orderId } = await checkOutWith(visitor, [lamp])
    const agreed = [
      {
        currency: { code: 'USD', exponent: 2 },
        lines: [
          { productId: lamp.id, variantId: lamp.id, quantity: 1, priceCents: 4500, cents: 4500, taxes: [] },
          { productId: mat.id, variantId: mat.id, quantity: 2, priceCents: 1050, cents: 2100, taxes: [] },
        ],
        shipping: { methodId: 'standard', name: 'Standard shipping', cents: 499, taxes: [] },
        taxes: [],
        steps: [
          { kind: 'items', reason: 'Items', cents: 6600, isIncluded: false },
          { kind: 'shipping', reason: 'Standard shipping', cents: 499, isIncluded: false },
        ],
        subtotalCents: 6600,
        shippingCents: 499,
        taxCents: 0,
        totalCents: 7099,
      },
    ]
    expect(await quotesOf(shop.shop.db, orderId)).toEqual(agreed)

    const admin = await anAdmin(shop)
    await admin.call('PATCH /api/admin/settings', { shippingRate: '9.99' })
    await admin.call('PATCH /api/admin/products/:id', { id: lamp.id, price: '50.00' })
    expect(await quotesOf(shop.shop.db, orderId)).toEqual(agreed)
    expect(await admin.call('GET /api/admin/orders/:orderId', { orderId })).toMatchObject({
      subtotal: '66.00',
      shippingCost: '4.99',
      totalAmount: '70.99',
    })
    await admin.call('PATCH /api/admin/settings', { shippingRate: '4.99' })
  })

  test('always matches the columns that lists and payments read', async () => {
    const { orderId } = await checkOutWith(shop.visitor(), [await aProduct(shop)])
    const { db } = shop.shop
    const change = (set: object) =>
      db.updateTable('order_versions').set(set).where('order_id', '=', orderId).execute()
    await expect(change({ subtotal_cents: 1 })).rejects.toThrow('quote_agrees')
    await expect(change({ quote: '{}' })).rejects.toThrow('quote_agrees')
  })
})
