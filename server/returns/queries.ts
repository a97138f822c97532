import { sql } from 'kysely'
import { centsToWire } from '#contract/money.ts'
import { amountOf, refundOfUnits, restOf } from '#contract/pricing/refund.ts'
import type { ListedReturn, ReturnQuery } from '#contract/returns/api.ts'
import type { ReturnStatus } from '#contract/returns/rules.ts'
import { type ReturnJson, toReturn } from '../orders/order-row.ts'
import { QUOTE_COLUMNS, toQuote } from '../orders/stored-quote.ts'
import type { Actor } from '../orders/write-queries.ts'
import { now } from '../platform/clock.ts'
import { countRows } from '../platform/db/count-rows.ts'
import type { Db } from '../platform/db/database.ts'

export type LockedReturn = { id: number; orderId: string; status: ReturnStatus; isWithdrawal: boolean }

/** Locks the return until the end of the transaction. */
export async function lockReturn(db: Db, id: number): Promise<LockedReturn | null> {
  const row = await db
    .selectFrom('returns')
    .select(['id', 'order_id as orderId', 'status', 'is_withdrawal as isWithdrawal'])
    .where('id', '=', id)
    .forUpdate()
    .$narrowType<{ status: ReturnStatus }>()
    .executeTakeFirst()
  return row ?? null
}

/** @returns the ID of the return */
export async function insertReturn(
  db: Db,
  request: {
    orderId: string
    isWithdrawal: boolean
    name: string | null
    reason: string | null
    lines: { itemId: number; quantity: number }[]
  },
): Promise<number> {
  const { id } = await db
    .insertInto('returns')
    .values({
      order_id: request.orderId,
      is_withdrawal: request.isWithdrawal,
      withdrawn_by: request.name,
      reason: request.reason,
      created_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('return_items')
    .values(request.lines.map(({ itemId, quantity }) => ({ return_id: id, order_item_id: itemId, quantity })))
    .execute()
  return id
}

export async function updateReturn(
  db: Db,
  id: number,
  settled:
    | { status: 'accepted'; refundCents: number; restocked: boolean }
    | { status: 'refused'; answer: string },
): Promise<void> {
  const facts =
    settled.status === 'accepted'
      ? { refund_cents: settled.refundCents, restocked: settled.restocked }
      : { answer: settled.answer }
  await db
    .updateTable('returns')
    .set({ status: settled.status, decided_at: now(), ...facts })
    .where('id', '=', id)
    .execute()
}

export async function insertReturnTransition(
  db: Db,
  { returnId, status, by, note }: { returnId: number; status: ReturnStatus; by: Actor; note: string | null },
): Promise<void> {
  await db
    .insertInto('return_transitions')
    .values(({ selectFrom }) => ({
      return_id: returnId,
      at: now(),
      status,
      note,
      ...(typeof by === 'number'
        ? { actor_id: by, actor: selectFrom('users').select('username').where('id', '=', by) }
        : { actor: by }),
    }))
    .execute()
}

/** Returns the ID of a return's order, or null if there is no such return. */
export async function findReturn(db: Db, id: number): Promise<{ orderId: string } | null> {
  const row = await db
    .selectFrom('returns')
    .select('order_id as orderId')
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Lists the units of a return. */
export async function listReturnLines(db: Db, id: number): Promise<{ itemId: number; quantity: number }[]> {
  return db
    .selectFrom('return_items')
    .select(['order_item_id as itemId', 'quantity'])
    .where('return_id', '=', id)
    .orderBy('order_item_id')
    .execute()
}

/** Lists one page of returns by the time of the request. */
export async function listReturns(
  db: Db,
  { status, sort, page, pageSize }: ReturnQuery,
): Promise<ListedReturn[]> {
  const rows = await selectReturns(db)
    .$if(status !== undefined, (query) => query.where('returns.status', '=', status ?? ''))
    .orderBy('returns.id', sort === 'requested_asc' ? 'asc' : 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return rows.map(toListedReturn)
}

export async function countReturns(db: Db, { status }: Pick<ReturnQuery, 'status'>): Promise<number> {
  const returns = db.selectFrom('returns')
  return countRows(status === undefined ? returns : returns.where('status', '=', status))
}

export async function findListedReturn(db: Db, id: number): Promise<ListedReturn | null> {
  const row = await selectReturns(db).where('returns.id', '=', id).executeTakeFirst()
  return row ? toListedReturn(row) : null
}

/** `earlier` is the number of the item's units in returns that were accepted before this one. */
type ItemJson = {
  itemId: number
  name: string
  variantId: number
  quantity: number
  earlier: number
}
type Row = Awaited<ReturnType<ReturnType<typeof selectReturns>['executeTakeFirstOrThrow']>>

function selectReturns(db: Db) {
  return db
    .selectFrom('returns')
    .innerJoin('orders', 'orders.id', 'returns.order_id')
    .innerJoin('order_versions', (join) =>
      join
        .onRef('order_versions.order_id', '=', 'orders.id')
        .onRef('order_versions.version', '=', 'orders.version'),
    )
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .selectAll('returns')
    .select([
      'orders.first_name',
      'orders.last_name',
      'orders.email',
      ...QUOTE_COLUMNS,
      sql<number>`paid_cents - refunded_cents`.as('refundable_cents'),
      sql<ItemJson[]>`(select json_agg(json_build_object('itemId', item.id,
        'name', item.name || coalesce(' (' || item.variant_title || ')', ''),
        'variantId', item.variant_id, 'quantity', line.quantity, 'earlier',
        (select coalesce(sum(earlier.quantity), 0) from return_items earlier join returns accepted
          on accepted.id = earlier.return_id where earlier.order_item_id = item.id and accepted.status = 'accepted'
          and (returns.decided_at is null or (accepted.decided_at, accepted.id) < (returns.decided_at, returns.id))))
        order by item.id)
        from return_items line join order_items item on item.id = order_item_id
        where return_id = returns.id)`.as('lines'),
    ])
}

function toListedReturn(row: Row): ListedReturn {
  const request: ReturnJson = {
    id: row.id,
    status: row.status as ReturnStatus,
    isWithdrawal: row.is_withdrawal,
    withdrawnBy: row.withdrawn_by,
    reason: row.reason,
    answer: row.answer,
    refundCents: row.refund_cents,
    requestedAt: row.created_at.toISOString(),
    settledAt: row.decided_at?.toISOString() ?? null,
    lines: row.lines,
  }
  const units = (of: 'earlier' | 'quantity') => new Map(row.lines.map((line) => [line.variantId, line[of]]))
  const quote = toQuote(row)
  const { currency } = quote
  const all = restOf(quote, [])
  const rest = restOf(quote, [refundOfUnits(all, units('earlier'), 0, currency)])
  const items = refundOfUnits(rest, units('quantity'), 0, currency)
  return {
    ...toReturn(
      request,
      row.lines.map(({ itemId, name }) => ({ id: itemId, name })),
      currency,
    ),
    orderId: row.order_id,
    customer: `${row.first_name} ${row.last_name}`,
    email: row.email,
    itemsTotal: centsToWire(amountOf(items), currency),
    refundable: centsToWire(row.refundable_cents, currency),
  }
}

/** Deletes the returns of orders. Their refunds must be deleted first. */
export async function deleteReturnsOf(db: Db, orderIds: string[]): Promise<void> {
  const ofOrders = sql<boolean>`order_id = any (${orderIds}::text[])`
  const ofReturns = sql<boolean>`return_id in (select id from returns where ${ofOrders})`
  await db.deleteFrom('return_transitions').where(ofReturns).execute()
  await db.deleteFrom('return_items').where(ofReturns).execute()
  await db.deleteFrom('returns').where(ofOrders).execute()
}
