import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Lists the accounts of customers from the time before the last test order and any real one, without a real order. */
export async function listTestCustomers(db: Db): Promise<number[]> {
  const rows = await selectTestCustomers(db).execute()
  return rows.map(({ id }) => id)
}

/** Locks the accounts until the end of the transaction, so that no order can get one of them anymore. */
export async function lockTestCustomers(db: Db): Promise<void> {
  await selectTestCustomers(db).forUpdate('users').execute()
}

/** Deletes notes about guests without an order or an account. */
export async function deleteLostNotes(db: Db): Promise<void> {
  await db
    .deleteFrom('customer_notes')
    .where(
      sql<boolean>`email is not null
        and not exists (select from orders where lower(orders.email) = customer_notes.email)
        and not exists (select from users where lower(users.email) = customer_notes.email)`,
    )
    .execute()
}

function selectTestCustomers(db: Db) {
  return db
    .selectFrom('users')
    .select('id')
    .where('staff_role', 'is', null)
    .where(
      sql<boolean>`created_at <= (select max(created_at) from payments where not is_live)
        and created_at < coalesce((select min(created_at) from payments where is_live), 'infinity')
        and not exists (
          select from orders join payments on order_id = orders.id
          where is_live and (user_id = users.id or placed_by = users.id or lower(orders.email) = lower(users.email)))`,
    )
    .orderBy('id')
}
