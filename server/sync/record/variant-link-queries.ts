import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { NewVariantLink, VariantFields, VariantLink } from '../product.ts'

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

/** Lists the variants of these platform products, in each product's order. */
export async function listVariantLinks(
  db: Db,
  productExternalIds: string[],
): Promise<Map<string, VariantLink[]>> {
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
