import { sql } from 'kysely'
import { now } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type {
  NewLink,
  NewVariantLink,
  ProductFields,
  ProductLink,
  VariantFields,
  VariantLink,
} from '../product.ts'

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

/** Returns the platform's IDs for the stock of a variant, or null if it isn't synced. */
export async function findPushTarget(
  db: Db,
  variantId: number,
): Promise<{ productId: string; variantId: string } | null> {
  const row = await db
    .selectFrom('sync_variants')
    .select(['product_external_id as productId', 'external_id as variantId'])
    .where('variant_id', '=', variantId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return row ?? null
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

/** Saves the variants of a platform product, in their order. @param renamed variants that the platform has replaced */
export async function saveVariantLinks(
  db: Db,
  productExternalId: string,
  { links, renamed }: { links: NewVariantLink[]; renamed: { from: string; to: string }[] },
): Promise<void> {
  for (const { from, to } of renamed)
    await db.updateTable('sync_variants').set({ external_id: to }).where('external_id', '=', from).execute()
  if (links.length === 0) return
  const rows = links.map((link, position) => ({
    external_id: link.externalId,
    variant_id: link.variantId,
    facts: link.facts,
    position,
    is_active: link.isActive,
    stock_owed: link.stockOwed,
    is_acknowledged: link.isStockAcknowledged,
  }))
  // Two links can swap their variants, so no link may keep one that another gets.
  await db
    .updateTable('sync_variants')
    .set({ variant_id: null })
    .where('product_external_id', '=', productExternalId)
    .execute()
  await sql`
    insert into sync_variants (external_id, product_external_id, variant_id, facts, position, is_active, stock_owed,
      stock_movement_id)
    select external_id, ${productExternalId}::text, variant_id, facts, position, is_active, stock_owed,
      case when is_acknowledged then coalesce(
        (select max(id) from stock_movements where variant_id = given.variant_id), 0) else 0 end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (external_id text, variant_id integer,
      facts jsonb, position integer, is_active boolean, stock_owed integer, is_acknowledged boolean)
    on conflict (external_id) do update set variant_id = excluded.variant_id, facts = excluded.facts,
      position = excluded.position, is_active = excluded.is_active, stock_owed = excluded.stock_owed,
      stock_movement_id = greatest(sync_variants.stock_movement_id, excluded.stock_movement_id)`.execute(db)
}

/**
 * Makes the IDs of variants free that other products had. Their links keep the variants of the shop under another ID, so that
 * these are archived when the platform's product is compared.
 */
export async function freeVariantIds(
  db: Db,
  productExternalId: string,
  externalIds: string[],
): Promise<void> {
  await db
    .updateTable('sync_variants')
    .set({ external_id: sql<string>`external_id || ' of ' || product_external_id` })
    .where('external_id', '=', sql<string>`any (${externalIds}::text[])`)
    .where('product_external_id', '<>', productExternalId)
    .execute()
}

/** Adds an applied push to the platform's last known count of a variant. Waits for a sync of its product. */
export async function addToLastStock(db: Db, variantId: number, change: number): Promise<void> {
  await sql`
    select from sync_products
    where product_id = (select product_id from variants where id = ${variantId}) for update`.execute(db)
  await sql`
    update sync_variants set facts = jsonb_set(facts, '{stockQuantity}',
      to_jsonb((facts ->> 'stockQuantity')::integer + ${change}::integer))
    where variant_id = ${variantId} and facts ->> 'stockQuantity' is not null`.execute(db)
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

/** Lists the variants of these platform products, in each product's order. */
async function listVariantLinks(db: Db, productExternalIds: string[]): Promise<Map<string, VariantLink[]>> {
  const rows = await db
    .selectFrom('sync_variants')
    .select(['external_id', 'product_external_id', 'variant_id', 'facts', 'is_active', 'stock_owed'])
    .select(isStockEdited.as('isStockEdited'))
    .where('product_external_id', '=', sql<string>`any (${productExternalIds}::text[])`)
    .orderBy('position')
    .orderBy('external_id')
    .execute()
  return Map.groupBy(
    rows.map((row) => ({
      productExternalId: row.product_external_id,
      externalId: row.external_id,
      variantId: row.variant_id,
      facts: row.facts as VariantFields,
      isActive: row.is_active,
      stockOwed: row.stock_owed,
      isStockEdited: row.isStockEdited,
    })),
    ({ productExternalId }) => productExternalId,
  )
}

/** Whether the stock of a variant was set manually after a movement, and the platform doesn't get that change. */
const isStockEdited = sql<boolean>`exists (select from stock_movements
  where stock_movements.variant_id = sync_variants.variant_id and reason = 'set'
    and stock_movements.id > sync_variants.stock_movement_id
    and not exists (select from stock_pushes where movement_id = stock_movements.id
      and state in ('waiting', 'sending', 'unknown', 'applied')))`

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
