import { sql } from 'kysely'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { idsOf, quantitiesOf, type StockItem } from './queries.ts'

/**
 * Maximum from the start of a reservation. Without it, a shopper could block products forever by extending it
 * repeatedly.
 */
const LONGEST = '2 hours'

/**
 * Reserves exactly these units for an order instead of those that it had reserved, and creates or extends its
 * reservation, up to two hours after it began.
 * @returns false, to be rolled back, if a variant falls short
 */
export async function reserveStock(
  db: Db,
  orderKey: string,
  items: StockItem[],
  expiresAt: Date,
): Promise<boolean> {
  const { rows } = await sql<{ reserved: boolean }>`
    select reserve_stock(${orderKey}, ${idsOf(items)}::integer[], ${quantitiesOf(items)}::integer[],
      ${expiresAt}::timestamptz, ${now()}::timestamptz, ${LONGEST}::interval) as reserved`.execute(db)
  return rows[0]?.reserved === true
}

/**
 * Ends an order's reservation and returns its units to the stock.
 * @returns false if there is none
 */
export async function releaseStock(db: Db, orderKey: string): Promise<boolean> {
  const { rows } = await sql<{ released: boolean }>`select release_stock(${orderKey}) as released`.execute(db)
  return rows[0]?.released === true
}

/**
 * Deducts an order's units, from its reservation if it has one, and records the movements.
 * @returns whether one must be pushed to the platform, or null, without changes, if a variant falls short
 */
export async function takeStock(db: Db, orderKey: string, items: StockItem[]): Promise<boolean | null> {
  const { rows } = await sql<{ pushed: boolean | null }>`
    select take_stock(${orderKey}, ${idsOf(items)}::integer[], ${quantitiesOf(items)}::integer[],
      ${now()}::timestamptz) as pushed`.execute(db)
  return rows[0]?.pushed ?? null
}

export async function updateExpiry(db: Db, orderKeys: string[], expiresAt: Date): Promise<void> {
  await db
    .updateTable('reservations')
    .set({ expires_at: expiresAt })
    .where('order_key', 'in', orderKeys)
    .execute()
}

export async function updateEarlierExpiry(db: Db, orderKey: string, expiresAt: Date): Promise<void> {
  await db
    .updateTable('reservations')
    .set({ expires_at: expiresAt })
    .where('order_key', '=', orderKey)
    .where('expires_at', '>', expiresAt)
    .execute()
}

/** Returns when an order's reservation expires, or null if it has none. */
export async function findExpiry(db: Db, orderKey: string): Promise<Date | null> {
  const row = await db
    .selectFrom('reservations')
    .select('expires_at')
    .where('order_key', '=', orderKey)
    .executeTakeFirst()
  return row?.expires_at ?? null
}

export async function listReservedItems(db: Db, orderKey: string): Promise<StockItem[]> {
  return db
    .selectFrom('reservation_items')
    .select(['variant_id as variantId', 'quantity'])
    .where('order_key', '=', orderKey)
    .execute()
}

/**
 * Lists orders whose reservation has expired, oldest first. The payment provider decides what happens to them. A
 * processing payment, which can take a bank days, keeps its reservation and is left out, so it can't block the orders
 * after it. So does a live payment while the shop has test keys.
 */
export async function listExpiredReservations(db: Db, isLive: boolean, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('reservations')
    .leftJoin('payments', 'payments.order_id', 'reservations.order_key')
    .select('order_key')
    .where('expires_at', '<=', now())
    .where(({ eb, or, and }) =>
      or([
        eb('payments.status', 'is', null),
        and([
          eb('payments.status', '<>', 'processing'),
          ...(isLive ? [] : [eb('payments.is_live', '=', false)]),
        ]),
      ]),
    )
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.order_key)
}

/** Counts the orders that have stock reserved, and those whose payment window has expired but that haven't ended yet. */
export async function countReservations(db: Db): Promise<{ open: number; overdue: number }> {
  const row = await db
    .selectFrom('reservations')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('all'),
      fn
        .countAll<number>()
        .filterWhere(eb('expires_at', '<=', now()))
        .as('overdue'),
    ])
    .executeTakeFirstOrThrow()
  const overdue = Number(row.overdue)
  return { open: Number(row.all) - overdue, overdue }
}
