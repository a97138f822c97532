import { sql } from 'kysely'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'

/**
 * Maximum from the start of a reservation. Without it, a shopper could block products forever by extending it
 * repeatedly.
 */
const LONGEST = '2 hours'

/**
 * Creates or extends the reservation of an order, up to two hours after it began, and locks it until the end of the
 * transaction.
 * @returns true if it was created
 */
export async function upsertReservation(db: Db, orderKey: string, expiresAt: Date): Promise<boolean> {
  const { isNew } = await db
    .insertInto('reservations')
    .values({ order_key: orderKey, expires_at: expiresAt, created_at: now() })
    .onConflict((conflict) =>
      conflict.column('order_key').doUpdateSet({
        expires_at: sql`greatest(reservations.expires_at, least(excluded.expires_at, reservations.created_at + ${LONGEST}::interval))`,
      }),
    )
    // xmax is nonzero if the row existed and was locked by this upsert.
    .returning(sql<boolean>`reservations.xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow()
  return isNew
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

/** @returns false if the order has no reservation */
export async function lockReservation(db: Db, orderKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('reservations')
    .select('order_key')
    .where('order_key', '=', orderKey)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
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

export async function listReservedItems(
  db: Db,
  orderKey: string,
): Promise<{ variantId: number; quantity: number }[]> {
  return db
    .selectFrom('reservation_items')
    .select(['variant_id as variantId', 'quantity'])
    .where('order_key', '=', orderKey)
    .execute()
}

export async function deleteReservedItems(db: Db, orderKey: string): Promise<void> {
  await db.deleteFrom('reservation_items').where('order_key', '=', orderKey).execute()
}

export async function insertReservedItems(
  db: Db,
  orderKey: string,
  items: Map<number, number>,
): Promise<void> {
  if (items.size === 0) return
  await db
    .insertInto('reservation_items')
    .values(
      [...items].map(([variantId, quantity]) => ({ order_key: orderKey, variant_id: variantId, quantity })),
    )
    .execute()
}

export async function deleteReservation(db: Db, orderKey: string): Promise<void> {
  await db.deleteFrom('reservations').where('order_key', '=', orderKey).execute()
}

/**
 * Lists orders whose reservation has expired, oldest first. The payment provider decides what happens to them. A
 * processing payment, which can take a bank days, keeps its reservation and is left out, so it can't block the orders
 * after it.
 */
export async function listExpiredReservations(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('reservations')
    .leftJoin('payments', 'payments.order_id', 'reservations.order_key')
    .select('order_key')
    .where('expires_at', '<=', now())
    .where(({ eb, or }) => or([eb('payments.status', 'is', null), eb('payments.status', '<>', 'processing')]))
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
