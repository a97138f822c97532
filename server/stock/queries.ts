import { sql } from 'kysely'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'

export type Movement = {
  productId: number
  change: number
  reason: 'set' | 'taken' | 'put back' | 'platform'
  orderKey: string | null
  /** True if the product starts or stops being tracked. */
  isCountStarted?: boolean
}
/** Changes of a product's quantities on hand and reserved. */
export type StockChange = { productId: number; quantity: number; held: number }
export type ChangedStock = { productId: number; isCounted: boolean }
export type StockProblem = {
  productId: number
  quantity: number | null
  /** The sum of the movements; equals the quantity. */
  journal: number
  held: number
  /** The sum of the reservations; equals `held`. */
  onHold: number
}

/** Locks the stock of these products until the end of the transaction, and creates missing rows. */
export async function lockStocks(
  db: Db,
  productIds: number[],
): Promise<Map<number, { quantity: number | null; held: number; name: string }>> {
  const ids = productIds.toSorted((one, other) => one - other)
  await sql`
    insert into stock (product_id) select unnest(${ids}::integer[]) on conflict (product_id) do nothing`.execute(
    db,
  )
  const isRequested = sql<boolean>`product_id = any (${ids}::integer[])`
  await db
    .selectFrom('stock')
    .select('product_id')
    .where(isRequested)
    .orderBy('product_id')
    .forUpdate()
    .execute()
  const rows = await db
    .selectFrom('stock')
    .innerJoin('products', 'products.id', 'stock.product_id')
    .select(['product_id', 'quantity', 'held', 'products.name'])
    .where(isRequested)
    .execute()
  return new Map(rows.map(({ product_id, ...stock }) => [product_id, stock]))
}

export async function insertStock(
  db: Db,
  products: { productId: number; quantity: number | null }[],
): Promise<void> {
  await db
    .insertInto('stock')
    .values(products.map(({ productId, quantity }) => ({ product_id: productId, quantity })))
    .execute()
}

export async function updateQuantities(
  db: Db,
  products: { productId: number; quantity: number | null }[],
): Promise<void> {
  await sql`
    update stock set quantity = given.quantity
    from unnest(
      ${products.map(({ productId }) => productId)}::integer[],
      ${products.map(({ quantity }) => quantity)}::integer[]
    ) as given (product_id, quantity)
    where stock.product_id = given.product_id`.execute(db)
}

/** @returns true if a movement must be pushed to the platform (docs/decisions/0039) */
export async function insertMovements(db: Db, movements: Movement[]): Promise<boolean> {
  const changes = movements.filter(({ change }) => change !== 0)
  if (changes.length === 0) return false
  const { rows } = await sql`
    with moved as (
      insert into stock_movements (product_id, change, reason, order_key, created_at)
      select * from unnest(
        ${changes.map(({ productId }) => productId)}::integer[],
        ${changes.map(({ change }) => change)}::integer[],
        ${changes.map(({ reason }) => reason)}::text[],
        ${changes.map(({ orderKey }) => orderKey)}::text[],
        ${changes.map(() => now())}::timestamptz[]
      )
      returning id, product_id
    )
    insert into stock_pushes (movement_id, product_id, next_at)
    select moved.id, moved.product_id, ${now()}
    from moved join sync_products linked on linked.product_id = moved.product_id
    where linked.facts ->> 'stockQuantity' is not null
      and moved.product_id = any (${changes.filter(isPushed).map(({ productId }) => productId)}::integer[])
      and exists (select from settings where name = 'pushStock' and value = 'true')
    returning movement_id`.execute(db)
  return rows.length > 0
}

/** The platform already has its own changes, and can't follow a product whose tracking starts or stops. */
const isPushed = ({ reason, isCountStarted = false }: Movement) => reason !== 'platform' && !isCountStarted

/**
 * Locks the rows of these products, sorted by ID, so that two orders with the same products can't deadlock. A separate
 * statement, so that the next one sees them as they are then (docs/decisions/0010).
 */
export async function lockForChange(db: Db, changes: StockChange[]): Promise<void> {
  await db
    .selectFrom('stock')
    .select('product_id')
    .where('product_id', 'in', [0, ...changes.map(({ productId }) => productId)])
    .orderBy('product_id')
    .forUpdate()
    .execute()
}

/** Applies all of these moves in one statement, or none if a product would fall short or is unknown. */
export async function changeStock(db: Db, changes: StockChange[]): Promise<ChangedStock[] | null> {
  const { rows } = await sql<ChangedStock>`
    with moves as (
      select * from unnest(
        ${changes.map(({ productId }) => productId)}::integer[],
        ${changes.map(({ quantity }) => quantity)}::integer[],
        ${changes.map(({ held }) => held)}::integer[]
      ) as moves (product_id, quantity, held)
    ), possible as (
      select from stock join moves on moves.product_id = stock.product_id
      where coalesce(stock.available + moves.quantity - moves.held, 0) >= 0
    )
    update stock set quantity = stock.quantity + moves.quantity, held = stock.held + moves.held
    from moves
    where stock.product_id = moves.product_id and (select count(*) from possible) = ${changes.length}::bigint
    returning stock.product_id as "productId", stock.quantity is not null as "isCounted"`.execute(db)
  return rows.length === changes.length ? rows : null
}

/** Lists the available quantities of these products, sorted by ID, without untracked products. */
export async function listAvailable(
  db: Db,
  productIds: number[],
): Promise<{ productId: number; name: string; available: number }[]> {
  return db
    .selectFrom('products')
    .innerJoin('stock', 'stock.product_id', 'products.id')
    .select(['products.id as productId', 'products.name', 'stock.available'])
    .where('products.id', 'in', productIds)
    .where('stock.available', 'is not', null)
    .orderBy('products.id')
    .$narrowType<{ available: number }>()
    .execute()
}

/**
 * Lists products whose stock disagrees with its journal, or whose reserved quantity disagrees with the reservations.
 * Always empty unless there is a bug.
 */
export async function listStockProblems(db: Db): Promise<StockProblem[]> {
  const { rows } = await sql<StockProblem>`
    select stock.product_id as "productId", quantity, held,
      coalesce(journal.sum, 0)::int as journal, coalesce(on_hold.sum, 0)::int as "onHold"
    from stock
    left join (select product_id, sum(change) from stock_movements group by 1) journal using (product_id)
    left join (select product_id, sum(quantity) from hold_lines group by 1) on_hold using (product_id)
    where coalesce(quantity, 0) <> coalesce(journal.sum, 0) or held <> coalesce(on_hold.sum, 0)
    order by 1`.execute(db)
  return rows
}
