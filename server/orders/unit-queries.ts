import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/**
 * A line of an order.
 * @property refunded units whose refund was requested and hasn't failed
 * @property restocked units returned to stock
 */
export type OrderUnits = {
  itemId: number
  variantId: number
  name: string
  quantity: number
  refunded: number
  restocked: number
}

/** Lists the lines of an order that the customer agreed to. */
export async function listUnits(db: Db, orderId: string): Promise<OrderUnits[]> {
  return selectUnits(db, orderId).execute()
}

/** Like listUnits, but locks the lines until the end of the transaction. */
export async function lockUnits(db: Db, orderId: string): Promise<OrderUnits[]> {
  return selectUnits(db, orderId).forUpdate('order_items').execute()
}

/**
 * Counts units of a line as refunded, or no longer if the number is negative.
 * @returns false if the line has fewer units left, which the database checks
 */
export async function addRefundedUnits(db: Db, itemId: number, units: number): Promise<boolean> {
  const updated = await db
    .updateTable('order_items')
    .set({ refunded: sql`refunded + ${units}` })
    .where('id', '=', itemId)
    .where(sql<boolean>`refunded + ${units} <= quantity`)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

export async function addRestockedUnits(db: Db, itemId: number, units: number): Promise<void> {
  await db
    .updateTable('order_items')
    .set({ restocked: sql`restocked + ${units}` })
    .where('id', '=', itemId)
    .execute()
}

/** Returns the units per line that failed refunds returned to stock, and that no later refund has restocked. */
export async function countUnclaimedUnits(db: Db, orderId: string): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('refund_items')
    .innerJoin('refunds', 'refunds.id', 'refund_items.refund_id')
    .select([
      'order_item_id as itemId',
      sql<number>`sum(newly_restocked - case status when 'failed' then 0 else restocked end)::int`.as(
        'units',
      ),
    ])
    .where('refunds.order_id', '=', orderId)
    .groupBy('order_item_id')
    .execute()
  return new Map(rows.map(({ itemId, units }) => [itemId, Math.max(0, units)]))
}

function selectUnits(db: Db, orderId: string) {
  return db
    .selectFrom('order_items')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.id', '=', 'order_items.order_id')
        .onRef('orders.version', '=', 'order_items.version'),
    )
    .select([
      'order_items.id as itemId',
      'order_items.variant_id as variantId',
      sql<string>`name || coalesce(' (' || variant_title || ')', '')`.as('name'),
      'order_items.quantity',
      'order_items.refunded',
      'order_items.restocked',
    ])
    .where('orders.id', '=', orderId)
    .orderBy('order_items.id')
}
