import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { ProductStatus } from '#contract/catalog/admin-products.ts'
import type { Category, Product } from '#contract/catalog/api.ts'
import { now } from '../platform/clock.ts'
import type { Db, Tables } from '../platform/db/database.ts'
import { readOnce } from '../platform/db/shared-reads.ts'
import type { PriceSettings } from '../settings/settings.ts'
import { hasProducts } from './filter-queries.ts'
import { type NewProduct, toRow } from './product-columns.ts'
import { type ActiveVariant, toProduct } from './product-row.ts'
import { variantSummary } from './summary-queries.ts'

/** A variant and its stock, joined as `own`. */
export const activeVariant = sql<ActiveVariant>`json_build_object('id', variants.id, 'optionValues', option_values,
  'sku', variants.sku, 'barcode', variants.barcode, 'priceCents', variants.price_cents,
  'oldPriceCents', variants.old_price_cents, 'priorPriceCents', variants.prior_price_cents, 'inStock', variants.in_stock,
  'stockQuantity', own.quantity, 'held', coalesce(own.held, 0), 'available', own.available,
  'weight', variants.weight::text, 'content', variants.content::text, 'image', variants.image, 'position', variants.position)`

export async function listCategories(db: Db): Promise<Category[]> {
  const rows = await db
    .selectFrom('categories')
    .select(['id', 'name', 'slug', 'description', 'icon', 'image', hasProducts.as('hasProducts')])
    .orderBy('id')
    .execute()
  return rows.map(({ hasProducts, ...category }) =>
    hasProducts ? category : { ...category, isEmpty: true as const },
  )
}

/** Returns the active product with this slug, former slug, or ID, in this order of precedence, or null. */
export async function findProduct(
  db: Db,
  slugOrId: string | number,
  shop: PriceSettings,
): Promise<Product | null> {
  return readOnce(db, `product ${slugOrId}`, async () => {
    const row = await selectProducts(db)
      .innerJoin(selectNamed(slugOrId).as('named'), 'named.id', 'products.id')
      .where('products.archived_at', 'is', null)
      .orderBy('named.choice')
      .limit(1)
      .executeTakeFirst()
    return row ? toProduct(row, shop) : null
  })
}

/** Selects the IDs of products with this slug, former slug, or ID, and this order as `choice`. A number is only an ID. */
export function selectNamed(slugOrId: string | number) {
  const slug = typeof slugOrId === 'string' ? slugOrId : null
  const id = slug === null || /^[1-9]\d{0,8}$/.test(slug) ? Number(slugOrId) : null
  return sql<{ id: number; choice: number }>`(
    select id, 1 as choice from products where slug = ${slug}::text
    union all
    select product_id, 2 from product_old_slugs where slug = ${slug}::text
    union all
    select id, 3 from products where id = ${id}::integer)`
}

/** @returns the new ids, in the order given */
export async function insertProducts(db: Db, products: NewProduct[]): Promise<number[]> {
  const inserted = await db.insertInto('products').values(products.map(toRow)).returning('id').execute()
  return inserted.map(({ id }) => id)
}

export async function insertProductImages(
  db: Db,
  images: (NewProduct['images'][number] & { productId: number; position: number })[],
): Promise<void> {
  if (images.length === 0) return
  await db
    .insertInto('product_images')
    .values(images.map(({ productId, ...image }) => ({ ...image, product_id: productId })))
    .execute()
}

export async function setStatus(db: Db, ids: number[], status: ProductStatus): Promise<void> {
  const at = now()
  await db
    .updateTable('products')
    .set(({ eb }) => ({
      archived_at: status === 'active' ? null : at,
      is_draft: status === 'draft',
      updated_at: at,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', sql<number>`any (${ids}::integer[])`)
    .execute()
}

/** Serializes seeding by nodes that start at the same time, until the end of the transaction. */
export async function waitForSeeding(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SEEDING_LOCK})`.execute(db)
}

const SEEDING_LOCK = 7_546_191

/** Selects products for lists. */
export function selectListed(db: Db) {
  return selectFacts(db).select(variantSummary.as('variant_summary'))
}

/** Selects products with all of their active variants. */
export function selectProducts(db: Db) {
  return selectFacts(db).select(
    sql<ActiveVariant[]>`(
      select json_agg(${activeVariant} order by variants.position, variants.id)
      from variants left join stock as own on own.variant_id = variants.id
      where variants.product_id = products.id and variants.archived_at is null)`.as('variants'),
  )
}

/** Selects products without their variants. */
export function selectFacts(db: Db) {
  return db.selectFrom('products').selectAll('products').select(imagesOf)
}

/** The images of a product, main image first. */
export function imagesOf(select: ExpressionBuilder<Tables, 'products'>) {
  return jsonArrayFrom(
    select
      .selectFrom('product_images')
      .select(['url', 'alt', 'width', 'height'])
      .whereRef('product_images.product_id', '=', 'products.id')
      .orderBy('position'),
  ).as('images')
}
