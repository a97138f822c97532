import { sql } from 'kysely'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { isCurrentlyOf } from './queries.ts'

/** Makes the user's cart if need be; nobody else changes it until the end of the transaction. */
export async function lockUsersCart(db: Db, userId: number): Promise<number> {
  const { id } = await db
    .insertInto('carts')
    .values({ user_id: userId, created_at: now(), used_at: now() })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ used_at: now() }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Nobody else changes it until the end of the transaction. @returns its id; null when the visitor has none */
export async function lockVisitorsCart(db: Db, token: string): Promise<number | null> {
  const row = await db
    .selectFrom('carts')
    .select('id')
    .where(isCurrentlyOf({ token }))
    .forUpdate()
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * Takes the orders of these carts before anything in the carts is changed, in the order in which a payment that arrives
 * takes them: neither can wait for the other.
 */
export async function lockOrders(db: Db, cartIds: number[]): Promise<void> {
  await db
    .selectFrom('orders')
    .select('id')
    .where('cart_id', 'in', cartIds)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * The orders of one cart become those of another. Of two that wait for their payment the other cart's is kept; the time to
 * pay of this one is over, and what it holds can be held by the other.
 */
export async function moveOrders(db: Db, from: number, into: number): Promise<void> {
  await sql`update holds set expires_at = ${now()}::timestamptz from orders
    where order_key = orders.id and orders.status = 'pending' and orders.cart_id = ${from}
      and exists (select from orders where cart_id = ${into} and status = 'pending')`.execute(db)
  await sql`update orders set cart_id = ${into} where cart_id = ${from}
    and (status <> 'pending' or not exists (select from orders where cart_id = ${into} and status = 'pending'))`.execute(
    db,
  )
}

/** The orders of a cart belong to no cart from now on. If they wait for their payment, their time to pay is over. */
export async function leaveOrders(db: Db, cartId: number): Promise<void> {
  await sql`update holds set expires_at = ${now()}::timestamptz from orders
    where order_key = orders.id and orders.status = 'pending' and orders.cart_id = ${cartId}`.execute(db)
  await sql`update orders set cart_id = null where cart_id = ${cartId}`.execute(db)
}

/** Puts what is in one cart into another; of the same product the larger quantity counts. */
export async function mergeItems(db: Db, from: number, into: number): Promise<void> {
  await db
    .insertInto('cart_items')
    .columns(['cart_id', 'product_id', 'quantity', 'created_at'])
    .expression((select) =>
      select
        .selectFrom('cart_items')
        .select([sql.lit(into).as('cart_id'), 'product_id', 'quantity', 'created_at'])
        .where('cart_id', '=', from)
        .orderBy('id'),
    )
    .onConflict((conflict) =>
      conflict.columns(['cart_id', 'product_id']).doUpdateSet({
        quantity: sql`greatest(cart_items.quantity, excluded.quantity)`,
      }),
    )
    .execute()
}

export async function deleteCart(db: Db, id: number): Promise<void> {
  await db.deleteFrom('carts').where('id', '=', id).execute()
}

/** From now on no cookie opens this cart. */
export async function updateOwner(db: Db, id: number, userId: number): Promise<void> {
  await db
    .updateTable('carts')
    .set({ user_id: userId, token_hash: null, old_token_hash: null, old_token_until: null, used_at: now() })
    .where('id', '=', id)
    .execute()
}
