import { sql } from 'kysely'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { freshDatabase } from '../../tests/support/fresh-database.ts'
import { insertOldProducts, migrateBefore } from '../../tests/support/old-version.ts'
import { seedOrders } from '../../tests/support/seed-orders.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { type Db, openDatabase } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { sha256 } from '../platform/ids.ts'
import { readStock } from '../stock/fixtures.ts'
import { listStockProblems } from '../stock/queries.ts'
import { commitReservation } from '../stock/stock.ts'
import { aProduct } from './fixtures.ts'

const ORDER = 'PL-0PEN-0RD3'

/** The rows that an upgrade must not change. */
async function contents(db: Db) {
  const tables = [
    'stock',
    'holds',
    'hold_lines',
    'stock_movements',
    'cart_items',
    'price_history',
    'payments',
  ]
  const rows = tables.map((table) =>
    sql<{ row: object }>`select to_jsonb(one) as row from ${sql.table(table)} one order by 1`.execute(db),
  )
  const items = sql`select id, order_id, version, product_id, name, price_cents, quantity
    from order_items order by id`.execute(db)
  const products =
    sql`select id, price_cents, old_price_cents, prior_price_cents, in_stock, version, updated_at
    from products order by id`.execute(db)
  return (await Promise.all([...rows, items, products])).map(({ rows }) => rows)
}

/** An order that is being paid, with its cart, a reservation of two units of each product, and its payment. */
async function insertOpenOrder(db: Db) {
  await sql`update stock set quantity = coalesce(quantity, 0) + 5 where product_id in (1, 2)`.execute(db)
  await sql`insert into stock_movements (product_id, change, reason)
    select product_id, quantity - coalesce((select sum(change) from stock_movements
      where stock_movements.product_id = stock.product_id), 0), 'set'
    from stock where product_id in (1, 2)`.execute(db)
  await sql`update stock set held = 2 where product_id in (1, 2)`.execute(db)
  await sql`insert into carts (token_hash) values (${sha256('open')})`.execute(db)
  await sql`insert into cart_items (cart_id, product_id, quantity)
    select carts.id, products.id, 2 from carts, products
    where token_hash = ${sha256('open')} and products.id in (1, 2)`.execute(db)
  await sql`insert into orders (id, cart_id, first_name, last_name, email, phone, address, city, state, zip_code, country)
    select ${ORDER}, id, 'Ada', 'Lovelace', 'ada@example.com', '', '1 Row', 'Austin', 'TX', '78701', 'US'
    from carts where token_hash = ${sha256('open')}`.execute(db)
  await sql`with placed as (
      insert into order_versions (order_id, version, subtotal_cents, shipping_cents)
      select ${ORDER}, 1, sum(2 * price_cents), 499 from products where id in (1, 2))
    insert into order_items (order_id, version, product_id, name, image, price_cents, quantity)
    select ${ORDER}, 1, id, name, '/images/none.jpg', price_cents, 2 from products where id in (1, 2)`.execute(
    db,
  )
  await sql`insert into holds (order_key, expires_at) values (${ORDER}, now() + interval '1 hour')`.execute(
    db,
  )
  await sql`insert into hold_lines select ${ORDER}, id, 2 from products where id in (1, 2)`.execute(db)
  await sql`insert into payments (order_id, is_live, opened_version, status)
    values (${ORDER}, false, 1, 'processing')`.execute(db)
}

describe('an upgrade of a shop without variants', () => {
  test('gives each product one variant, and keeps carts, reservations, payments, stock, and prices', async () => {
    const databaseUrl = await freshDatabase(inject('postgresUrl'))
    const old = await openDatabase({ databaseUrl, dataDir: '/nowhere' })
    await migrateBefore(old.db, '0070')
    await insertOldProducts(old.db, 60)
    await seedOrders(old.db, 300)
    await insertOpenOrder(old.db)
    await sql`update products set price_cents = 900, old_price_cents = 1900, updated_at = now() where id = 3`.execute(
      old.db,
    )
    const before = await contents(old.db)

    await migrate(old.db)
    const { db } = old
    expect(await contents(db)).toEqual(before)
    const { rows } = await sql<{ same: boolean; count: number }>`
      select (products.price_cents, products.old_price_cents, products.prior_price_cents, products.in_stock)
        is not distinct from
        (variants.price_cents, variants.old_price_cents, variants.prior_price_cents, variants.in_stock) as same,
        count(*)::int as count
      from products full join variants on variants.id = products.id and variants.product_id = products.id
      group by 1`.execute(db)
    expect(rows).toEqual([{ same: true, count: 60 }])
    expect(await listStockProblems(db)).toEqual([])

    const stock = await readStock(db, 1)
    const items = [1, 2].map((variantId) => ({ variantId, quantity: 2 }))
    expect(await commitReservation(db, ORDER, items)).toBe(true)
    expect(await readStock(db, 1)).toMatchObject({ quantity: Number(stock?.quantity) - 2, held: 0 })
    expect(await listStockProblems(db)).toEqual([])
    await old.close()
  })
})

describe('a node of the previous version', () => {
  let shop: TestShop
  let db: Db
  beforeAll(async () => {
    shop = await openTestShop()
    db = shop.shop.db
  })

  const variantOf = (id: number) =>
    db.selectFrom('variants').selectAll().where('product_id', '=', id).executeTakeFirstOrThrow()

  test('adds products that this version sells', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into products (name, description, price_cents, category_id)
      values ('Old Node Lamp', '<p>Bright.</p>', 4500, 1) returning id`.execute(db)
    const id = rows[0]?.id ?? 0
    await sql`insert into stock (product_id, quantity) values (${id}, 3)`.execute(db)
    await sql`insert into stock_movements (product_id, change, reason) values (${id}, 3, 'set')`.execute(db)
    expect(await variantOf(id)).toMatchObject({ id, price_cents: 4500, in_stock: true })
    const [line] = await shop.visitor().call('POST /api/cart', { productId: id, quantity: 2 })
    expect(line?.product).toMatchObject({ price: '45.00', stockQuantity: 3, inStock: true })
  })

  test('changes prices that this version charges, and their history', async () => {
    const id = await aProduct(shop, { priceCents: 5000 })
    await sql`update products set price_cents = 4000, old_price_cents = 5000, in_stock = false,
      version = version + 1, updated_at = now() where id = ${id}`.execute(db)
    expect(await variantOf(id)).toMatchObject({ price_cents: 4000, old_price_cents: 5000, in_stock: false })
    const shown = await shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: String(id) })
    expect(shown).toMatchObject({ price: '40.00', oldPrice: '50.00', priorPrice: '50.00', inStock: false })
  })

  test('adds to a cart, reserves, and sells from the same stock', async () => {
    const id = await aProduct(shop, { stockQuantity: 5 })
    const visitor = shop.visitor()
    await visitor.call('POST /api/cart', { productId: id, quantity: 1 })
    await sql`insert into cart_items (cart_id, product_id, quantity)
      select cart_id, product_id, 2 from cart_items where product_id = ${id}
      on conflict (cart_id, product_id) do update set quantity = cart_items.quantity + excluded.quantity`.execute(
      db,
    )
    expect(await visitor.call('GET /api/cart')).toMatchObject([{ productId: id, quantity: 3 }])

    await sql`insert into holds (order_key, expires_at) values ('PL-0LD-N0DE', now() + interval '1 hour')`.execute(
      db,
    )
    await sql`update stock set held = held + 3 where product_id = ${id}`.execute(db)
    await sql`insert into hold_lines (order_key, product_id, quantity) values ('PL-0LD-N0DE', ${id}, 3)`.execute(
      db,
    )
    expect(await commitReservation(db, 'PL-0LD-N0DE', [{ variantId: id, quantity: 3 }])).toBe(true)
    expect(await readStock(db, id)).toEqual({ quantity: 2, held: 0, available: 2 })
    expect(await listStockProblems(db)).toEqual([])
  })
})
