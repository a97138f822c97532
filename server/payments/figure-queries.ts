import { sql } from 'kysely'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'

/** How many events of the provider wait to be handled, and how long the oldest of them has waited. */
export async function findWaitingEvents(db: Db): Promise<{ count: number; oldestSeconds: number }> {
  const { count, oldest } = await db
    .selectFrom('webhook_events')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('received_at').as('oldest')])
    .where('handled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { count: Number(count), oldestSeconds: oldest ? secondsSince(oldest) : 0 }
}

/** Cards that the provider declined in the last hour. */
export async function countRecentDeclines(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('payment_moves')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', 'declined')
    .where('at', '>', new Date(now().getTime() - 3_600_000))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Refunds that were asked for and of which the provider has not said how they ended. */
export async function countUnsettledRefunds(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('refunds')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(sql<boolean>`status in ('requested', 'pending')`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const secondsSince = (time: Date) => Math.max(0, (now().getTime() - time.getTime()) / 1000)
