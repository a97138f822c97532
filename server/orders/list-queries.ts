import { type RawBuilder, sql } from 'kysely'
import { type Currency, centsToWire } from '#contract/money.ts'
import type { AdminOrderFilters, AdminOrderQuery, ListedOrder, OrderCounts } from '#contract/orders/admin.ts'
import { type OrderStatus, readOrderId } from '#contract/orders/rules.ts'
import { countRows } from '../platform/db/count-rows.ts'
import type { Db } from '../platform/db/database.ts'
import { readSpan, type Span } from '../settings/settings.ts'
import { selectOrders } from './queries.ts'

/** Returns one page of the matching orders. */
export async function listAdminOrders(db: Db, query: AdminOrderQuery): Promise<ListedOrder[]> {
  const rows = await selectListed(db)
    .where(matches(query, await readSpan(db, query)))
    .orderBy(orderOf(query.sort))
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
    .execute()
  return rows.map(toListedOrder)
}

export async function countAdminOrders(db: Db, query: AdminOrderFilters): Promise<number> {
  const orders = db.selectFrom('orders').leftJoin('payments', 'payments.order_id', 'orders.id')
  return countRows(orders.where(matches(query, await readSpan(db, query))))
}

/** Counts the orders in each filter for work, and the open return requests. */
export async function countWaitingOrders(db: Db): Promise<OrderCounts> {
  const count = (isWanted: RawBuilder<boolean>) =>
    sql`(select count(*)::int from orders join payments on payments.order_id = orders.id
      where payments.paid_cents > 0 and ${isWanted})`
  const { rows } = await sql<OrderCounts>`select
    ${count(waits.shipment)} as shipment,
    ${count(waits.review)} as review,
    ${count(waits.return)} as "return",
    ${count(waits.refund)} as refund,
    ${count(waits.dispute)} as dispute,
    (select count(*)::int from orders where status = 'pending') as unpaid,
    (select count(*)::int from returns where status = 'requested') as "openReturns"`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('A count without a row')
  return counts
}

export type ExportedOrder = Awaited<ReturnType<typeof listForExport>>[number]

/** Lists one batch of matching orders after the given one, oldest first. */
export async function listForExport(
  db: Db,
  filters: AdminOrderFilters,
  after: { created_at: Date; id: string } | null,
  limit: number,
) {
  return selectOrders(db)
    .select([
      sql<number>`coalesce(payments.paid_cents, 0)`.as('paid_cents'),
      sql<number>`coalesce(payments.refunded_cents, 0)`.as('refunded_cents'),
      sql<number>`(select coalesce(sum((tax ->> 'cents')::bigint), 0)::bigint from refunds,
        lateral (select shipping_taxes as taxes union all
          select taxes from refund_items where refund_id = refunds.id) as part,
        jsonb_array_elements(part.taxes) as tax
        where refunds.order_id = orders.id and refunds.status <> 'failed')`.as('refunded_tax_cents'),
    ])
    .where(matches(filters, await readSpan(db, filters)))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(orders.created_at, orders.id) > (${after?.created_at}, ${after?.id})`),
    )
    .orderBy('orders.created_at')
    .orderBy('orders.id')
    .limit(limit)
    .execute()
}

function selectListed(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoin('order_versions', (join) =>
      join
        .onRef('order_versions.order_id', '=', 'orders.id')
        .onRef('order_versions.version', '=', 'orders.version'),
    )
    .leftJoin('payments', 'payments.order_id', 'orders.id')
    .leftJoin('reservations', 'reservations.order_key', 'orders.id')
    .select([
      'orders.id',
      'orders.created_at',
      'orders.status',
      'orders.first_name',
      'orders.last_name',
      'orders.email',
      'order_versions.total_cents',
      sql<Currency>`order_versions.quote -> 'currency'`.as('currency'),
      'reservations.expires_at',
      sql<number>`coalesce(payments.refunded_cents, 0)`.as('refunded_cents'),
      sql<number>`(select sum(quantity)::int from order_items
        where order_id = orders.id and version = orders.version)`.as('quantity'),
      waits.return.as('needs_return'),
      waits.refund.as('needs_refund'),
      waits.dispute.as('needs_dispute'),
      waits.review.as('needs_review'),
    ])
}

/**
 * Orders that need an admin: an open return request, a failed refund, an order held for review, an open dispute, or an
 * order with units to ship. Their subqueries don't depend on the order, so PostgreSQL starts from the few that wait.
 */
const waits = {
  return: sql<boolean>`orders.id in (select order_id from returns where status = 'requested')`,
  refund: sql<boolean>`orders.id in (select order_id from refunds
    where status = 'failed' and retried_by is null) and payments.refunded_cents < payments.paid_cents`,
  review: sql<boolean>`(orders.status = 'processing' and orders.review_reason is not null)`,
  dispute: sql<boolean>`orders.id in (select order_id from disputes
    where status not in ('won', 'lost', 'warning_closed', 'prevented'))`,
  shipment: sql<boolean>`(orders.status = 'processing' and orders.review_reason is null
    and exists (select from order_items where order_id = orders.id and version = orders.version and refunded < quantity))`,
}

/** Returns the SQL condition for orders joined with their payments. */
function matches({ search, status, needs, customer }: AdminOrderFilters, { start, end }: Span) {
  const conditions = [
    ...(search ? [isFound(search)] : []),
    ...(status ? [sql<boolean>`orders.status = ${status}`] : []),
    ...(search || status === 'pending' ? [] : [sql<boolean>`payments.paid_cents > 0`]),
    ...(needs ? [waits[needs]] : []),
    ...(start ? [sql<boolean>`orders.created_at >= ${start}`] : []),
    ...(end ? [sql<boolean>`orders.created_at < ${end}`] : []),
    ...(customer === undefined ? [] : [isFrom(customer)]),
  ]
  return conditions.length > 0 ? sql<boolean>`${sql.join(conditions, sql` and `)}` : sql<boolean>`true`
}

/** An account's orders include those of guests with its email address. */
function isFrom(customer: string) {
  if (!/^\d+$/.test(customer))
    return sql<boolean>`(orders.user_id is null and lower(orders.email) = ${customer})`
  return sql<boolean>`(orders.user_id::text = ${customer} or orders.user_id is null
    and lower(orders.email) = (select lower(email) from users where id::text = ${customer}))`
}

function isFound(search: string) {
  const part = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(orders.id ilike ${part} or orders.id = ${readOrderId(search)} or orders.email ilike ${part}
    or orders.first_name || ' ' || orders.last_name ilike ${part} or orders.company ilike ${part})`
}

/** Ties are broken by ID, so no page repeats an order. */
function orderOf(sort: AdminOrderQuery['sort']) {
  const [column = '', direction] = sort.split('_')
  return sql`${COLUMNS[column] ?? COLUMNS.placed} ${direction === 'asc' ? sql`asc` : sql`desc`}, orders.id`
}

const COLUMNS: Record<string, RawBuilder<unknown>> = {
  placed: sql`orders.created_at`,
  customer: sql`lower(orders.last_name || ' ' || orders.first_name)`,
  status: sql`array_position(array['pending', 'processing', 'shipped', 'delivered', 'cancelled'], orders.status)`,
  total: sql`order_versions.total_cents`,
}

type Row = Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirstOrThrow']>>

function toListedOrder(row: Row): ListedOrder {
  const needs = {
    return: row.needs_return,
    refund: row.needs_refund,
    dispute: row.needs_dispute,
    review: row.needs_review,
  }
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    status: row.status as OrderStatus,
    customer: `${row.first_name} ${row.last_name}`,
    email: row.email,
    quantity: row.quantity,
    total: centsToWire(row.total_cents, row.currency),
    refunded: centsToWire(row.refunded_cents, row.currency),
    needs: (['return', 'refund', 'dispute', 'review'] as const).filter((need) => needs[need]),
    holdUntil: row.expires_at?.toISOString() ?? null,
  }
}
