import { sql } from 'kysely'
import { variantTitle } from '#contract/catalog/variants.ts'
import type { SyncConflict } from '#contract/sync/conflicts.ts'
import type { SyncField } from '#contract/sync/rules.ts'
import { now } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'

/** The fields that a sync must not change: those owned by the shop, and those where an admin kept the shop's value. */
export type OwnedFields = {
  product: ReadonlySet<SyncField>
  /** Those of single variants, by the platform's ID. */
  variants: ReadonlyMap<string, ReadonlySet<SyncField>>
}

export async function listOwnedFields(db: Db, externalId: string): Promise<OwnedFields> {
  const rows = await db
    .selectFrom('sync_owned_fields')
    .select(['field', sql<string | null>`null`.as('variant')])
    .unionAll(
      db
        .selectFrom('sync_conflicts')
        .select(['field', 'variant_external_id as variant'])
        .where('external_id', '=', externalId)
        .where('state', '=', 'kept'),
    )
    .execute()
  const byVariant = Map.groupBy(rows, ({ variant }) => variant)
  const fieldsOf = (variant: string | null) =>
    new Set((byVariant.get(variant) ?? []).map(({ field }) => field as SyncField))
  const variants = [...byVariant.keys()].filter((variant) => variant !== null)
  return { product: fieldsOf(null), variants: new Map(variants.map((one) => [one, fieldsOf(one)])) }
}

export async function listOwners(db: Db): Promise<SyncField[]> {
  const rows = await db.selectFrom('sync_owned_fields').select('field').orderBy('field').execute()
  return rows.map(({ field }) => field as SyncField)
}

export async function replaceOwners(db: Db, fields: SyncField[]): Promise<void> {
  await db.deleteFrom('sync_owned_fields').execute()
  if (fields.length > 0)
    await db
      .insertInto('sync_owned_fields')
      .values(fields.map((field) => ({ field })))
      .execute()
}

export type NewConflict = {
  /** The ID of a variant at the platform, or null if the field is the product's. */
  variant: string | null
  field: SyncField
  here: unknown
  platform: unknown
}

/** Replaces the open conflicts of a product. Conflicts resolved in favor of the shop are kept. */
export async function replaceConflicts(db: Db, externalId: string, conflicts: NewConflict[]): Promise<void> {
  await db
    .deleteFrom('sync_conflicts')
    .where('external_id', '=', externalId)
    .where('state', '=', 'open')
    .where(
      sql<boolean>`(coalesce(variant_external_id, ''), field) not in (select * from unnest(
        ${conflicts.map(({ variant }) => variant ?? '')}::text[], ${conflicts.map(({ field }) => field)}::text[]))`,
    )
    .execute()
  if (conflicts.length === 0) return
  await db
    .insertInto('sync_conflicts')
    .values(
      conflicts.map(({ variant, field, here, platform }) => ({
        external_id: externalId,
        variant_external_id: variant,
        field,
        here: JSON.stringify(here ?? null),
        platform: JSON.stringify(platform ?? null),
        detected_at: now(),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['external_id', 'variant_external_id', 'field'])
        .doUpdateSet((row) => ({ here: row.ref('excluded.here'), platform: row.ref('excluded.platform') })),
    )
    .execute()
}

/** Returns the platform ID of a conflict's product, or null. */
export async function findProductOf(db: Db, id: number): Promise<string | null> {
  const row = await db
    .selectFrom('sync_conflicts')
    .select('external_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.external_id ?? null
}

/** Locks a conflict until the end of the transaction. */
export async function lockConflict(
  db: Db,
  id: number,
): Promise<{ externalId: string; variant: string | null; field: SyncField; state: string } | null> {
  const row = await db
    .selectFrom('sync_conflicts')
    .select(['external_id', 'variant_external_id', 'field', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const { external_id: externalId, variant_external_id: variant, field, state } = row
  return { externalId, variant, field: field as SyncField, state }
}

export async function markKept(db: Db, id: number): Promise<void> {
  await db.updateTable('sync_conflicts').set({ state: 'kept' }).where('id', '=', id).execute()
}

export async function deleteConflict(db: Db, id: number): Promise<void> {
  await db.deleteFrom('sync_conflicts').where('id', '=', id).execute()
}

/** Returns one page of conflicts, oldest first. */
export async function listConflicts(
  db: Db,
  { state, page, pageSize }: { state: SyncConflict['state']; page: number; pageSize: number },
): Promise<SyncConflict[]> {
  const rows = await db
    .selectFrom('sync_conflicts')
    .innerJoin('sync_products', 'sync_products.external_id', 'sync_conflicts.external_id')
    .leftJoin('products', 'products.id', 'sync_products.product_id')
    .leftJoin('sync_variants', 'sync_variants.external_id', 'variant_external_id')
    .leftJoin('variants', 'variants.id', 'sync_variants.variant_id')
    .select([
      'sync_conflicts.id',
      'sync_products.product_id',
      'field',
      'here',
      'platform',
      'state',
      'detected_at',
    ])
    .select(sql<string>`coalesce(products.name, sync_products.facts ->> 'name')`.as('name'))
    .select('variants.option_values')
    .where('state', '=', state)
    .orderBy('sync_conflicts.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return rows.map(({ product_id, detected_at, field, state, option_values, ...row }) => ({
    ...row,
    productId: product_id,
    variant: variantTitle(option_values ?? []) || null,
    field: field as SyncField,
    state: state as SyncConflict['state'],
    noticedAt: detected_at.toISOString(),
  }))
}

export async function countConflicts(db: Db, state: SyncConflict['state']): Promise<number> {
  const { count } = await db
    .selectFrom('sync_conflicts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('state', '=', state)
    .executeTakeFirstOrThrow()
  return count
}

/** Counts the open conflicts of these platform products. */
export async function countOpenOf(db: Db, externalIds: string[]): Promise<number> {
  const { count } = await db
    .selectFrom('sync_conflicts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('state', '=', 'open')
    .where('external_id', '=', sql<string>`any (${externalIds}::text[])`)
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes the open conflicts about these fields. */
export async function deleteOpenOf(db: Db, fields: SyncField[]): Promise<void> {
  await db
    .deleteFrom('sync_conflicts')
    .where('state', '=', 'open')
    .where(sql<boolean>`field = any (${fields}::text[])`)
    .execute()
}
