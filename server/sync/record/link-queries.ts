import { sql } from 'kysely'
import { now } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { NewLink, ProductFields, ProductLink, VariantLink } from '../product.ts'
import { listVariantLinks } from './variant-link-queries.ts'

export type NamedLink = Pick<ProductLink, 'externalId' | 'productId'> & { name: string }

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

/**
 * Saves the link of a locked product.
 * @param isAcknowledged whether the sync has processed the edits in the shop, or they still take precedence
 */
export async function saveLink(db: Db, link: NewLink, isAcknowledged = true): Promise<void> {
  const { externalId, productId, platformUpdatedAt, facts, isActive } = link
  const row = {
    external_id: externalId,
    product_id: productId,
    is_active: isActive,
    platform_updated_at: platformUpdatedAt,
    facts: JSON.stringify(facts),
  }
  const version = { product_version: sql<number>`(select version from products where id = ${productId})` }
  await db
    .insertInto('sync_products')
    .values({ ...row, ...version, linked_at: now() })
    .onConflict((conflict) =>
      conflict.column('external_id').doUpdateSet(isAcknowledged ? { ...row, ...version } : row),
    )
    .execute()
}

/**
 * Lists products that the platform lists and that were edited in the shop since the last sync, without those that failed in
 * this run.
 */
export async function listEdited(db: Db, runId: number, limit: number): Promise<ProductLink[]> {
  const rows = await select(db)
    .where(isEdited)
    .where('is_active', '=', true)
    .where(hasNotFailedIn(runId))
    .orderBy('external_id')
    .limit(limit)
    .execute()
  return toLinks(db, rows)
}

const isEdited = sql<boolean>`(products.version is distinct from sync_products.product_version)`

const hasNotFailedIn = (runId: number) => sql<boolean>`not exists (select from sync_changes
  where run_id = ${runId} and action = 'failed' and external_id = sync_products.external_id)`

/** Marks products as seen by a full run. */
export async function updateSeen(db: Db, runId: number, externalIds: string[]): Promise<void> {
  await db
    .updateTable('sync_products')
    .set({ seen_by: runId })
    .where('external_id', '=', sql<string>`any (${externalIds}::text[])`)
    .execute()
}

/**
 * Lists products that the platform listed before a full run began but that the run didn't see, so they are gone there. Leaves
 * out those that failed in it.
 */
export async function listUnseen(db: Db, runId: number, limit: number): Promise<NamedLink[]> {
  return db
    .selectFrom('sync_products')
    .innerJoin('sync_runs', (join) => join.on('sync_runs.id', '=', runId))
    .select([
      'external_id as externalId',
      'product_id as productId',
      sql<string>`facts ->> 'name'`.as('name'),
    ])
    .where('is_active', '=', true)
    .where(hasNotFailedIn(runId))
    .where(sql<boolean>`seen_by is distinct from sync_runs.id`)
    .whereRef('linked_at', '<', 'sync_runs.started_at')
    .orderBy('external_id')
    .limit(limit)
    .execute()
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
    .select(['external_id', 'product_id', 'platform_updated_at', 'facts', 'is_active'])
    .select(isEdited.as('isEdited'))
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
    facts: row.facts as ProductFields,
    isActive: row.is_active,
    isEdited: row.isEdited,
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
