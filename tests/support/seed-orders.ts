import { sql } from 'kysely'
import { now } from '../../server/platform/clock.ts'
import type { Db } from '../../server/platform/db/database.ts'

const DAYS = 365
const DAY_MS = 86_400_000
const SHIPPING = 499

/**
 * Adds a number of generated orders over the last year, to test their totals. Each has two products. Most are delivered, and
 * some are refunded, cancelled or never paid. Also adds half as many abandoned carts. Stock isn't changed.
 */
export async function seedOrders(db: Db, orders: number): Promise<void> {
  const start = new Date(now().getTime() - DAYS * DAY_MS)
  await sql`create table seeded as
    select n, ${start}::timestamptz + make_interval(secs => n * ${(DAYS * 86_400) / orders}::float8) as at,
      'PL-' || substr(code, 1, 4) || '-' || substr(code, 5, 4) as id,
      case when n % 100 < 5 then 'processing' when n % 100 < 12 then 'shipped' when n % 100 < 18 then 'cancelled'
        else 'delivered' end as status,
      n % 100 not between 12 and 14 as is_paid
    from (select n, (select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ',
        (((n * 2654435761) >> (5 * place)) & 31)::int + 1, 1), '' order by place) from generate_series(0, 7) as place) as code
      from generate_series(1::bigint, ${orders}) as n) as numbered`.execute(db)
  await sql`insert into carts (token_hash, created_at, used_at)
    select 'order ' || n, at, at from seeded union all select 'left ' || n, at, at from seeded where n % 2 = 0`.execute(
    db,
  )
  await sql`insert into cart_items (cart_id, variant_id, quantity)
    select carts.id, ${productOf('carts.id')}, 1 from carts where token_hash like 'left %'`.execute(db)
  await sql`insert into orders (id, cart_id, status, first_name, last_name, email, phone, address, city, state, zip_code,
      country, created_at, updated_at)
    select seeded.id, carts.id, status, 'Ada', 'Lovelace', 'buyer-' || n % 5000 || '@example.com', '+1 555 010 7788',
      '12 Analytical Row', 'Austin', 'TX', '78701', 'US', at, at
    from seeded join carts on carts.token_hash = 'order ' || n`.execute(db)
  await sql`create table seeded_items as
    select distinct on (id, product_id) id, at, product_id, 1000 + n % 70 * 50 as price_cents, 1 + n % 3 as quantity
    from (select seeded.*, ${productOf('n * line')} as product_id from seeded, generate_series(1, 2) as line) as chosen`.execute(
    db,
  )
  await sql`with placed as (
      insert into order_versions (order_id, version, subtotal_cents, shipping_cents, quote, addresses, created_at)
      select id, 1, subtotal, ${SHIPPING}, ${quoteOf('lines', 'subtotal')}, ${addressesOf('totals.id')}, at from (
        select id, at, sum(price_cents * quantity) as subtotal, jsonb_agg(jsonb_build_object('productId', product_id,
          'variantId', product_id, 'quantity', quantity, 'priceCents', price_cents, 'cents', quantity * price_cents, 'taxes', '[]'::jsonb)) as lines
        from seeded_items group by id, at) as totals)
    insert into order_items (order_id, version, product_id, variant_id, name, image, price_cents, quantity)
    select id, 1, product_id, product_id, 'A product', '/images/none.jpg', price_cents, quantity from seeded_items`.execute(
    db,
  )
  await sql`insert into order_transitions (order_id, at, from_status, to_status, actor)
    select id, at, null, 'pending', 'customer' from seeded
    union all select id, at + interval '1 minute', 'pending', status, 'shop' from seeded`.execute(db)
  await sql`create table seeded_totals as
    select seeded.*, total_cents from seeded join order_versions on order_id = seeded.id`.execute(db)
  await sql`insert into payments (order_id, is_live, opened_version, status, paid_cents, last_status_at, created_at)
    select id, false, 1, case when is_paid then 'paid' else 'canceled' end,
      case when is_paid then total_cents else 0 end, at, at from seeded_totals`.execute(db)
  await sql`insert into payment_transitions (order_id, at, kind, amount_cents)
    select id, at, 'opened', total_cents from seeded_totals
    union all select id, at + interval '1 minute', case when is_paid then 'paid' else 'canceled' end,
      total_cents from seeded_totals`.execute(db)
  await sql`insert into refunds (order_id, amount_cents, reason, status, created_at)
    select id, 1000, 'A scratch', 'succeeded', at + interval '2 days' from seeded where is_paid and n % 30 = 0`.execute(
    db,
  )
  await sql`insert into zero_result_searches (day, text, count)
    select to_char(${now()}::timestamptz - make_interval(days => day), 'YYYY-MM-DD'), 'wish ' || text, 1 + (day * text) % 9
    from generate_series(0, 89) as day, generate_series(1, 300) as text on conflict do nothing`.execute(db)
  await sql`drop table seeded, seeded_items, seeded_totals`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

/** Returns an SQL expression for the addresses of an order as they are stored with its version. */
function addressesOf(id: string) {
  return sql`(select jsonb_build_object('billingInfo', null, 'shippingInfo', jsonb_build_object(
      'firstName', first_name, 'lastName', last_name, 'email', email, 'phone', phone, 'address', address, 'city', city,
      'state', state, 'zipCode', zip_code, 'country', country))
    from orders where orders.id = ${sql.raw(id)})`
}

/** Returns an SQL expression for the quote of an order without taxes. @param lines and @param subtotal SQL expressions */
function quoteOf(lines: string, subtotal: string) {
  return sql`jsonb_build_object(
    'currency', '{"code": "USD", "exponent": 2}'::jsonb, 'lines', ${sql.raw(lines)}, 'taxes', '[]'::jsonb,
    'shipping', jsonb_build_object('methodId', 'standard', 'name', 'Standard shipping', 'cents', ${SHIPPING}::int,
      'taxes', '[]'::jsonb),
    'steps', jsonb_build_array(
      jsonb_build_object('kind', 'items', 'reason', 'Items', 'cents', ${sql.raw(subtotal)}, 'isIncluded', false),
      jsonb_build_object('kind', 'shipping', 'reason', 'Standard shipping', 'cents', ${SHIPPING}::int,
        'isIncluded', false)),
    'subtotalCents', ${sql.raw(subtotal)}, 'shippingCents', ${SHIPPING}::int, 'taxCents', 0,
    'totalCents', ${sql.raw(subtotal)} + ${SHIPPING}::int)`
}

/**
 * Returns an SQL expression for the ID of an active product, some more often than others. @param number SQL expression for
 * the number of the row
 */
function productOf(number: string) {
  const seed = sql.raw(`(${number})::bigint`)
  return sql`(select ids[1 + (least(${seed} * 7919 % 1009, ${seed} * 104729 % 1013))::int % cardinality(ids)]
    from (select array_agg(id order by id) as ids from products where archived_at is null) as shelf)`
}
