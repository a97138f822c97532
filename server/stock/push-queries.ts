import { sql } from 'kysely'
import { variantTitle } from '#contract/catalog/variants.ts'
import type { StockEntry } from '#contract/stock/api.ts'
import { now } from '../platform/clock.ts'
import { countRows } from '../platform/db/count-rows.ts'
import type { Db } from '../platform/db/database.ts'

type PushState = NonNullable<StockEntry['push']>['state']

/** A stock movement to be applied on the platform. */
export type Push = {
  movementId: number
  variantId: number
  change: number
  reason: 'set' | 'taken' | 'put back'
  movedAt: Date
  /** The input of the platform's mutation, or null until it is planned. */
  changes: unknown
  round: number
  attempts: number
  /** When this round was first sent, or null if it hasn't been. */
  sentAt: Date | null
}

/** Claims the push that has been due longest, until `until`. After that, another worker may claim it. */
export async function claimPush(db: Db, until: Date): Promise<Push | null> {
  const { rows } = await sql<Push>`
    update stock_pushes push set next_at = ${until}, attempts = attempts + 1
    from stock_movements movement
    where movement.id = push.movement_id and push.movement_id = (
      select movement_id from stock_pushes
      where state in ('waiting', 'sending') and next_at <= ${now()}
      order by next_at, movement_id limit 1 for update skip locked
    )
    returning movement_id as "movementId", push.variant_id as "variantId", change, reason,
      created_at as "movedAt", changes, round, attempts, sent_at as "sentAt"`.execute(db)
  return rows[0] ?? null
}

/**
 * Marks a push as sent, since the platform may have applied it from here on.
 * @returns false if another worker has ended it
 */
export async function updateSending(db: Db, movementId: number, changes: unknown): Promise<boolean> {
  const updated = await db
    .updateTable('stock_pushes')
    .set({
      state: 'sending',
      changes: JSON.stringify(changes),
      sent_at: sql<Date>`coalesce(sent_at, ${now()})`,
    })
    .where('movement_id', '=', movementId)
    .where('state', 'in', ['waiting', 'sending'])
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** @param next 'unsent' and 'new round' are planned again; a new round also gets a new idempotency key */
export async function updateNextAttempt(
  db: Db,
  movementId: number,
  { at, error, next }: { at: Date; error: string; next: 'same' | 'unsent' | 'new round' },
): Promise<void> {
  await db
    .updateTable('stock_pushes')
    .set(({ eb }) => ({
      next_at: at,
      error,
      ...(next === 'same' ? {} : { state: 'waiting', changes: null, sent_at: null }),
      ...(next === 'new round' ? { round: eb('round', '+', 1) } : {}),
    }))
    .where('movement_id', '=', movementId)
    .where('state', 'in', ['waiting', 'sending'])
    .execute()
}

/**
 * Ends a push, or saves an admin's decision about one that had ended.
 * @returns the variant and the change, or null if the push isn't in one of the states `from`
 */
export async function updateEnded(
  db: Db,
  movementId: number,
  from: string[],
  to: { state: 'applied' | 'refused' | 'unknown' | 'dismissed'; error: string | null },
): Promise<{ variantId: number; change: number } | null> {
  const row = await db
    .updateTable('stock_pushes')
    .from('stock_movements')
    .set({ ...to, ended_at_clock: sql<number>`nextval('stock_push_clock')` })
    .whereRef('stock_movements.id', '=', 'movement_id')
    .where('movement_id', '=', movementId)
    .where('state', 'in', from)
    .returning(['stock_pushes.variant_id', 'change'])
    .executeTakeFirst()
  return row ? { variantId: row.variant_id, change: row.change } : null
}

/** @returns false if the push was neither rejected nor left unknown */
export async function updateRetried(db: Db, movementId: number): Promise<boolean> {
  const updated = await db
    .updateTable('stock_pushes')
    .set(({ eb }) => ({
      state: 'waiting',
      round: eb('round', '+', 1),
      attempts: 0,
      changes: null,
      sent_at: null,
      error: null,
      next_at: now(),
    }))
    .where('movement_id', '=', movementId)
    .where('state', 'in', ['refused', 'unknown'])
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** Dismisses the rejected pushes of variants, which no longer matter once the platform's own count is applied. */
export async function dismissRefused(db: Db, variantIds: number[]): Promise<void> {
  await db
    .updateTable('stock_pushes')
    .set({ state: 'dismissed' })
    .where('variant_id', '=', sql<number>`any (${variantIds}::integer[])`)
    .where('state', '=', 'refused')
    .execute()
}

/**
 * Returns, by variant, the sum of the changes that the platform's last known count doesn't include. Omits variants
 * without such changes.
 */
export async function sumPending(db: Db, variantIds: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ variantId: number; sum: number }>`
    select stock_pushes.variant_id as "variantId", sum(change)::int as sum
    from stock_pushes join stock_movements on stock_movements.id = movement_id
    where stock_pushes.variant_id = any (${variantIds}::integer[]) and state in ('waiting', 'sending', 'unknown')
    group by 1`.execute(db)
  return new Map(rows.map(({ variantId, sum }) => [variantId, sum]))
}

/** Returns a clock value that marks the start of reading the platform's counts. */
export async function readPushClock(db: Db): Promise<number> {
  const { rows } = await sql<{ clock: number }>`select nextval('stock_push_clock') as clock`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The sequence stock_push_clock has no value')
  return row.clock
}

/** Returns those of these variants whose counts at the platform, read since `clock`, may or may not include a push. */
export async function listPushedSince(db: Db, variantIds: number[], clock: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('stock_pushes')
    .select('variant_id')
    .distinct()
    .where('variant_id', '=', sql<number>`any (${variantIds}::integer[])`)
    .where(({ or, eb }) => or([eb('state', 'in', ['sending', 'unknown']), eb('ended_at_clock', '>', clock)]))
    .execute()
  return new Set(rows.map(({ variant_id }) => variant_id))
}

export type Journal = { onlyOpen: boolean }
const OPEN = ['waiting', 'sending', 'refused', 'unknown']

/** Lists the stock movements of products that the platform has, newest first, each with its push. */
export async function listJournal(
  db: Db,
  { onlyOpen, page, pageSize }: Journal & { page: number; pageSize: number },
): Promise<StockEntry[]> {
  const rows = await journal(db, { onlyOpen })
    .select([
      'stock_movements.id',
      'stock_movements.created_at',
      'products.id as productId',
      'products.name',
      'variants.option_values',
      'change',
      'reason',
    ])
    .select(['order_key as orderId', 'state', 'error', 'attempts', 'next_at'])
    .orderBy('stock_movements.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return rows.map(({ created_at, reason, state, error, attempts, next_at, option_values, ...row }) => ({
    ...row,
    variant: variantTitle(option_values) || null,
    at: created_at.toISOString(),
    reason: reason as StockEntry['reason'],
    push:
      state === null || attempts === null || next_at === null
        ? null
        : { state: state as PushState, error, attempts, nextAt: next_at.toISOString() },
  }))
}

export async function countJournal(db: Db, which: Journal): Promise<number> {
  return countRows(journal(db, which))
}

function journal(db: Db, { onlyOpen }: Journal) {
  return db
    .selectFrom('stock_movements')
    .innerJoin('variants', 'variants.id', 'stock_movements.variant_id')
    .innerJoin('products', 'products.id', 'variants.product_id')
    .innerJoin('sync_products', 'sync_products.product_id', 'products.id')
    .leftJoin('stock_pushes', 'movement_id', 'stock_movements.id')
    .$if(onlyOpen, (query) => query.where('state', 'in', OPEN))
}
