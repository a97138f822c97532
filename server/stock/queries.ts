import { sql } from 'kysely'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'

/** A quantity of one variant. A product without options has one variant, with the product's ID. */
export type StockItem = { variantId: number; quantity: number }

/** @property isCountStarted true if the variant starts or stops being tracked, which the platform can't follow */
export type Movement = { variantId: number; change: number; isCountStarted?: boolean }
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
  await sql`select lock_stock(${ids}::integer[])`.execute(db)
  const rows = await db
    .selectFrom('stock')
    .innerJoin('variants', 'variants.id', 'stock.variant_id')
    .innerJoin('products', 'products.id', 'variants.product_id')
    .select(['stock.variant_id', 'quantity', 'held', variantName.as('name')])
    .where(sql<boolean>`stock.variant_id = any (${ids}::integer[])`)
    .execute()
  return new Map(rows.map(({ variant_id, ...stock }) => [variant_id, stock]))
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

/** Records changes for one reason. @returns true if one must be pushed to the platform (docs/decisions/0039) */
export async function insertMovements(
  db: Db,
  reason: 'set' | 'platform',
  movements: Movement[],
): Promise<boolean> {
  const pushed = movements.filter(({ isCountStarted = false }) => reason !== 'platform' && !isCountStarted)
  const { rows } = await sql<{ pushed: boolean }>`
    select record_movements(${idsOf(movements)}::integer[], ${movements.map(({ change }) => change)}::integer[],
      ${reason}, null, ${now()}::timestamptz, ${idsOf(pushed)}::integer[]) as pushed`.execute(db)
  return rows[0]?.pushed === true
}

/**
 * Returns an order's units to the stock, and records the movements.
 * @returns true if one must be pushed to the platform
 */
export async function restock(db: Db, orderKey: string, items: StockItem[]): Promise<boolean> {
  const { rows } = await sql<{ pushed: boolean | null }>`
    select move_stock(${idsOf(items)}::integer[], ${quantitiesOf(items)}::integer[],
      ${items.map(() => 0)}::integer[], 'put back', ${orderKey}, ${now()}::timestamptz) as pushed`.execute(db)
  return rows[0]?.pushed === true
}

export const idsOf = (items: { variantId: number }[]) => items.map(({ variantId }) => variantId)
export const quantitiesOf = (items: StockItem[]) => items.map(({ quantity }) => quantity)

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

/** Locks the stock that these orders took or have reserved, until the end of the transaction. */
export async function lockStockOf(db: Db, orderKeys: string[]): Promise<void> {
  await sql`select from reservations where order_key = any (${orderKeys}::text[]) order by order_key for update`.execute(
    db,
  )
  await sql`
    select lock_stock(array(
      select variant_id from stock_movements where order_key = any (${orderKeys}::text[])
      union select variant_id from reservation_items where order_key = any (${orderKeys}::text[])))`.execute(
    db,
  )
}

/** Lists the units that orders took and haven't returned, without those of a variant whose stock an admin has set since. */
export async function listTaken(db: Db, orderKeys: string[]): Promise<(StockItem & { orderKey: string })[]> {
  const { rows } = await sql<StockItem & { orderKey: string }>`
    select order_key as "orderKey", variant_id as "variantId", -sum(change)::int as quantity
    from stock_movements as moved
    where order_key = any (${orderKeys}::text[]) and not exists (
      select from stock_movements as counted
      where counted.variant_id = moved.variant_id and counted.reason = 'set' and counted.id > moved.id)
    group by 1, 2
    having sum(change) < 0
    order by 1, 2`.execute(db)
  return rows
}
