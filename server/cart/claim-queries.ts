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
