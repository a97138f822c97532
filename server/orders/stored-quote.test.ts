import { sql } from 'kysely'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { anAdmin, aProduct } from '../../tests/support/fixtures.ts'
import { freshDatabase } from '../../tests/support/fresh-database.ts'
import { insertOldProducts, migrateBefore } from '../../tests/support/old-version.ts'
import { checkOut, checkOutWith } from '../../tests/support/purchase.ts'
import { seedOrders } from '../../tests/support/seed-orders.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { type Db, openDatabase } from '../platform/db/database.ts'
import { toQuote } from './stored-quote.ts'

const ORDERS = 500

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
          { productId: lamp.id, quantity: 1, priceCents: 4500, cents: 4500, taxes: [] },
          { productId: mat.id, quantity: 2, priceCents: 1050, cents: 2100, taxes: [] },
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

  test('is stored even if a node of the previous version places the order, and a repeated checkout finds it', async () => {
    const visitor = shop.visitor()
    const { orderId } = await checkOutWith(visitor, [
      await aProduct(shop, { priceCents: 2000, shippingCostCents: 0 }),
      await aProduct(shop, { priceCents: 1500 }),
    ])
    const [placed] = await quotesOf(shop.shop.db, orderId)
    // The previous version's statement, which inserts a version without a quote, and its items.
    await sql`with inserted as (
        insert into order_versions (order_id, version, subtotal_cents, shipping_cents)
        select order_id, 2, subtotal_cents, shipping_cents from order_versions where order_id = ${orderId})
      insert into order_items (order_id, version, product_id, name, image, price_cents, quantity)
      select order_id, 2, product_id, name, image, price_cents, quantity from order_items
      where order_id = ${orderId}`.execute(shop.shop.db)
    expect(await quotesOf(shop.shop.db, orderId)).toEqual([placed, placed])
    await checkOut(visitor)
    expect(await quotesOf(shop.shop.db, orderId)).toHaveLength(2)
  })
})

describe('an upgrade from a version without stored quotes', () => {
  /** Returns the amounts and items of each version, computed without a quote. */
  async function contents(db: Db) {
    const { rows } = await sql<{ id: string; amounts: number[]; items: number[][] }>`
      select order_id || ' ' || version as id,
        jsonb_build_array(subtotal_cents, shipping_cents, total_cents) as amounts,
        (select jsonb_agg(jsonb_build_array(product_id, quantity, price_cents) order by product_id)
          from order_items item where item.order_id = order_versions.order_id
            and item.version = order_versions.version) as items
      from order_versions order by 1`.execute(db)
    return rows
  }

  test('gives each order a quote that matches its columns and items to the cent, and changes no amount', async () => {
    const databaseUrl = await freshDatabase(inject('postgresUrl'))
    const old = await openDatabase({ databaseUrl, dataDir: '/nowhere' })
    await migrateBefore(old.db, '0054')
    // The seed writes the current columns.
    await sql`alter table products add column tax_class text`.execute(old.db)
    await insertOldProducts(old.db, 40)
    await sql`alter table products drop column tax_class`.execute(old.db)
    await seedOrders(old.db, ORDERS)
    // Includes orders with free shipping, and an unpaid order with an older version.
    await sql`update order_versions set shipping_cents = 0 where order_id like 'PL-%7'`.execute(old.db)
    await sql`update orders set status = 'pending', version = 2 where id = (select min(id) from orders)`.execute(
      old.db,
    )
    await sql`with inserted as (
        insert into order_versions (order_id, version, subtotal_cents, shipping_cents)
        select order_id, 2, 3 * price_cents, 499 from order_items where id = (
          select min(id) from order_items where order_id = (select min(id) from orders)) returning order_id)
      insert into order_items (order_id, version, product_id, name, image, price_cents, quantity)
      select order_id, 2, product_id, name, image, price_cents, 3 from order_items where id = (
        select min(id) from order_items where order_id = (select order_id from inserted))`.execute(old.db)
    const before = await contents(old.db)
    expect(before).toHaveLength(ORDERS + 1)
    await old.close()

    const upgraded = await openTestShop({ databaseUrl })
    const { db } = upgraded.shop
    expect(await contents(db)).toEqual(before)
    const quotes = (
      await sql<{ quote: unknown }>`
      select quote from order_versions order by order_id || ' ' || version`.execute(db)
    ).rows.map(toQuote)
    for (const [index, { amounts, items }] of before.entries()) {
      const { currency, lines, steps, subtotalCents, shippingCents, totalCents } =
        quotes[index] ?? toQuote({ quote: null })
      expect([subtotalCents, shippingCents, totalCents]).toEqual(amounts)
      expect(lines.map(({ productId, quantity, priceCents }) => [productId, quantity, priceCents])).toEqual(
        items,
      )
      expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(subtotalCents)
      expect(steps.reduce((sum, { cents }) => sum + cents, 0)).toBe(totalCents)
      expect(currency).toEqual({ code: 'USD', exponent: 2 })
    }
    const admin = await anAdmin(upgraded)
    const [order] = await admin.call('GET /api/admin/orders', { status: 'delivered', pageSize: 1 })
    const shown = await admin.call('GET /api/admin/orders/:orderId', { orderId: order?.id ?? '' })
    expect(shown.totalAmount).toBe(order?.total)
  })
})
