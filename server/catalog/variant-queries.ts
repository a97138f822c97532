import { sql } from 'kysely'
import type { ProductOption, Variant } from '#contract/catalog/api.ts'
import { type LineVariant, VARIANTS_PAGE, variantTitle } from '#contract/catalog/variants.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { PriceSettings } from '../settings/settings.ts'
import { type ActiveVariant, imageOf, onlyVariant, type ProductRow, toVariants } from './product-row.ts'
import { activeVariant, imagesOf, selectFacts, selectNamed } from './queries.ts'
import { keepsCodes } from './record-queries.ts'
import { toVariantColumns, VARIANT_COLUMNS, type VariantFacts } from './variant-columns.ts'

/**
 * Selects variants, archived or not, as rows of their product for carts. The variant's price and weight come last, so they
 * replace the product's.
 */
export function selectVariants(db: Db) {
  return selectFacts(db)
    .innerJoin('variants', 'variants.product_id', 'products.id')
    .leftJoin('stock as own', 'own.variant_id', 'variants.id')
    .select([
      'variants.archived_at as variant_archived_at',
      'variants.price_cents',
      'variants.old_price_cents',
      'variants.prior_price_cents',
      'variants.in_stock',
      sql<string | null>`coalesce(variants.weight, products.weight)`.as('weight'),
      'variants.content as variant_content',
      sql<[ActiveVariant]>`json_build_array(${activeVariant})`.as('variants'),
      sql<boolean>`false`.as('has_price_range'),
    ])
}

/** Returns the variant that a line shows, or undefined for a product without options. */
export function toLineVariant(row: ProductRow & { variants: [ActiveVariant] }): LineVariant | undefined {
  if (onlyVariant(row)) return undefined
  const [{ id, optionValues, sku, image }] = row.variants
  return { id, title: variantTitle(optionValues), sku, image: imageOf(image, row.images) }
}

/**
 * Returns the active variants of an active product with options, in their order: one page, or the one with this ID.
 * @returns null if there is no such product
 */
export async function listVariants(
  db: Db,
  slugOrId: string | number,
  { page, variantId }: { page: number; variantId?: number | undefined },
  shop: PriceSettings,
): Promise<{ productId: number; variants: Variant[]; total: number } | null> {
  const row = await db
    .selectFrom('products')
    .innerJoin(selectNamed(slugOrId).as('named'), 'named.id', 'products.id')
    .select(['products.id as productId', 'content', 'content_unit', 'unit_price_base'])
    .select(imagesOf)
    .select(
      sql<{ total: number; variants: ActiveVariant[] }>`(
        with active as (
          select * from variants
          where variants.product_id = products.id and archived_at is null and products.options <> '[]'
        ), variants as (
          select * from active where id = coalesce(${variantId ?? null}::integer, id)
          order by position, id limit ${VARIANTS_PAGE} offset ${(page - 1) * VARIANTS_PAGE}
        )
        select json_build_object('total', (select count(*) from active),
          'variants', coalesce(json_agg(${activeVariant} order by position, variants.id), '[]'))
        from variants left join stock as own on own.variant_id = variants.id)`.as('found'),
    )
    .where('products.archived_at', 'is', null)
    .orderBy('named.choice')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { total, variants } = row.found
  return { productId: row.productId, total, variants: toVariants(variants, row, shop) }
}

export type StoredVariant = { id: number; isArchived: boolean; held: number; facts: VariantFacts }

/** Lists all variants of a product, archived or not. */
export async function listStoredVariants(db: Db, productId: number): Promise<StoredVariant[]> {
  return (await listStoredVariantsOf(db, [productId])).get(productId) ?? []
}

/** Lists all variants of these products, archived or not, by product ID. */
export async function listStoredVariantsOf(
  db: Db,
  productIds: number[],
): Promise<Map<number, StoredVariant[]>> {
  const rows = await db
    .selectFrom('variants')
    .leftJoin('stock', 'stock.variant_id', 'variants.id')
    .select(['id', 'variants.product_id', 'archived_at', 'option_values', 'sku', 'barcode', 'price_cents'])
    .select(['old_price_cents', 'in_stock', 'quantity', 'held', 'weight', 'content', 'image', 'position'])
    .where(sql<boolean>`variants.product_id = any (${productIds}::integer[])`)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const byProduct = Map.groupBy(rows, ({ product_id }) => product_id)
  return new Map([...byProduct].map(([id, rows]) => [id, rows.map(toStoredVariant)]))
}

function toStoredVariant(row: {
  id: number
  archived_at: Date | null
  option_values: string[]
  sku: string | null
  barcode: string | null
  price_cents: number
  old_price_cents: number | null
  in_stock: boolean
  quantity: number | null
  held: number | null
  weight: string | null
  content: string | null
  image: string | null
  position: number
}): StoredVariant {
  return {
    id: row.id,
    isArchived: row.archived_at !== null,
    held: row.held ?? 0,
    facts: {
      optionValues: row.option_values,
      sku: row.sku,
      barcode: row.barcode,
      weight: row.weight,
      content: row.content,
      image: row.image,
      position: row.position,
      priceCents: row.price_cents,
      oldPriceCents: row.old_price_cents,
      inStock: row.in_stock,
      stockQuantity: row.quantity,
    },
  }
}

/** Returns which active products have active variants with these SKUs, by lowercase SKU. */
export async function listSkuOwners(
  db: Db,
  skus: string[],
): Promise<Map<string, { id: number; name: string }>> {
  const rows = await db
    .selectFrom('variants')
    .innerJoin('products', 'products.id', 'variants.product_id')
    .select([sql<string>`lower(sku)`.as('sku'), 'products.id', 'products.name'])
    .where(sql<boolean>`lower(sku) = any (${skus.map((sku) => sku.toLowerCase())}::text[])`)
    .where('variants.archived_at', 'is', null)
    .where(keepsCodes)
    .execute()
  return new Map(rows.map(({ sku, id, name }) => [sku, { id, name }]))
}

export async function hasProductWithOptions(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('products')
    .select('id')
    .where('archived_at', 'is', null)
    .where(sql<boolean>`options <> '[]'`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateOptions(
  db: Db,
  productId: number,
  options: ProductOption[],
  colors: string[],
): Promise<void> {
  await db
    .updateTable('products')
    .set(({ eb }) => ({
      options: JSON.stringify(options),
      colors,
      version: eb('version', '+', 1),
      updated_at: now(),
    }))
    .where('id', '=', productId)
    .execute()
}

export async function archiveVariants(db: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('variants')
    .set({ archived_at: now() })
    .where('id', '=', sql<number>`any (${ids}::integer[])`)
    .execute()
}

/** Removes the SKUs of these variants from archived products, which keep theirs until another product gets them. */
async function freeSkus(db: Db, variants: { facts: VariantFacts }[]): Promise<void> {
  const skus = variants.flatMap(({ facts: { sku } }) => (sku === null ? [] : [sku.toLowerCase()]))
  if (skus.length === 0) return
  const isWanted = sql`lower(sku) = any (${skus}::text[]) and variants.archived_at is null`
  // The lock keeps a product from being restored concurrently.
  await sql`
    with archived as (
      select id from products
      where not ${keepsCodes} and id in (select product_id from variants where ${isWanted})
      order by id for no key update
    )
    update variants set sku = null from archived where product_id = archived.id and ${isWanted}`.execute(db)
}

/** Writes archived variants, then unarchives them, so two variants can swap their values. */
export async function updateVariants(db: Db, variants: { id: number; facts: VariantFacts }[]): Promise<void> {
  if (variants.length === 0) return
  await freeSkus(db, variants)
  const rows = variants.map(({ id, facts }) => ({ id, ...toVariantColumns(facts) }))
  await sql`
    update variants
    set ${sql.join(VARIANT_COLUMNS.map((name) => sql`${sql.ref(name)} = ${sql.ref(`changed.${name}`)}`))},
      archived_at = null, updated_at = ${now()}::timestamptz
    from jsonb_populate_recordset(null::variants, ${JSON.stringify(rows)}::jsonb) as changed
    where variants.id = changed.id`.execute(db)
}

/**
 * @param variants without an ID, a variant gets a new one
 * @returns the IDs, in the order given
 */
export async function insertVariants(
  db: Db,
  variants: { id?: number; productId: number; facts: VariantFacts; createdAt?: Date }[],
): Promise<number[]> {
  if (variants.length === 0) return []
  await freeSkus(db, variants)
  const names = sql.join(VARIANT_COLUMNS.map((name) => sql.ref(name)))
  const rows = variants.map(({ id, productId, facts, createdAt = now() }) => ({
    id,
    product_id: productId,
    ...toVariantColumns(facts),
    created_at: createdAt,
  }))
  const inserted = await sql<{ id: number }>`
    insert into variants (id, product_id, ${names}, created_at, updated_at)
    select coalesce(id, nextval('products_id_seq')), product_id, ${names}, created_at, created_at
    from jsonb_populate_recordset(null::variants, ${JSON.stringify(rows)}::jsonb)
    returning id`.execute(db)
  return inserted.rows.map(({ id }) => id)
}
