import { sql } from 'kysely'
import type { AdminOrderFilters } from '#contract/orders/admin.ts'
import type { Db } from '../platform/db/database.ts'
import { matches } from './list-queries.ts'
import { selectOrders } from './queries.ts'

export type ExportedOrder = Awaited<ReturnType<typeof listForExport>>[number]

/** Orders that match after this one, the oldest first. */
export async function listForExport(
  db: Db,
  filters: AdminOrderFilters,
  after: { created_at: Date; id: string } | null,
  limit: number,
) {
  return selectOrders(db)
    .select([
      sql<number>`coalesce(payments.paid_cents, 0)`.as('paid_cents'),
      sql<number>`coalesce(payments.refunded_cents, 0)`.as('refunded_cents'),
    ])
    .where(matches(filters))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(orders.created_at, orders.id) > (${after?.created_at}, ${after?.id})`),
    )
    .orderBy('orders.created_at')
    .orderBy('orders.id')
    .limit(limit)
    .execute()
}
