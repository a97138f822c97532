import { sql } from 'kysely'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'

/** The stored settings by name, as JSON. For queries that read them together with other data. */
export const storedSettings = sql<string>`(select json_object_agg(name, value order by name)::text from settings)`

/** @returns JSON, or null if none are stored */
export async function findStoredSettings(db: Db): Promise<string | null> {
  const { rows } = await sql<{ settings: string | null }>`select ${storedSettings} as settings`.execute(db)
  return rows[0]?.settings ?? null
}

export async function upsertSetting(db: Db, name: string, value: unknown): Promise<void> {
  const json = JSON.stringify(value)
  await db
    .insertInto('settings')
    .values({ name, value: json })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: json, updated_at: now() }))
    .execute()
}

/** Locks the settings until the end of the transaction. */
export async function lockSettings(db: Db): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: 'version', value: '1' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name: 'version' }))
    .execute()
}

const CURRENCY_LOCK = 7_546_193

/** Keeps the currency from changing until the transaction ends. Concurrent checkouts don't wait for one another. */
export const sharedCurrency = sql`pg_advisory_xact_lock_shared(${sql.lit(CURRENCY_LOCK)})`

/** Waits for checkouts in progress, and makes new ones wait until the transaction ends. */
export async function lockCurrency(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CURRENCY_LOCK})`.execute(db)
}

export async function hasOrders(db: Db): Promise<boolean> {
  const row = await db.selectFrom('orders').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/**
 * Returns how many active products have a price that cards can't pay, with the name of one, or null if there are none.
 * @param step the smallest amount that can be paid
 */
export async function findUnpayablePrices(db: Db, step: number) {
  const { count, example } = await db
    .selectFrom('products')
    .innerJoin('variants', 'variants.product_id', 'products.id')
    .select(({ fn }) => [
      fn.count<number>('products.id').distinct().as('count'),
      fn.min('products.name').as('example'),
    ])
    .where('products.archived_at', 'is', null)
    .where('variants.archived_at', 'is', null)
    .where(sql<boolean>`variants.price_cents % ${step}::int <> 0`)
    .executeTakeFirstOrThrow()
  return example === null ? null : { count: Number(count), example }
}

/** Returns the ID that marks this shop's objects at the payment provider. It is never shown and never changes. */
export async function findShopId(db: Db): Promise<string> {
  const { id } = await db.selectFrom('shop_identity').select('id').executeTakeFirstOrThrow()
  return id
}
