import { sql } from 'kysely'
import { ORDER_MESSAGES, type OrderStatus } from '#contract/orders/rules.ts'
import { notFound } from '../errors.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { type Move, moveInto } from './place-queries.ts'

export type LockedOrder = {
  id: string
  status: OrderStatus
  version: number
  cartId: number | null
  /** Why it is held for review, or null if it isn't. */
  reviewReason: string | null
}

/** Nobody else changes the order until the end of the transaction. @throws ShopError 404 */
export async function lockOrder(db: Db, id: string): Promise<LockedOrder> {
  const row = await db
    .selectFrom('orders')
    .select(['id', 'status', 'version', 'cart_id as cartId', 'review_reason as reviewReason'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound(ORDER_MESSAGES.notFound)
  return { ...row, status: row.status as OrderStatus }
}

/** Cents of the version that counts. */
export async function findTotal(db: Db, id: string): Promise<number> {
  const { total_cents } = await db
    .selectFrom('orders')
    .innerJoin('order_versions', (join) =>
      join
        .onRef('order_versions.order_id', '=', 'orders.id')
        .onRef('order_versions.version', '=', 'orders.version'),
    )
    .select('order_versions.total_cents')
    .where('orders.id', '=', id)
    .executeTakeFirstOrThrow()
  return total_cents
}

/** Moves an order, and writes the move down. */
export async function updateStatus(db: Db, move: Move): Promise<void> {
  await db
    .with('moved', (db) => moveInto(db, move))
    .updateTable('orders')
    .set({ status: move.to, updated_at: now() })
    .where('id', '=', move.orderId)
    .execute()
}

export async function updateReview(db: Db, id: string, reason: string | null): Promise<void> {
  await db.updateTable('orders').set({ review_reason: reason }).where('id', '=', id).execute()
}

/** With which carrier an order was sent; a carrier without tracking numbers has none. */
export type SentParcel = { carrier: string; trackingNumber: string | null }

/** Null: it was not sent yet. */
export async function findParcel(db: Db, id: string): Promise<SentParcel | null> {
  const { carrier, trackingNumber } = await db
    .selectFrom('orders')
    .select(['carrier', 'tracking_number as trackingNumber'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return carrier === null ? null : { carrier, trackingNumber }
}

export async function updateParcel(
  db: Db,
  id: string,
  { carrier, trackingNumber }: SentParcel,
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ carrier, tracking_number: trackingNumber })
    .where('id', '=', id)
    .execute()
}

/** What was not paid for is forgotten. */
export async function keepOnlyVersion(db: Db, id: string, version: number): Promise<void> {
  await db
    .with('forgotten', (db) =>
      db.deleteFrom('order_versions').where('order_id', '=', id).where('version', '<>', version),
    )
    .updateTable('orders')
    .set({ version })
    .where('id', '=', id)
    .execute()
}

/**
 * A guest's order belongs to the user who has proven the inbox of its email address, if there is one. A verified address is
 * not enough: its owner may have verified it for an account that a stranger registered.
 */
export async function updateUserByEmail(db: Db, id: string): Promise<void> {
  await db
    .updateTable('orders')
    .from('users')
    .set(({ ref }) => ({ user_id: ref('users.id'), claimed_by_number: false }))
    .where('orders.id', '=', id)
    .where(hasNoProvenOwner)
    .whereRef(sql`lower(users.email)`, '=', sql`lower(orders.email)`)
    .where('users.inbox_proven_at', 'is not', null)
    .execute()
}

/** @param email of the user, who has proven its inbox */
export async function updateUserOfGuestOrders(db: Db, userId: number, email: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ user_id: userId, claimed_by_number: false })
    .where(hasNoProvenOwner)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .execute()
}

/** @returns false when the order belongs to another account */
export async function updateUserOfGuestOrder(db: Db, userId: number, id: string): Promise<boolean> {
  const isInboxProven = sql<boolean>`exists (select from users where users.id = ${userId}::integer
    and inbox_proven_at is not null and lower(users.email) = lower(orders.email))`
  const updated = await db
    .updateTable('orders')
    .set({
      user_id: userId,
      claimed_by_number: sql<boolean>`${hasNoProvenOwner} and not ${isInboxProven}`,
    })
    .where('id', '=', id)
    .where(({ eb, or, and }) =>
      or([
        eb('user_id', 'is', null),
        eb('user_id', '=', userId),
        and([eb('claimed_by_number', '=', true), isInboxProven]),
      ]),
    )
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

const hasNoProvenOwner = sql<boolean>`(orders.user_id is null or orders.claimed_by_number)`
