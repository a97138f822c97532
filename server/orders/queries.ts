import { sql } from 'kysely'
import type { Order, OwnOrder, TrackedOrder } from '#contract/orders/api.ts'
import type { OrderStatus } from '#contract/orders/rules.ts'
import { includesTax } from '#contract/pricing/order-amounts.ts'
import { percentOfRate } from '#contract/pricing/tax-text.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { storedSettings } from '../settings/queries.ts'
import { parseSettings, type Settings } from '../settings/settings.ts'
import * as row from './order-row.ts'
import { QUOTE_COLUMNS, toQuote } from './stored-quote.ts'

const DAY_MS = 86_400_000

/** Lists a customer's paid orders, newest first. */
export async function listOrdersOf(db: Db, userId: number): Promise<OwnOrder[]> {
  const rows = await selectOrders(db)
    .where('orders.user_id', '=', userId)
    .where('payments.paid_cents', '>', 0)
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id')
    .execute()
  return rows.map(row.toOwnOrder)
}

export async function findOrder(db: Db, id: string): Promise<Order | null> {
  const found = await selectOrders(db).where('orders.id', '=', id).executeTakeFirst()
  return found ? row.toOrder(found) : null
}

/** Returns an order and the settings, which its emails show. */
export async function findOrderWithSettings(
  db: Db,
  id: string,
): Promise<{ order: Order; settings: Settings } | null> {
  const found = await selectOrders(db)
    .select(storedSettings.as('stored_settings'))
    .where('orders.id', '=', id)
    .executeTakeFirst()
  return found ? { order: row.toOrder(found), settings: parseSettings(found.stored_settings) } : null
}

/** Returns the webhook payload of an order, or null if there is no such order. */
export async function findOrderEventPayload(db: Db, id: string) {
  const found = await selectOrders(db).where('orders.id', '=', id).executeTakeFirst()
  return found ? toOrderEventPayload(found) : null
}

/**
 * Returns null both for a wrong ID and for a wrong email address: together they are the key of a single index lookup
 * (db/migrations/0010_orders.sql).
 */
export async function findTrackedOrder(db: Db, id: string, email: string): Promise<TrackedOrder | null> {
  const found = await selectOrders(db)
    .where(sql`(orders.id || ' ' || lower(orders.email))`, '=', `${id} ${email.toLowerCase()}`)
    .executeTakeFirst()
  return found ? row.toTrackedOrder(found) : null
}

/** Counts the orders placed in the last 24 hours by their current status. */
export async function countRecentOrders(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('orders')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('created_at', '>', new Date(now().getTime() - DAY_MS))
    .groupBy('status')
    .execute()
  const none = { pending: 0, processing: 0, shipped: 0, delivered: 0, cancelled: 0 }
  return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)])) }
}

/** Selects orders with their items, status changes, returns, and refunds. */
export function selectOrders(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoin('order_versions', (join) =>
      join
        .onRef('order_versions.order_id', '=', 'orders.id')
        .onRef('order_versions.version', '=', 'orders.version'),
    )
    .leftJoin('payments', 'payments.order_id', 'orders.id')
    .selectAll('orders')
    .select([
      ...QUOTE_COLUMNS,
      'payments.intent_id',
      sql<row.ItemJson[]>`(select json_agg(json_build_object('id', item.id, 'productId', product_id,
        'variantId', variant_id, 'quantity', item.quantity, 'priceCents', price_cents, 'name', name, 'image', image,
        'sku', variant_sku, 'unitPrice', case when unit_price_cents is not null then
          json_build_object('cents', unit_price_cents, 'per', unit_price_base) end, 'variant', case when variant_title is not null then json_build_object('id', variant_id,
          'title', variant_title, 'sku', variant_sku, 'image', variant_image) end, 'refunded', refunded, 'returned',
        (select coalesce(sum(line.quantity), 0) from return_items line join returns on returns.id = return_id
          where order_item_id = item.id and status <> 'refused')
        + (select coalesce(sum(line.quantity), 0) from refund_items line join refunds on refunds.id = line.refund_id
          where order_item_id = item.id and status <> 'failed' and refunds.return_id is null)) order by item.id)
        from order_items item where order_id = orders.id and version = orders.version)`.as('items'),
      sql<row.TransitionJson[]>`(select json_agg(json_build_object('status', to_status, 'at', at) order by id)
        from order_transitions where order_id = orders.id)`.as('moves'),
      sql<
        row.ReturnJson[] | null
      >`(select json_agg(json_build_object('id', id, 'status', status, 'reason', reason,
        'isWithdrawal', is_withdrawal, 'withdrawnBy', withdrawn_by,
        'answer', answer, 'refundCents', refund_cents, 'requestedAt', created_at, 'settledAt', decided_at, 'lines',
        (select json_agg(json_build_object('itemId', order_item_id, 'quantity', quantity) order by order_item_id)
          from return_items where return_id = returns.id)) order by id)
        from returns where order_id = orders.id)`.as('returns'),
      sql<
        row.RefundJson[] | null
      >`(select json_agg(json_build_object('id', id, 'cents', amount_cents, 'isDone',
        status = 'succeeded', 'at', case status when 'succeeded' then updated_at else created_at end) order by id)
        from refunds where order_id = orders.id and status <> 'failed')`.as('refunds'),
      sql<string | null>`(select value #>> '{}' from settings where name = 'returnAddress' and exists
        (select from returns where order_id = orders.id and status <> 'refused'))`.as('return_address'),
    ])
}

/** Returns the payload for other systems: amounts in cents, and no data that identifies customers or where they live. */
function toOrderEventPayload(order: row.Row) {
  const quote = toQuote(order)
  const { currency, subtotalCents, shippingCents, taxCents, totalCents, taxes } = quote
  const isIncluded = includesTax(quote)
  return {
    id: order.id,
    status: order.status as OrderStatus,
    createdAt: order.created_at.toISOString(),
    currency: currency.code,
    subtotalCents,
    shippingCents,
    taxCents,
    totalCents,
    taxes:
      taxes.length === 0
        ? undefined
        : taxes.map(({ country, region, name, ppm, netCents, cents }) => ({
            country,
            region,
            name,
            rate: percentOfRate(ppm),
            taxableCents: netCents,
            cents,
            isIncluded,
          })),
    items: order.items.map(({ productId, name, quantity, priceCents, sku, variant }) => ({
      productId,
      name,
      quantity,
      priceCents,
      sku,
      variant: variant ?? undefined,
    })),
    shipsTo: { state: order.state, country: order.country },
    shippingMethod: row.shippingMethodOf(quote),
    carrier: order.carrier,
    trackingNumber: order.tracking_number,
  }
}
