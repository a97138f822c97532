import { sql } from 'kysely'
import { CART_ITEMS_MAX } from '#contract/cart/rules.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { isCurrentlyOf } from './queries.ts'

/** Creates the user's cart if needed, and locks it until the end of the transaction. @returns its id */
export async function lockUsersCart(db: Db, userId: number): Promise<number> {
  const { id } = await db
    .insertInto('carts')
    .values({ user_id: userId, created_at: now(), used_at: now() })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ used_at: now() }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Locks the cart until the end of the transaction.
 * @returns its ID, or null if the visitor has no cart
 */
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
 * Copies the items of one cart into another, as many as fit. If both contain a variant, the larger quantity wins. Both
 * carts must be locked.
 */
export async function mergeItems(db: Db, from: number, into: number): Promise<void> {
  await db
    .insertInto('cart_items')
    .columns(['cart_id', 'variant_id', 'quantity', 'created_at'])
    .expression((select) =>
      select
        .selectFrom('cart_items')
        .select([sql.lit(into).as('cart_id'), 'variant_id', 'quantity', 'created_at'])
        .where('cart_id', '=', from)
        .orderBy('id'),
    )
    .onConflict((conflict) =>
      conflict.columns(['cart_id', 'variant_id']).doUpdateSet({
        quantity: sql`greatest(cart_items.quantity, excluded.quantity)`,
      }),
    )
    .execute()
  await sql`
    delete from cart_items where id in (
      select id from cart_items where cart_id = ${into} order by id offset ${CART_ITEMS_MAX})`.execute(db)
}

export async function deleteCart(db: Db, id: number): Promise<void> {
  await db.deleteFrom('carts').where('id', '=', id).execute()
}

/** Assigns the cart to a user and invalidates its cookie tokens. */
export async function updateOwner(db: Db, id: number, userId: number): Promise<void> {
  await db
    .updateTable('carts')
    .set({ user_id: userId, token_hash: null, old_token_hash: null, old_token_until: null, used_at: now() })
    .where('id', '=', id)
    .execute()
}
