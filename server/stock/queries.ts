import { sql } from 'kysely'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'

export type Movement = {
  variantId: number
  change: number
  reason: 'set' | 'taken' | 'put back' | 'platform'
  orderKey: string | null
  /** True if the variant starts or stops being tracked. */
  isCountStarted?: boolean
}
/** Changes to a variant's quantities on hand and reserved. */
export type StockChange = { variantId: number; quantity: number; held: number }
export type ChangedStock = { variantId: number; isCounted: boolean }
export type StockProblem = {
  variantId: number
  quantity: number | null
  /** The sum of the movements; equals the quantity. */
  journal: number
  held: number
  /** The sum of the reservations; equals `held`. */
  onHold: number
}

/** Locks the stock of these variants until the end of the transaction, and creates missing rows. */
export async function lockStocks(
  db: Db,
  variantIds: number[],
): Promise<Map<number, { quantity: number | null; held: number; name: string }>> {
  const ids = variantIds.toSorted((one, other) => one - other)
  await sql`
    insert into stock (variant_id) select unnest(${ids}::integer[]) on conflict (variant_id) do nothing`.execute(
    db,
  )
  await lockRows(db, ids)
  const rows = await db
    .selectFrom('stock')
    .innerJoin('variants', 'variants.id', 'stock.variant_id')
    .innerJoin('products', 'products.id', 'variants.product_id')
    .select(['stock.variant_id', 'quantity', 'held', variantName.as('name')])
    .where(sql<boolean>`stock.variant_id = any (${ids}::integer[])`)
    .execute()
  return new Map(rows.map(({ variant_id, ...stock }) => [variant_id, stock]))
}

/**
 * Locks the products that the stock belongs to, then the stock, both in order of ID. When a variant sells out or is
 * restocked, a trigger updates its product.
 */
async function lockRows(db: Db, ids: number[]): Promise<void> {
  await sql`
    with summarized as materialized (
      select products.id from products
      where products.id in (select product_id from variants where id = any (${ids}::integer[]))
      order by products.id for no key update
    )
    select variant_id from stock
    where variant_id = any (${ids}::integer[]) and (select count(*) from summarized) >= 0
    order by variant_id for update`.execute(db)
}

/** The name of a product with the option values of a variant: 'Desk Mat (Gray / 900 mm)'. */
const variantName = sql<string>`products.name
  || coalesce(' (' || nullif(array_to_string(variants.option_values, ' / '), '') || ')', '')`

export async function insertStock(
  db: Db,
  variants: { variantId: number; quantity: number | null }[],
): Promise<void> {
  await db
    .insertInto('stock')
    .values(variants.map(({ variantId, quantity }) => ({ variant_id: variantId, quantity })))
    .execute()
}

export async function updateQuantities(
  db: Db,
  variants: { variantId: number; quantity: number | null }[],
): Promise<void> {
  await sql`
    update stock set quantity = given.quantity
    from unnest(
      ${variants.map(({ variantId }) => variantId)}::integer[],
      ${variants.map(({ quantity }) => quantity)}::integer[]
    ) as given (variant_id, quantity)
    where stock.variant_id = given.variant_id`.execute(db)
}

/** @returns true if a movement must be pushed to the platform (docs/decisions/0039) */
export async function insertMovements(db: Db, movements: Movement[]): Promise<boolean> {
  const changes = movements.filter(({ change }) => change !== 0)
  if (changes.length === 0) return false
  const { rows } = await sql`
    with moved as (
      insert into stock_movements (variant_id, change, reason, order_key, created_at)
      select * from unnest(
        ${changes.map(({ variantId }) => variantId)}::integer[],
        ${changes.map(({ change }) => change)}::integer[],
        ${changes.map(({ reason }) => reason)}::text[],
        ${changes.map(({ orderKey }) => orderKey)}::text[],
        ${changes.map(() => now())}::timestamptz[]
      )
      returning id, variant_id
    )
    insert into stock_pushes (movement_id, variant_id, next_at)
    select moved.id, moved.variant_id, ${now()}
    from moved
    where exists (select from sync_variants
        where variant_id = moved.variant_id and is_active and facts ->> 'stockQuantity' is not null)
      and moved.variant_id = any (${changes.filter(isPushed).map(({ variantId }) => variantId)}::integer[])
      and exists (select from settings where name = 'pushStock' and value = 'true')
    returning movement_id`.execute(db)
  return rows.length > 0
}

/** The platform already has its own changes, and has no way to follow a product whose tracking starts or stops. */
const isPushed = ({ reason, isCountStarted = false }: Movement) => reason !== 'platform' && !isCountStarted

/**
 * Locks the rows of these variants in order of ID, so two orders with the same variants can't deadlock. A separate
 * statement, so the next one sees the rows as they are after the lock (docs/decisions/0010).
 */
export async function lockForChange(db: Db, changes: StockChange[]): Promise<void> {
  await lockRows(
    db,
    changes.map(({ variantId }) => variantId),
  )
}

/** Applies all of these changes in one statement, or none if a variant would fall short or is unknown. */
export async function changeStock(db: Db, changes: StockChange[]): Promise<ChangedStock[] | null> {
  const { rows } = await sql<ChangedStock>`
    with moves as (
      select * from unnest(
        ${changes.map(({ variantId }) => variantId)}::integer[],
        ${changes.map(({ quantity }) => quantity)}::integer[],
        ${changes.map(({ held }) => held)}::integer[]
      ) as moves (variant_id, quantity, held)
    ), possible as (
      select from stock join moves on moves.variant_id = stock.variant_id
      where coalesce(stock.available + moves.quantity - moves.held, 0) >= 0
    )
    update stock set quantity = stock.quantity + moves.quantity, held = stock.held + moves.held
    from moves
    where stock.variant_id = moves.variant_id and (select count(*) from possible) = ${changes.length}::bigint
    returning stock.variant_id as "variantId", stock.quantity is not null as "isCounted"`.execute(db)
  return rows.length === changes.length ? rows : null
}

/** Lists the available quantities of these variants in order of ID, without untracked ones. */
export async function listAvailable(
  db: Db,
  variantIds: number[],
): Promise<{ variantId: number; name: string; available: number }[]> {
  return db
    .selectFrom('variants')
    .innerJoin('products', 'products.id', 'variants.product_id')
    .innerJoin('stock', 'stock.variant_id', 'variants.id')
    .select(['variants.id as variantId', variantName.as('name'), 'stock.available'])
    .where('variants.id', 'in', variantIds)
    .where('stock.available', 'is not', null)
    .orderBy('variants.id')
    .$narrowType<{ available: number }>()
    .execute()
}

/**
 * Lists variants whose stock disagrees with its journal, or whose reserved quantity disagrees with the reservations.
 * Always empty unless there is a bug.
 */
export async function listStockProblems(db: Db): Promise<StockProblem[]> {
  const { rows } = await sql<StockProblem>`
    select stock.variant_id as "variantId", quantity, held,
      coalesce(journal.sum, 0)::int as journal, coalesce(on_hold.sum, 0)::int as "onHold"
    from stock
    left join (select variant_id, sum(change) from stock_movements group by 1) journal using (variant_id)
    left join (select variant_id, sum(quantity) from reservation_items group by 1) on_hold using (variant_id)
    where coalesce(quantity, 0) <> coalesce(journal.sum, 0) or held <> coalesce(on_hold.sum, 0)
    order by 1`.execute(db)
  return rows
}
