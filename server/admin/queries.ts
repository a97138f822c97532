import { sql } from 'kysely'
import type { ShopCounts } from '#contract/admin/api.ts'
import type { Db } from '../platform/db/database.ts'

/** The four cards of the dashboard. What was never paid is no order yet. */
export async function countShop(db: Db): Promise<ShopCounts> {
  const { rows } = await sql<ShopCounts>`
    select
      (select count(*)::int from products where archived_at is null) as products,
      (select count(*)::int from categories) as categories,
      (select count(*)::int from payments where paid_cents > 0) as orders,
      (select count(*)::int from users where role = 'customer') as customers`.execute(db)
  return rows[0] ?? { products: 0, categories: 0, orders: 0, customers: 0 }
}
