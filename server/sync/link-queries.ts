import { sql } from 'kysely'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { SyncedFields } from './mapping.ts'
import { isStockSetSince, listVariantLinks, type VariantLink } from './variant-queries.ts'

/** A platform product known to the shop. */
export type ProductLink = {
  externalId: string
  /** The shop's product, or null if it was deleted. */
  productId: number | null
  platformUpdatedAt: Date
  /** The last snapshot from the platform. */
  facts: SyncedFields
  /** Whether the platform listed it in the last snapshot. */
  isActive: boolean
  /** Units sold by the platform that couldn't be deducted here for lack of stock: 0 or negative. */
  stockOwed: number
  /** The platform's variants of a product with options, including removed ones, in their order. */
  variants: VariantLink[]
  /** Whether the product was edited or deleted in the shop since the last sync. */
  isEdited: boolean
  /** Whether its stock was set manually since then. Orders and pushes to the platform don't count. */
  isStockEdited: boolean
}
/** The fields of a link that the sync writes. */
export type NewLink = Omit<ProductLink, 'isEdited' | 'isStockEdited' | 'variants'>

/** Returns the known links of these IDs, without locking them. */
export async function listLinks(db: Db, externalIds: string[]): Promise<Map<string, ProductLink>> {
  const rows = await select(db).where('external_id', '=', sql<string>`any (${externalIds}::text[])`).execute()
  return new Map((await toLinks(db, rows)).map((link) => [link.externalId, link]))
}

/**
 * Locks an ID until the end of the transaction, even if it has no link yet, because a run and a webhook may see a
 * product for the first time concurrently.
 */
export async function lockLink(db: Db, externalId: string): Promise<ProductLink | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${externalId}, 0))`.execute(db)
  await db
    .selectFrom('sync_products')
    .select('external_id')
    .where('external_id', '=', externalId)
    .forUpdate()
    .execute()
  const rows = await select(db).where('external_id', '=', externalId).execute()
  const [link] = await toLinks(db, rows)
  return link ?? null
}

export async function findLinkOfProduct(db: Db, productId: number): Promise<ProductLink | null> {
  const rows = await select(db).where('product_id', '=', productId).execute()
  const [link] = await toLinks(db, rows)
  return link ?? null
}

/** Returns the platform's IDs for the stock of a variant, or null if it isn't synced. */
export async function findPushTarget(
  db: Db,
  shopVariantId: number,
): Promise<{ productId: string; variantId: string | null } | null> {
  const row = await db
    .selectFrom('variants')
    .innerJoin('sync_products', 'sync_products.product_id', 'variants.product_id')
    .leftJoin('sync_variants', (join) =>
      join.onRef('sync_variants.variant_id', '=', 'variants.id').on('sync_variants.is_active', '=', true),
    )
    .select(['sync_products.external_id as productId', 'sync_variants.external_id as variantId'])
    .where('variants.id', '=', shopVariantId)
    .executeTakeFirst()
  return row ?? null
}

/** @throws a database error if another transaction inserted it first */
export async function insertLink(db: Db, link: NewLink): Promise<void> {
  await db
    .insertInto('sync_products')
    .values({ ...toRow(link), linked_at: now() })
    .execute()
  await updateAcknowledged(db, link.externalId, {})
}

/** The edits in the shop that the sync has processed. Other edits still take precedence over the platform. */
type Acknowledged = { stock?: boolean; rest?: boolean }

export async function updateLink(db: Db, link: NewLink, acknowledged: Acknowledged = {}): Promise<void> {
  await db.updateTable('sync_products').set(toRow(link)).where('external_id', '=', link.externalId).execute()
  await updateAcknowledged(db, link.externalId, acknowledged)
}

/** Marks the current version of the product as seen by the sync. */
async function updateAcknowledged(
  db: Db,
  externalId: string,
  { stock = true, rest = true }: Acknowledged,
): Promise<void> {
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

/** Adds an applied push to the platform's last known count of a variant. Waits for a sync of its product. */
export async function addToLastStock(db: Db, variantId: number, change: number): Promise<void> {
  await sql`
    select from sync_products
    where product_id = (select product_id from variants where id = ${variantId}) for update`.execute(db)
  const added = sql`jsonb_set(facts, '{stockQuantity}',
    to_jsonb((facts ->> 'stockQuantity')::integer + ${change}::integer))`
  await sql`
    update sync_products set facts = ${added}
    where product_id = ${variantId} and facts ->> 'stockQuantity' is not null`.execute(db)
  await sql`
    update sync_variants set facts = ${added}
    where variant_id = ${variantId} and facts ->> 'stockQuantity' is not null`.execute(db)
}

/** Lists products that the platform lists and that were edited in the shop since the last sync. */
export async function listEdited(db: Db, limit: number): Promise<ProductLink[]> {
  const rows = await select(db)
    .where(isEdited)
    .where('is_active', '=', true)
    .orderBy('external_id')
    .limit(limit)
    .execute()
  return toLinks(db, rows)
}

const lastMovement = sql<number>`coalesce((select max(id) from stock_movements
  where stock_movements.variant_id = sync_products.product_id), 0)`
const isEdited = sql<boolean>`(products.version is distinct from sync_products.product_version)`
const isStockEdited = isStockSetSince('sync_products.product_id', 'sync_products.stock_movement_id')

/** Marks products as seen by a full run. */
export async function updateSeen(db: Db, runId: number, externalIds: string[]): Promise<void> {
  await db
    .updateTable('sync_products')
    .set({ seen_by: runId })
    .where('external_id', '=', sql<string>`any (${externalIds}::text[])`)
    .execute()
}

/**
 * Lists products that the platform listed before a full run began but that the run didn't see, so they are gone there.
 */
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

async function toLinks(db: Db, rows: Row[]): Promise<ProductLink[]> {
  if (rows.length === 0) return []
  const variants = await listVariantLinks(
    db,
    rows.map(({ external_id }) => external_id),
  )
  return rows.map((row) => toLink(row, variants.get(row.external_id) ?? []))
}

function toLink(row: Row, variants: VariantLink[]): ProductLink {
  return {
    variants,
    externalId: row.external_id,
    productId: row.product_id,
    platformUpdatedAt: row.platform_updated_at,
    // Snapshots of versions without variants have no options.
    facts: { options: [], ...(row.facts as Omit<SyncedFields, 'options'>) },
    isActive: row.is_active,
    stockOwed: row.stock_owed,
    isEdited: row.isEdited,
    isStockEdited: row.isStockEdited,
  }
}

/** Lists products that both sides list. */
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
