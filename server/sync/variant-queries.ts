import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { VariantFields } from './variant-mapping.ts'

/** A variant of the platform. */
export type VariantLink = {
  externalId: string
  /** The shop's variant, or null if it has none. */
  variantId: number | null
  /** The last snapshot from the platform. */
  facts: VariantFields
  /** Whether the platform had it in the last snapshot. */
  isActive: boolean
  /** Units sold by the platform that couldn't be deducted here for lack of stock: 0 or negative. */
  stockOwed: number
  /** Whether its stock was set manually since then. */
  isStockEdited: boolean
}
export type NewVariantLink = Omit<VariantLink, 'isStockEdited'> & {
  /** Whether the sync has processed manual changes to the stock. */
  isStockAcknowledged: boolean
}

/** Lists the variants of these platform products, in each product's order. */
export async function listVariantLinks(
  db: Db,
  productExternalIds: string[],
): Promise<Map<string, VariantLink[]>> {
  const rows = await db
    .selectFrom('sync_variants')
    .select(['external_id', 'product_external_id', 'variant_id', 'facts', 'is_active', 'stock_owed'])
    .select(
      isStockSetSince('sync_variants.variant_id', 'sync_variants.stock_movement_id').as('isStockEdited'),
    )
    .where('product_external_id', '=', sql<string>`any (${productExternalIds}::text[])`)
    .orderBy('position')
    .orderBy('external_id')
    .execute()
  return Map.groupBy(
    rows.map((row) => ({
      ...{ productExternalId: row.product_external_id, externalId: row.external_id },
      ...{ variantId: row.variant_id, facts: row.facts as VariantFields, isActive: row.is_active },
      ...{ stockOwed: row.stock_owed, isStockEdited: row.isStockEdited },
    })),
    ({ productExternalId }) => productExternalId,
  )
}

/** Whether the stock of a variant was set manually after a movement, and the platform doesn't get that change. */
export function isStockSetSince(variantId: string, movementId: string) {
  return sql<boolean>`exists (select from stock_movements
    where stock_movements.variant_id = ${sql.ref(variantId)} and reason = 'set'
      and stock_movements.id > ${sql.ref(movementId)}
      and not exists (select from stock_pushes where movement_id = stock_movements.id
        and state in ('waiting', 'sending', 'unknown', 'applied')))`
}

/** Gives the link of a variant that the platform has replaced to the new one. */
export async function renameVariantLinks(db: Db, ids: { from: string; to: string }[]): Promise<void> {
  for (const { from, to } of ids)
    await db.updateTable('sync_variants').set({ external_id: to }).where('external_id', '=', from).execute()
}

/** Saves the variants of a platform product, in their order. */
export async function upsertVariantLinks(
  db: Db,
  productExternalId: string,
  links: NewVariantLink[],
): Promise<void> {
  if (links.length === 0) return
  const rows = links.map((link, position) => ({
    ...{ external_id: link.externalId, variant_id: link.variantId, facts: link.facts, position },
    ...{ is_active: link.isActive, stock_owed: link.stockOwed, is_acknowledged: link.isStockAcknowledged },
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
