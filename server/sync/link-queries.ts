import { sql } from 'kysely'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { SyncedFacts } from './mapping.ts'

/** A product of the platform that the shop knows. */
export type ProductLink = {
  externalId: string
  /** Null: it was erased here. */
  productId: number | null
  platformUpdatedAt: Date
  /** What the platform said last. */
  facts: SyncedFacts
  /** Whether the platform had it on sale then. */
  isActive: boolean
  /** Sold by the platform and not deducted here, for want of stock: at most 0. */
  stockOwed: number
  /** Somebody has changed or erased the product since the sync last looked at it. */
  isEdited: boolean
  /** Somebody has set its stock since; orders do not count, nor does what the platform is told. */
  isStockEdited: boolean
}
/** What the sync itself keeps in mind. */
export type NewLink = Omit<ProductLink, 'isEdited' | 'isStockEdited'>

/** Without a lock: those of these ids that are known. */
export async function listLinks(db: Db, externalIds: string[]): Promise<Map<string, ProductLink>> {
  const rows = await select(db).where('external_id', '=', sql<string>`any (${externalIds}::text[])`).execute()
  return new Map(rows.map((row) => [row.external_id, toLink(row)]))
}

/** Held until the end of the transaction, also where there is none yet: a run and a webhook may both hear of it first. */
export async function lockLink(db: Db, externalId: string): Promise<ProductLink | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${externalId}, 0))`.execute(db)
  await db
    .selectFrom('sync_products')
    .select('external_id')
    .where('external_id', '=', externalId)
    .forUpdate()
    .execute()
  const row = await select(db).where('external_id', '=', externalId).executeTakeFirst()
  return row ? toLink(row) : null
}

export async function findLinkOfProduct(db: Db, productId: number): Promise<ProductLink | null> {
  const row = await select(db).where('product_id', '=', productId).executeTakeFirst()
  return row ? toLink(row) : null
}

/** @throws an error of the database when another transaction was faster */
export async function insertLink(db: Db, link: NewLink): Promise<void> {
  await db
    .insertInto('sync_products')
    .values({ ...toRow(link), linked_at: now() })
    .execute()
  await updateLooked(db, link.externalId, {})
}

/** Whether what was changed here has been looked at; what was not stays a word against the platform's. */
type Sees = { stock?: boolean; rest?: boolean }

export async function updateLink(db: Db, link: NewLink, sees: Sees = {}): Promise<void> {
  await db.updateTable('sync_products').set(toRow(link)).where('external_id', '=', link.externalId).execute()
  await updateLooked(db, link.externalId, sees)
}

/** The product as it is now is what the sync has seen. */
async function updateLooked(db: Db, externalId: string, { stock = true, rest = true }: Sees): Promise<void> {
  if (!stock && !rest) return
  const version = sql<number>`(select version from products where products.id = sync_products.product_id)`
  await db
    .updateTable('sync_products')
    .set({
      ...(rest ? { product_version: version } : {}),
      ...(stock ? { stock_movement_id: sql<number>`${lastMovement}` } : {}),
    })
    .where('external_id', '=', externalId)
    .execute()
}

/** The platform's last known count of a product includes this change. */
export async function addToLastStock(db: Db, productId: number, change: number): Promise<void> {
  await sql`
    update sync_products
    set facts = jsonb_set(facts, '{stockQuantity}', to_jsonb((facts ->> 'stockQuantity')::integer + ${change}::integer))
    where product_id = ${productId} and facts ->> 'stockQuantity' is not null`.execute(db)
}

/** Products that the platform has on sale and somebody has changed here since. */
export async function listEdited(db: Db, limit: number): Promise<ProductLink[]> {
  const rows = await select(db)
    .where(isEdited)
    .where('is_active', '=', true)
    .orderBy('external_id')
    .limit(limit)
    .execute()
  return rows.map(toLink)
}

const lastMovement = sql<number>`coalesce((select max(id) from stock_movements
  where stock_movements.product_id = sync_products.product_id), 0)`
const isEdited = sql<boolean>`(products.version is distinct from sync_products.product_version)`
const isStockEdited = sql<boolean>`exists (select from stock_movements
  where stock_movements.product_id = sync_products.product_id and reason = 'set'
    and stock_movements.id > sync_products.stock_movement_id
    and not exists (select from stock_pushes where movement_id = stock_movements.id
      and state in ('waiting', 'sending', 'unknown', 'applied')))`

/** A full run has seen these. */
export async function updateSeen(db: Db, runId: number, externalIds: string[]): Promise<void> {
  await db
    .updateTable('sync_products')
    .set({ seen_by: runId })
    .where('external_id', '=', sql<string>`any (${externalIds}::text[])`)
    .execute()
}

/** Products that the platform had on sale, and that a full run has not met: it has them no more. Known since before it began. */
export async function listUnseen(db: Db, runId: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('sync_products')
    .innerJoin('sync_runs', (join) => join.on('sync_runs.id', '=', runId))
    .select('external_id')
    .where('is_active', '=', true)
    .where(sql<boolean>`seen_by is distinct from sync_runs.id`)
    .whereRef('linked_at', '<', 'sync_runs.started_at')
    .orderBy('external_id')
    .limit(limit)
    .execute()
  return rows.map(({ external_id }) => external_id)
}

export async function countLinks(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('sync_products')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow()
  return count
}

function select(db: Db) {
  return db
    .selectFrom('sync_products')
    .leftJoin('products', 'products.id', 'sync_products.product_id')
    .select(['external_id', 'product_id', 'platform_updated_at', 'facts', 'is_active', 'stock_owed'])
    .select([isEdited.as('isEdited'), isStockEdited.as('isStockEdited')])
}

function toRow({ externalId, productId, platformUpdatedAt, facts, isActive, stockOwed }: NewLink) {
  return {
    external_id: externalId,
    product_id: productId,
    platform_updated_at: platformUpdatedAt,
    facts: JSON.stringify(facts),
    is_active: isActive,
    stock_owed: stockOwed,
  }
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

function toLink(row: Row): ProductLink {
  return {
    externalId: row.external_id,
    productId: row.product_id,
    platformUpdatedAt: row.platform_updated_at,
    facts: row.facts as SyncedFacts,
    isActive: row.is_active,
    stockOwed: row.stock_owed,
    isEdited: row.isEdited,
    isStockEdited: row.isStockEdited,
  }
}

/** Products that both sides have on sale. */
export async function listOnSale(db: Db): Promise<{ externalId: string; productId: number; name: string }[]> {
  const rows = await db
    .selectFrom('sync_products')
    .innerJoin('products', 'products.id', 'sync_products.product_id')
    .select(['external_id', 'products.id', 'products.name'])
    .where('is_active', '=', true)
    .where('archived_at', 'is', null)
    .orderBy('external_id')
    .execute()
  return rows.map(({ external_id, id, name }) => ({ externalId: external_id, productId: id, name }))
}
