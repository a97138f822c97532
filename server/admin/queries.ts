import { sql } from 'kysely'
import type { Dashboard, ShopCounts } from '#contract/admin/api.ts'
import { DASHBOARD_ROWS } from '#contract/admin/rules.ts'
import { variantName } from '#contract/catalog/variants.ts'
import type { TaxAmount } from '#contract/pricing/taxes.ts'
import type { Db } from '../platform/db/database.ts'

/** `end` is the start of the day after the last one. */
type Span = { start: Date; end: Date }
/** The first day, the last day, and all days of a period in the shop's time zone, with their starts. */
export type Period = Span & { from: string; to: string; days: string[]; starts: Date[] }

type Money = { revenueCents: number; refundedCents: number }

/** Returns the totals of every day in the period, by payment date (docs/decisions/0041). */
export async function sumByDay(
  db: Db,
  { days, starts, start, end }: Period,
): Promise<({ day: string; orders: number } & Money)[]> {
  const { rows } = await sql<{ day: string; orders: number } & Money>`
    with days as (
      select day, number from unnest(${days}::text[]) with ordinality as period (day, number)
    ), sales as (${salesIn({ start, end })}), totals as (
      select width_bucket(at, ${starts}::timestamptz[]) as number, count(*)::int as orders, sum(paid - refunded) filter (where counts) as revenue,
        sum(refunded) filter (where counts) as refunded
      from sales group by 1
    )
    select days.day,
      coalesce(totals.orders, 0) as orders,
      coalesce(totals.revenue, 0)::bigint as "revenueCents",
      coalesce(totals.refunded, 0)::bigint as "refundedCents"
    from days left join totals on totals.number = days.number
    order by days.number`.execute(db)
  return rows
}

/** Returns the totals of a period. The average is that of orders that aren't cancelled, rounded to a cent, or null without any. */
export async function sumPeriod(
  db: Db,
  span: Span,
): Promise<{ orders: number; averageCents: number | null } & Money> {
  const { rows } = await sql<{ orders: number; averageCents: number | null } & Money>`
    select count(*)::int as orders,
      coalesce(sum(paid - refunded) filter (where counts), 0)::bigint as "revenueCents",
      coalesce(sum(refunded) filter (where counts), 0)::bigint as "refundedCents",
      round(avg(paid - refunded) filter (where counts))::bigint as "averageCents"
    from (${salesIn(span)}) as sales`.execute(db)
  return rows[0] ?? { orders: 0, revenueCents: 0, refundedCents: 0, averageCents: null }
}

/** The orders paid in a period, with all refunds to date. Cancelled ones don't count as revenue. */
function salesIn({ start, end }: Span) {
  return sql`
    select paid.at, paid.amount_cents as paid, orders.status <> 'cancelled' as counts,
      coalesce((select sum(amount_cents) from refunds
        where refunds.order_id = orders.id and refunds.status <> 'failed'), 0) as refunded
    from payment_transitions as paid join orders on orders.id = paid.order_id
    where paid.kind = 'paid' and paid.at >= ${start} and paid.at < ${end}`
}

/** Counts the orders paid in the period by current status, in the order of the status transitions. */
export async function countStatuses(db: Db, { start, end }: Period): Promise<Dashboard['statuses']> {
  const { rows } = await sql<Dashboard['statuses'][number]>`
    select orders.status, count(*)::int as orders
    from payment_transitions as paid join orders on orders.id = paid.order_id
    where paid.kind = 'paid' and paid.at >= ${start} and paid.at < ${end}
    group by orders.status
    order by array_position(array['pending', 'processing', 'shipped', 'delivered', 'cancelled'], orders.status)`.execute(
    db,
  )
  return rows
}

/** Returns the products with the most units sold, without refunded ones. Ties are broken by revenue, then by ID. */
export async function listBestSellers(
  db: Db,
  { start, end }: Period,
): Promise<{ productId: number; name: string; quantity: number; revenueCents: number }[]> {
  const { rows } = await sql<{ productId: number; name: string; quantity: number; revenueCents: number }>`
    with sold as (
      select item.product_id, sum(item.quantity - item.refunded)::int as quantity,
        sum((item.quantity - item.refunded)::bigint * item.price_cents)::bigint as cents
      from payment_transitions as paid
      join orders on orders.id = paid.order_id and orders.status <> 'cancelled'
      join order_items as item on item.order_id = orders.id and item.version = orders.version
        and item.refunded < item.quantity
      where paid.kind = 'paid' and paid.at >= ${start} and paid.at < ${end}
      group by item.product_id
      order by quantity desc, cents desc, item.product_id
      limit ${DASHBOARD_ROWS}
    )
    select products.id as "productId", products.name, sold.quantity, sold.cents as "revenueCents"
    from sold join products on products.id = sold.product_id
    order by sold.quantity desc, sold.cents desc, products.id`.execute(db)
  return rows
}

/** Returns active variants with at most `threshold` units available (reserved units excluded), lowest first. */
export async function listLowStock(
  db: Db,
  threshold: number,
): Promise<Pick<Dashboard['lowStock'], 'total' | 'products'>> {
  const low = db
    .selectFrom('stock')
    .innerJoin('variants', 'variants.id', 'stock.variant_id')
    .innerJoin('products', 'products.id', 'variants.product_id')
    .where('stock.available', '<=', threshold)
    .where('products.archived_at', 'is', null)
    .where('variants.archived_at', 'is', null)
  const { total } = await low.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const products = await low
    .select(['products.id as productId', 'products.name', 'variants.option_values'])
    .select(sql<number>`stock.available`.as('left'))
    .orderBy('stock.available')
    .orderBy('variants.id')
    .limit(DASHBOARD_ROWS)
    .execute()
  return {
    total,
    products: products.map(({ productId, name, option_values, left }) => ({
      productId,
      left,
      name: variantName(name, option_values),
    })),
  }
}

export async function listMissedSearches(db: Db, { from, to }: Period): Promise<Dashboard['missedSearches']> {
  return db
    .selectFrom('zero_result_searches')
    .select(['text', sql<number>`sum(count)::int`.as('count')])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('text')
    .orderBy('count', 'desc')
    .orderBy('text')
    .limit(DASHBOARD_ROWS)
    .execute()
}

export async function countDeclines(db: Db, { start, end }: Period): Promise<Dashboard['declines']> {
  return db
    .selectFrom('payment_transitions')
    .select([sql<number>`count(*)::int`.as('cards'), sql<number>`count(distinct order_id)::int`.as('orders')])
    .where('kind', '=', 'declined')
    .where('at', '>=', start)
    .where('at', '<', end)
    .executeTakeFirstOrThrow()
}

/**
 * Counts carts, checkouts, and paid orders. Every order counts as a cart, so a customer who orders twice counts twice.
 * A cart without an order counts if it isn't empty.
 */
export async function countFunnel(db: Db, { start, end }: Period): Promise<Dashboard['funnel']> {
  const { rows } = await sql<{ left: number; checkouts: number; paid: number }>`
    with begun as (
      select orders.cart_id, coalesce(payments.paid_cents > 0, false) as is_paid
      from orders left join payments on payments.order_id = orders.id
      where orders.created_at >= ${start} and orders.created_at < ${end}
    )
    select
      (select count(*)::int from carts
        where used_at >= ${start} and used_at < ${end}
          and exists (select from cart_items where cart_items.cart_id = carts.id)
          and not exists (select from begun where begun.cart_id = carts.id)) as "left",
      (select count(*)::int from begun) as checkouts,
      (select count(*)::int from begun where is_paid) as paid`.execute(db)
  const { left, checkouts, paid } = rows[0] ?? { left: 0, checkouts: 0, paid: 0 }
  return { carts: left + checkouts, checkouts, paid }
}

/** Returns the numbers for the four cards of the dashboard. Unpaid orders don't count. */
export async function countShop(db: Db): Promise<ShopCounts> {
  const { rows } = await sql<ShopCounts>`
    select
      (select count(*)::int from products where archived_at is null) as products,
      (select count(*)::int from categories) as categories,
      (select count(*)::int from payments where paid_cents > 0) as orders,
      (select count(*)::int from users where role = 'customer') as customers`.execute(db)
  return rows[0] ?? { products: 0, categories: 0, orders: 0, customers: 0 }
}

/**
 * Sums the taxes of orders paid in the period, by rate. If a payment differs from the order's total, it is refunded and
 * isn't a sale.
 */
export async function sumSoldTaxes(db: Db, { start, end }: Span): Promise<TaxAmount[]> {
  const { rows } = await sql<TaxAmount>`
    select tax ->> 'country' as country, tax ->> 'region' as region, tax ->> 'name' as name,
      (tax ->> 'ppm')::int as ppm, sum((tax ->> 'netCents')::bigint)::bigint as "netCents",
      sum((tax ->> 'cents')::bigint)::bigint as cents
    from payment_transitions as paid
    join orders on orders.id = paid.order_id
    join order_versions on order_versions.order_id = orders.id and order_versions.version = orders.version
      and order_versions.total_cents = paid.amount_cents,
    jsonb_array_elements(order_versions.quote -> 'taxes') as tax
    where paid.kind = 'paid' and paid.at >= ${start} and paid.at < ${end}
    group by 1, 2, 3, 4`.execute(db)
  return rows
}

/** Sums the stored taxes of the refunds made in the period, by rate. */
export async function sumRefundedTaxes(db: Db, { start, end }: Span): Promise<TaxAmount[]> {
  const { rows } = await sql<TaxAmount>`
    select tax ->> 'country' as country, tax ->> 'region' as region, tax ->> 'name' as name,
      (tax ->> 'ppm')::int as ppm, sum((tax ->> 'netCents')::bigint)::bigint as "netCents",
      sum((tax ->> 'cents')::bigint)::bigint as cents
    from refunds,
    lateral (select shipping_taxes as taxes union all
      select taxes from refund_items where refund_id = refunds.id) as part,
    jsonb_array_elements(part.taxes) as tax
    where refunds.status <> 'failed' and refunds.created_at >= ${start} and refunds.created_at < ${end}
    group by 1, 2, 3, 4`.execute(db)
  return rows
}
