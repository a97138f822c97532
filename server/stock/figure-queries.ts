import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'

/** Holds of orders that are being paid, and those whose time is over but that are not ended yet. */
export async function countHolds(db: Db): Promise<{ open: number; overdue: number }> {
  const row = await db
    .selectFrom('holds')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('all'),
      fn
        .countAll<number>()
        .filterWhere(eb('expires_at', '<=', now()))
        .as('overdue'),
    ])
    .executeTakeFirstOrThrow()
  const overdue = Number(row.overdue)
  return { open: Number(row.all) - overdue, overdue }
}
