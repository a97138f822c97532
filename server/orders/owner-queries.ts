import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Locks the orders of these carts, in the same order as payments do, to avoid deadlocks. */
export async function lockOrdersOfCarts(db: Db, cartIds: number[]): Promise<void> {
  await db
    .selectFrom('orders')
    .select('id')
    .where('cart_id', 'in', cartIds)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Moves a cart's orders to another cart, except for an unpaid one if the other cart also has one: a cart has at most
 * one.
 */
export async function updateCart(db: Db, from: number, into: number): Promise<void> {
  await db
    .updateTable('orders')
    .set({ cart_id: into })
    .where('cart_id', '=', from)
    .where(({ eb, or, not, exists, selectFrom }) =>
      or([
        eb('orders.status', '<>', 'pending'),
        not(
          exists(
            selectFrom('orders as other')
              .select('other.id')
              .where('other.cart_id', '=', into)
              .where('other.status', '=', 'pending'),
          ),
        ),
      ]),
    )
    .execute()
}

/** @returns the IDs of the orders that were still unpaid */
export async function clearCartOfOrders(db: Db, cartId: number): Promise<string[]> {
  const orders = await db
    .updateTable('orders')
    .set({ cart_id: null })
    .where('cart_id', '=', cartId)
    .returning(['id', 'status'])
    .execute()
  return orders.filter(({ status }) => status === 'pending').map(({ id }) => id)
}

/** @param email the user's email address, whose inbox is proven */
export async function updateUserOfGuestOrders(db: Db, userId: number, email: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ user_id: userId, claimed_by_number: false })
    .where(hasNoProvenOwner)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .execute()
}

/** @returns false if the order belongs to another account */
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

export const hasNoProvenOwner = sql<boolean>`(orders.user_id is null or orders.claimed_by_number)`
