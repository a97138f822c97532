import { sql } from 'kysely'
import { centsToWire } from '#contract/money.ts'
import type { OrderStatus } from '#contract/order-rules.ts'
import type { Order, TrackedOrder } from '#contract/orders.ts'
import type { Db } from '../platform/db/database.ts'

/** A customer's own orders, the newest first; what was never paid is left out. */
export async function listOrdersOf(db: Db, userId: number): Promise<Order[]> {
  const rows = await selectOrders(db)
    .where('orders.user_id', '=', userId)
    .where('payments.paid_cents', '>', 0)
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id')
    .execute()
  return rows.map(toOrder)
}

export async function findOrder(db: Db, id: string): Promise<Order | null> {
  const row = await selectOrders(db).where('orders.id', '=', id).executeTakeFirst()
  return row ? toOrder(row) : null
}

/** Null for a wrong id as for a wrong address: one question for both. */
export async function findTrackedOrder(db: Db, id: string, email: string): Promise<TrackedOrder | null> {
  const row = await selectOrders(db)
    .where('orders.id', '=', id)
    .where(sql`lower(orders.email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  return row ? toTrackedOrder(row) : null
}

type Row = Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirstOrThrow']>>
type ItemJson = {
  id: number
  productId: number
  quantity: number
  priceCents: number
  name: string
  image: string
}
type MoveJson = { status: OrderStatus; at: string }

function selectOrders(db: Db) {
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
      'order_versions.subtotal_cents',
      'order_versions.shipping_cents',
      'order_versions.total_cents',
      'payments.intent_id',
      sql<
        ItemJson[]
      >`(select json_agg(json_build_object('id', id, 'productId', product_id, 'quantity', quantity,
        'priceCents', price_cents, 'name', name, 'image', image) order by id)
        from order_items where order_id = orders.id and version = orders.version)`.as('items'),
      sql<MoveJson[]>`(select json_agg(json_build_object('status', to_status, 'at', at) order by id)
        from order_moves where order_id = orders.id)`.as('moves'),
    ])
}

function toOrder(row: Row): Order {
  const { first_name, last_name, address, city, state, zip_code, country } = row
  return {
    ...common(row),
    shippingAddress: {
      firstName: first_name,
      lastName: last_name,
      address,
      city,
      state,
      zipCode: zip_code,
      country,
    },
    contactEmail: row.email,
    contactPhone: row.phone,
    paymentIntentId: row.intent_id,
  }
}

function toTrackedOrder(row: Row): TrackedOrder {
  return { ...common(row), shipsTo: { city: row.city, state: row.state, country: row.country } }
}

function common(row: Row) {
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    status: row.status as OrderStatus,
    subtotal: centsToWire(row.subtotal_cents),
    shippingCost: centsToWire(row.shipping_cents),
    totalAmount: centsToWire(row.total_cents),
    items: row.items.map(({ id, productId, quantity, priceCents, name, image }) => ({
      id,
      productId,
      quantity,
      price: centsToWire(priceCents),
      product: { name, image },
    })),
    statusHistory: row.moves.map(({ status, at }) => ({ status, at: new Date(at).toISOString() })),
    carrier: row.carrier,
    trackingNumber: row.tracking_number,
  }
}
