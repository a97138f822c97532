import { type Expression, sql } from 'kysely'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'

/** Origin of an order: the SHA-256 hash of the IP address, and the signed-in account if there is one. */
export type Origin = { addressHash: string; userId: number | null }

/** Activity of one IP address or one account in the last day. */
export type OriginRecord = {
  scope: 'address' | 'account'
  /** Number of unpaid orders that can still be paid. */
  open: number
  /** Number of units they reserve, of products whose stock is tracked. */
  units: number
  paid: number
  /** Number of versions of all orders, including those that ended. */
  versions: number
  /** The sum of the weights of orders that ended unpaid, and when the last of them ended. */
  weight: number
  lastUnpaidAt: Date | null
  /** Number of cards declined in the last 15 minutes, and the time of the last one. */
  declines: number
  lastDeclineAt: Date | null
}

/** How long orders count toward the limits. */
const DAY_MS = 86_400_000
export const DECLINES_MS = 15 * 60_000

/** Serializes checkouts from the same IP addresses or account until the end of the transaction. */
export async function lockOrigins(db: Db, origins: Origin[]): Promise<void> {
  await sql`select ${lockedOrigins(origins)}`.execute(db)
}

/**
 * For a statement that takes other locks, too. Takes the locks in one order, so two orders that were changed from the same
 * addresses don't wait for each other.
 * @param others selects `address_hash` of other addresses
 * @returns the locked keys
 */
export function lockedOrigins(origins: Origin[], others?: Expression<{ address_hash: string }>) {
  const keys = origins.flatMap(({ addressHash, userId }) => [
    addressKeyOf(addressHash),
    ...(userId === null ? [] : [`account-${userId}`]),
  ])
  return sql<string[]>`(select array_agg(key) filter (
      where pg_advisory_xact_lock(hashtextextended(key, 0)) is not null)
    from (select key from unnest(${keys}::text[]) as key
      ${others ? sql`union select ${addressKeyOf('')}::text || address_hash from ${others} as others` : sql``}
      order by key) as keys)`
}

export const addressKeyOf = (addressHash: string) => `address-${addressHash}`

/** Records that an order was also changed from an IP address, with what counts against the order. */
export async function insertOrigin(db: Db, orderId: string, addressHash: string): Promise<void> {
  await sql`
    insert into order_origins (order_id, address_hash, created_at, large_held_at)
    select ${orderId}, ${addressHash}, ${now()}::timestamptz,
      (select max(large_held_at) from order_origins where order_id = ${orderId})
    on conflict do nothing`.execute(db)
}

/**
 * A customer who has paid for an order before is judged by the account alone, regardless of others at the IP address.
 * Guest orders that were added to the account don't count, because anyone can place one with the customer's email
 * address.
 */
const ordersFrom = ({ addressHash, userId }: Origin) => sql`
  select 'address' as scope, order_id from order_origins
  where address_hash = ${addressHash} and created_at > ${ago(DAY_MS)}::timestamptz and not exists (
    select from orders where placed_by = ${userId}::integer and status in ('processing', 'shipped', 'delivered'))
  union all
  select 'account', id from orders where placed_by = ${userId}::integer and created_at > ${ago(DAY_MS)}::timestamptz`

/** @param except the order being placed */
export async function listOriginRecords(
  db: Db,
  except: string | null,
  origin: Origin,
): Promise<OriginRecord[]> {
  const { rows } = await sql<OriginRecord>`
    with mine as (${ordersFrom(origin)})
    select mine.scope,
      count(*) filter (where orders.status = 'pending')::int as open,
      coalesce(sum(reserved.units), 0)::int as units,
      count(*) filter (where orders.status in ('processing', 'shipped', 'delivered'))::int as paid,
      coalesce(sum(origins.versions), 0)::int as versions,
      coalesce(sum(origins.weight), 0)::int as weight,
      max(origins.unpaid_at) as "lastUnpaidAt",
      coalesce(sum(declined.cards), 0)::int as declines,
      max(declined.last_at) as "lastDeclineAt"
    from mine
    join orders on orders.id = mine.order_id
    left join lateral (
      select sum(versions) as versions, max(unpaid_weight) as weight, max(unpaid_at) as unpaid_at from order_origins
      where order_origins.order_id = mine.order_id
    ) as origins on true
    left join lateral (
      select sum(reservation_items.quantity) as units from reservation_items join stock using (variant_id)
      where reservation_items.order_key = mine.order_id and stock.quantity is not null
    ) as reserved on orders.status = 'pending'
    left join lateral (
      select count(*) as cards, max(at) as last_at from payment_transitions
      where payment_transitions.order_id = mine.order_id and kind = 'declined'
        and at > ${ago(DECLINES_MS)}::timestamptz
    ) as declined on true
    where mine.order_id is distinct from ${except}
    group by mine.scope`.execute(db)
  return rows
}

/** Returns true if the account has ever paid for an order, or someone at the IP address recently has. */
export async function hasPaid(db: Db, { addressHash, userId }: Origin): Promise<boolean> {
  const { rows } = await sql<{ paid: boolean }>`
    select exists (
      select from orders left join order_origins on order_origins.order_id = orders.id
      where (address_hash = ${addressHash} or placed_by = ${userId}::integer)
        and orders.status in ('processing', 'shipped', 'delivered')) as paid`.execute(db)
  return rows[0]?.paid === true
}

/**
 * Marks that an order reserves a large quantity, unless another order of one of its origins did in the last day.
 * @returns since when it does, or null if it may not
 */
export async function updateLargeHold(db: Db, orderId: string, origins: Origin[]): Promise<Date | null> {
  const { rows } = await sql<{ heldAt: Date }>`
    with mine as (${sql.join(origins.map(ordersFrom), sql` union all `)})
    update order_origins set large_held_at = coalesce(large_held_at, ${now()}::timestamptz)
    where order_id = ${orderId} and (large_held_at is not null or not exists (
      select from mine join order_origins as other on other.order_id = mine.order_id
      where other.large_held_at > ${ago(DAY_MS)}::timestamptz))
    returning large_held_at as "heldAt"`.execute(db)
  return rows[0]?.heldAt ?? null
}

/** Lists an order's origins, unless they were deleted. */
export async function listOrigins(db: Db, orderId: string): Promise<Origin[]> {
  return db
    .selectFrom('order_origins')
    .innerJoin('orders', 'orders.id', 'order_origins.order_id')
    .select(['address_hash as addressHash', 'placed_by as userId'])
    .where('order_id', '=', orderId)
    .execute()
}

/**
 * Lists, for each of these variants whose stock is tracked, the units reserved by this order and by others of the same
 * origin.
 */
export async function listReserved(
  db: Db,
  orderId: string,
  origin: Origin,
  variantIds: number[],
): Promise<{ variantId: number; quantity: number; own: number; others: number }[]> {
  const { rows } = await sql<{ variantId: number; quantity: number; own: number; others: number }>`
    with mine as (select distinct order_id from (${ordersFrom(origin)}) as orders)
    select stock.variant_id as "variantId", stock.quantity,
      coalesce(sum(lines.quantity) filter (where lines.order_key = ${orderId}), 0)::int as own,
      coalesce(sum(lines.quantity) filter (where lines.order_key <> ${orderId}), 0)::int as others
    from stock
    left join reservation_items as lines on lines.variant_id = stock.variant_id
      and (lines.order_key = ${orderId} or lines.order_key in (select order_id from mine))
    where stock.variant_id = any (${variantIds}::integer[]) and stock.quantity is not null
    group by stock.variant_id, stock.quantity`.execute(db)
  return rows
}

/**
 * Records that an order ended unpaid, before its stock is released. Its weight is `large` if it reserved more than
 * `units`, zero if it reserved no tracked stock, and `small` otherwise.
 */
export async function updateUnpaid(
  db: Db,
  orderId: string,
  { units, small, large }: { units: number; small: number; large: number },
): Promise<void> {
  await sql`
    update order_origins set unpaid_at = ${now()}::timestamptz, unpaid_weight = (
      select case when coalesce(sum(lines.quantity), 0) > ${units}::int then ${large}::int
        when count(*) > 0 then ${small}::int else 0 end
      from reservation_items as lines join stock using (variant_id)
      where lines.order_key = ${orderId} and stock.quantity is not null)
    where order_id = ${orderId}`.execute(db)
}

/** Raises the weight of an order that ended unpaid. */
export async function updateUnpaidWeight(db: Db, orderId: string, weight: number): Promise<void> {
  await db
    .updateTable('order_origins')
    .set({ unpaid_weight: sql<number>`greatest(unpaid_weight, ${weight}::int)` })
    .where('order_id', '=', orderId)
    .where('unpaid_at', 'is not', null)
    .execute()
}

export async function deleteOriginsBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('order_origins').where('created_at', '<', time).execute()
}

const ago = (ms: number) => new Date(now().getTime() - ms)
