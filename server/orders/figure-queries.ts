import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'

const DAY_MS = 86_400_000

/** Orders that were placed within the last 24 hours, by their status now. */
export async function countRecentOrders(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('orders')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('created_at', '>', new Date(now().getTime() - DAY_MS))
    .groupBy('status')
    .execute()
  const none = { pending: 0, processing: 0, shipped: 0, delivered: 0, cancelled: 0 }
  return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)])) }
}
