import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type Category, COUNT_MAX, type Product, type ProductQuery, UNPAGED_MAX } from '#contract/catalog.ts'
import { centsToWire } from '#contract/money.ts'
import type { Db } from '../platform/db/database.ts'
import type { Tables } from '../platform/db/tables.ts'
import type { NewCategory, NewProduct } from './products.ts'

export async function listCategories(db: Db): Promise<Category[]> {
  return db
    .selectFrom('categories')
    .select(['id', 'name', 'slug', 'description', 'icon'])
    .orderBy('id')
    .execute()
}

/** One page of what matches; without `page` all of it, at most UNPAGED_MAX. */
export async function listProducts(
  db: Db,
  query: ProductQuery,
  defaults: { pageSize: number; flatRateCents: number },
): Promise<Product[]> {
  const pageSize = query.page === undefined ? UNPAGED_MAX : (query.pageSize ?? defaults.pageSize)
  const rows = await selectProducts(db)
    .where(matches(query))
    .orderBy(sortOrder(query.sort))
    .limit(pageSize)
    .offset(((query.page ?? 1) - 1) * pageSize)
    .execute()
  return rows.map((row) => toProduct(row, defaults.flatRateCents))
}

/** How many match, counted up to COUNT_MAX; one more than that means 'more'. */
export async function countProducts(db: Db, query: ProductQuery): Promise<number> {
  const counted = await db
    .selectFrom((from) =>
      from
        .selectFrom('products')
        .select(sql`1`.as('one'))
        .where(matches(query))
        .limit(COUNT_MAX + 1)
        .as('matching'),
    )
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return counted.count
}

/** By slug, by a slug it had before, or by id, in this order. */
export async function findProduct(db: Db, slugOrId: string, flatRateCents: number): Promise<Product | null> {
  const id = /^[1-9]\d{0,8}$/.test(slugOrId) ? Number(slugOrId) : null
  const row = await selectProducts(db)
    .where('products.archived_at', 'is', null)
    .where((where) =>
      where.or([
        where('products.slug', '=', slugOrId),
        where('products.id', 'in', (from) =>
          from.selectFrom('product_old_slugs').select('product_id').where('slug', '=', slugOrId),
        ),
        ...(id === null ? [] : [where('products.id', '=', id)]),
      ]),
    )
    .orderBy(sql`(products.slug = ${slugOrId}) desc nulls last`)
    .orderBy(sql`(products.id = ${id}) asc nulls first`)
    .limit(1)
    .executeTakeFirst()
  return row ? toProduct(row, flatRateCents) : null
}

export async function insertCategory(db: Db, category: NewCategory): Promise<number> {
  const { id } = await db.insertInto('categories').values(category).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function insertProduct(db: Db, product: NewProduct, createdAt: Date): Promise<number> {
  const { id } = await db
    .insertInto('products')
    .values({
      name: product.name,
      slug: product.slug,
      description: product.description,
      price_cents: product.priceCents,
      old_price_cents: product.oldPriceCents,
      category_id: product.categoryId,
      rating: product.rating,
      is_new: product.isNew,
      is_featured: product.isFeatured,
      is_on_sale: product.isOnSale,
      in_stock: product.inStock,
      colors: product.colors,
      shipping_days: product.shippingDays,
      shipping_cost_cents: product.shippingCostCents,
      weight: product.weight,
      weight_unit: product.weightUnit,
      created_at: createdAt,
      updated_at: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertProductImages(
  db: Db,
  productId: number,
  images: NewProduct['images'],
): Promise<void> {
  if (images.length === 0) return
  await db
    .insertInto('product_images')
    .values(images.map((image, position) => ({ ...image, product_id: productId, position })))
    .execute()
}

/** Nodes that start at once seed one after the other: holds until the end of the transaction. */
export async function waitForSeeding(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SEEDING_LOCK})`.execute(db)
}

const SEEDING_LOCK = 7_546_191

function selectProducts(db: Db) {
  return db
    .selectFrom('products')
    .leftJoin('stock', 'stock.product_id', 'products.id')
    .selectAll('products')
    .select('stock.quantity as stock_quantity')
    .select((select) =>
      jsonArrayFrom(
        select
          .selectFrom('product_images')
          .select(['url', 'alt', 'width', 'height'])
          .whereRef('product_images.product_id', '=', 'products.id')
          .orderBy('position'),
      ).as('images'),
    )
}

function matches(query: ProductQuery) {
  return (where: ExpressionBuilder<Tables, 'products'>) =>
    where.and([
      where('products.archived_at', 'is', null),
      ...(query.categoryId === undefined ? [] : [where('products.category_id', '=', query.categoryId)]),
      ...(query.minPrice === undefined ? [] : [where('products.price_cents', '>=', query.minPrice)]),
      ...(query.maxPrice === undefined ? [] : [where('products.price_cents', '<=', query.maxPrice)]),
      ...(query.rating === undefined ? [] : [where('products.rating', '>=', String(query.rating))]),
      ...(query.color === undefined ? [] : [sql<boolean>`products.colors @> array[${query.color}]::text[]`]),
      ...(query.featured === undefined ? [] : [where('products.is_featured', '=', query.featured)]),
      ...(query.onSale === undefined ? [] : [where('products.is_on_sale', '=', query.onSale)]),
    ])
}

/** Every order ends in the id, so that paging never repeats or skips a product. */
function sortOrder(sort: ProductQuery['sort']) {
  switch (sort) {
    case 'price_asc':
      return sql`products.price_cents, products.id`
    case 'price_desc':
      return sql`products.price_cents desc, products.id desc`
    case 'rating':
      return sql`products.rating desc, products.id desc`
    case 'newest':
      return sql`products.created_at desc, products.id desc`
    case 'relevance':
      return sql`products.is_featured desc, products.created_at desc, products.id desc`
  }
}

type ProductRow = Awaited<ReturnType<ReturnType<typeof selectProducts>['execute']>>[number]

function toProduct(row: ProductRow, flatRateCents: number): Product {
  const [main, ...additional] = row.images
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    image: main?.url ?? '',
    additionalImages: additional.map((image) => image.url),
    images: row.images,
    price: centsToWire(row.price_cents),
    oldPrice: row.old_price_cents === null ? null : centsToWire(row.old_price_cents),
    categoryId: row.category_id,
    rating: row.rating,
    reviewCount: row.review_count,
    hasReviews: row.has_reviews,
    isNew: row.is_new,
    isFeatured: row.is_featured,
    isOnSale: row.is_on_sale,
    inStock: row.in_stock && row.stock_quantity !== 0,
    stockQuantity: row.stock_quantity,
    colors: row.colors,
    shippingDays: row.shipping_days,
    shippingCost: centsToWire(row.shipping_cost_cents ?? flatRateCents),
    weight: row.weight,
    weightUnit: row.weight_unit,
  }
}
