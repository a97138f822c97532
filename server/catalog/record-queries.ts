import { type RawBuilder, sql } from 'kysely'
import type { ProductOption } from '#contract/catalog/api.ts'
import type { Currency } from '#contract/money.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { readCurrency } from '../settings/settings.ts'
import { type ProductColumn, type ProductFacts, toColumns } from './product-columns.ts'
import { type ActiveVariant, onlyVariant, type ProductRow, sumOfCounted } from './product-row.ts'
import { selectProducts } from './queries.ts'

/** The stored state of a product, archived or not, as the basis of an edit. */
export type ProductRecord = {
  id: number
  version: number
  /** True for a draft, too. */
  isArchived: boolean
  isDraft: boolean
  /** Whether rating and review count are computed from real reviews. */
  hasReviews: boolean
  /** The currency of the amounts in `facts`. */
  currency: Currency
  options: ProductOption[]
  /** The active variants, in their order. */
  variants: ActiveVariant[]
  facts: ProductFacts
}

/**
 * Locks these products and their stock until the end of the transaction, so no unit is sold between reading the stock
 * and setting it.
 * @returns the products that exist
 */
export async function lockRecords(db: Db, ids: number[]): Promise<Map<number, ProductRecord>> {
  // Not `for update`, which would wait for everything that refers to the product.
  await db.selectFrom('products').select('id').where(isOneOf(ids)).orderBy('id').forNoKeyUpdate().execute()
  await sql`
    select from stock where variant_id in (select id from variants where product_id = any (${ids}::integer[]))
    order by variant_id for update`.execute(db)
  return readRecords(db, ids)
}

/** Like lockRecords, but also keeps others from referring to the products, so they can be deleted. */
export async function lockForRemoval(db: Db, ids: number[]): Promise<Map<number, ProductRecord>> {
  await db.selectFrom('products').select('id').where(isOneOf(ids)).orderBy('id').forUpdate().execute()
  return lockRecords(db, ids)
}

/** Like lockRecords, but without a lock. */
export async function readRecords(db: Db, ids: number[]): Promise<Map<number, ProductRecord>> {
  const rows = await selectProducts(db).where(isOneOf(ids)).execute()
  const currency = await readCurrency(db)
  return new Map(rows.map((row) => [row.id, toRecord(row, currency)]))
}

export async function listOnSaleBySlug(db: Db, slugs: string[]) {
  return db
    .selectFrom('products')
    .select(['id', 'slug', 'name'])
    .where('slug', 'in', slugs)
    .where('archived_at', 'is', null)
    .execute()
}

/** Returns the ids of active products and drafts by slug. */
export async function listIdsBySlug(db: Db, slugs: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'slug'])
    .where(sql<boolean>`slug = any (${slugs}::text[])`)
    .where(keepsCodes)
    .$narrowType<{ slug: string }>()
    .execute()
  return new Map(rows.map(({ id, slug }) => [slug, id]))
}

/**
 * Writes all columns of these products. If one has another product's slug, the whole statement fails with a database
 * error.
 */
export async function updateRecords(db: Db, records: { id: number; facts: ProductFacts }[]): Promise<void> {
  const rows = records.map(({ id, facts }) => ({ id, ...toColumns(facts) }))
  await sql`
    update products
    set ${sql.join(COLUMNS.map(([name]) => sql`${sql.ref(name)} = ${sql.ref(`changed.${name}`)}`))},
      version = products.version + 1, updated_at = ${now()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as changed (id integer, ${sql.join(COLUMNS.map(([name, type]) => sql`${sql.ref(name)} ${type}`))})
    where products.id = changed.id`.execute(db)
}

/** Lets two products swap their slugs. */
export async function clearSlugs(db: Db, ids: number[]): Promise<void> {
  await db.updateTable('products').set({ slug: null }).where(isOneOf(ids)).execute()
}

/** Removes slugs from archived products, and from the former slugs of others. */
export async function freeSlugs(db: Db, slugs: string[]): Promise<void> {
  const isWanted = sql<boolean>`slug = any (${slugs}::text[])`
  await db.deleteFrom('product_old_slugs').where(isWanted).execute()
  await db
    .updateTable('products')
    .set({ slug: null })
    .where(isWanted)
    .where(({ not }) => not(keepsCodes))
    .execute()
}

/** A former slug leads to the product that last had it. */
export async function upsertOldSlugs(db: Db, slugs: { slug: string; productId: number }[]): Promise<void> {
  if (slugs.length === 0) return
  await db
    .insertInto('product_old_slugs')
    .values(slugs.map(({ slug, productId }) => ({ slug, product_id: productId })))
    .onConflict((conflict) =>
      conflict.column('slug').doUpdateSet((row) => ({ product_id: row.ref('excluded.product_id') })),
    )
    .execute()
}

export async function deleteProductImages(db: Db, productIds: number[]): Promise<void> {
  await db
    .deleteFrom('product_images')
    .where('product_id', '=', sql<number>`any (${productIds}::integer[])`)
    .execute()
}

/** Deletes products along with their images, stock, cart items, and favorites. */
export async function deleteProducts(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('products').where(isOneOf(ids)).execute()
}

/**
 * Returns which of these products any order, paid or not, contains. Such a product is archived, never erased (contract
 * section 8).
 */
export async function listOrdered(db: Db, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where(isOneOf(ids))
    .where(sql<boolean>`exists (select from order_items where order_items.product_id = products.id)`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns which of these categories exist. */
export async function listKnownCategories(db: Db, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('categories')
    .select('id')
    .where('id', '=', sql<number>`any (${ids}::integer[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** An archived product loses its slug and SKUs as soon as another product gets them. */
export const keepsCodes = sql<boolean>`(products.archived_at is null or products.is_draft)`

const isOneOf = (ids: number[]) => sql<boolean>`products.id = any (${ids}::integer[])`

const integer = sql`integer`
const text = sql`text`
const boolean = sql`boolean`
/** The columns with a product's fields, with their types. */
const TYPES: Record<ProductColumn, RawBuilder<unknown>> = {
  name: text,
  slug: text,
  description: text,
  category_id: integer,
  rating: sql`numeric`,
  review_count: integer,
  is_new: boolean,
  is_featured: boolean,
  is_on_sale: boolean,
  colors: sql`text[]`,
  shipping_days: integer,
  shipping_cost_cents: integer,
  weight: sql`numeric`,
  weight_unit: text,
  content: sql`numeric`,
  content_unit: text,
  unit_price_base: text,
  manufacturer: text,
  manufacturer_address: text,
  manufacturer_contact: text,
  safety_warnings: text,
  tax_class: text,
}
const COLUMNS = Object.entries(TYPES)

function toRecord(row: ProductRow, currency: Currency): ProductRecord {
  const { variants } = row
  const { sku, barcode } = onlyVariant(row) ?? { sku: null, barcode: null }
  return {
    id: row.id,
    version: row.version,
    isArchived: row.archived_at !== null,
    isDraft: row.is_draft,
    hasReviews: row.has_reviews,
    currency,
    options: row.options as ProductOption[],
    variants,
    facts: {
      name: row.name,
      slug: row.slug,
      description: row.description,
      priceCents: row.price_cents,
      oldPriceCents: row.old_price_cents,
      categoryId: row.category_id,
      rating: row.rating,
      reviewCount: row.review_count,
      isNew: row.is_new,
      isFeatured: row.is_featured,
      isOnSale: row.is_on_sale,
      inStock: row.in_stock,
      stockQuantity: sumOfCounted(variants.map(({ stockQuantity }) => stockQuantity)),
      sku,
      barcode,
      colors: row.colors,
      shippingDays: row.shipping_days,
      shippingCostCents: row.shipping_cost_cents,
      weight: row.weight,
      weightUnit: row.weight_unit,
      content: row.content,
      contentUnit: row.content_unit,
      unitPriceBase: row.unit_price_base,
      manufacturer: row.manufacturer,
      manufacturerAddress: row.manufacturer_address,
      manufacturerContact: row.manufacturer_contact,
      safetyWarnings: row.safety_warnings,
      taxClass: row.tax_class,
      images: row.images,
    },
  }
}
