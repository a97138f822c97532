import { type RawBuilder, sql } from 'kysely'
import {
  type AdminProduct,
  type AdminProductQuery,
  type AdminVariant,
  LOW_STOCK,
} from '#contract/catalog/admin-products.ts'
import { type Currency, centsToWire } from '#contract/money.ts'
import { countRows } from '../platform/db/count-rows.ts'
import type { Db } from '../platform/db/database.ts'
import { readCurrency } from '../settings/settings.ts'
import { hasCode } from './code-queries.ts'
import {
  type ActiveVariant,
  imageOf,
  onlyVariant,
  type ProductRow,
  sumOfCounted,
  toProduct,
} from './product-row.ts'
import { selectProducts } from './queries.ts'

export async function listAdminProducts(db: Db, query: AdminProductQuery): Promise<AdminProduct[]> {
  const rows = await selectProducts(db)
    .where(matches(query))
    .orderBy(orderOf(query.sort))
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
    .execute()
  const currency = await readCurrency(db)
  return rows.map((row) => toAdminProduct(row, currency))
}

export async function countAdminProducts(db: Db, query: AdminProductFilters): Promise<number> {
  return countRows(db.selectFrom('products').where(matches(query)))
}

/** Returns the lowest matching IDs, at most `limit`. */
export async function listMatchingIds(db: Db, filter: AdminProductFilters, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('products')
    .select('products.id')
    .where(matches(filter))
    .orderBy('products.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns a product, archived or not, or null if it doesn't exist. */
export async function findAdminProduct(db: Db, id: number): Promise<AdminProduct | null> {
  const row = await selectProducts(db).where('products.id', '=', id).executeTakeFirst()
  return row ? toAdminProduct(row, await readCurrency(db)) : null
}

/** Returns active products with an ID above this one, in order of ID. */
export async function listForExport(db: Db, afterId: number, limit: number): Promise<AdminProduct[]> {
  const rows = await selectProducts(db)
    .where('products.id', '>', afterId)
    .where('products.archived_at', 'is', null)
    .orderBy('products.id')
    .limit(limit)
    .execute()
  const currency = await readCurrency(db)
  return rows.map((row) => toAdminProduct(row, currency))
}

type AdminProductFilters = Pick<AdminProductQuery, 'search' | 'categoryId' | 'status' | 'stock'>

function matches({ search, categoryId, status, stock }: AdminProductFilters) {
  const conditions = [
    ...(search ? [isFound(search)] : []),
    ...(categoryId === undefined ? [] : [sql<boolean>`products.category_id = ${categoryId}`]),
    ...(status === 'all' ? [] : [hasStatus(status)]),
    ...(stock === 'low' ? [hasVariant(sql`own.available between 1 and ${LOW_STOCK}`)] : []),
    ...(stock === 'out' ? [hasVariant(sql`(own.available = 0 or not variants.in_stock)`)] : []),
  ]
  return conditions.length > 0 ? sql<boolean>`${sql.join(conditions, sql` and `)}` : sql<boolean>`true`
}

function hasStatus(status: 'on-sale' | 'draft' | 'archived') {
  if (status === 'on-sale') return sql<boolean>`products.archived_at is null`
  return sql<boolean>`products.archived_at is not null and products.is_draft = ${status === 'draft'}`
}

/** Condition for products with an active variant that matches. */
function hasVariant(condition: RawBuilder<unknown>) {
  return sql<boolean>`exists (select from variants left join stock as own on own.variant_id = variants.id
    where variants.product_id = products.id and variants.archived_at is null and ${condition})`
}

function isFound(search: string) {
  const part = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const id = /^[1-9]\d{0,8}$/.test(search) ? Number(search) : null
  return sql<boolean>`(products.name ilike ${part} or products.slug ilike ${part} or products.id = ${id}::integer
    or products.id in (select product_id from variants where archived_at is null and ${hasCode(search)}))`
}

const COLUMNS = {
  name: sql`lower(products.name)`,
  price: sql`products.price_cents`,
  stock: sql`(
    select case when count(*) = count(own.available) then sum(own.available) end
    from variants left join stock as own on own.variant_id = variants.id
    where variants.product_id = products.id and variants.archived_at is null)`,
  updated: sql`products.updated_at`,
  category: sql`(select lower(name) from categories where categories.id = products.category_id)`,
}

/** Untracked stock sorts last. Every order ends with the ID, so paging never repeats or skips a product. */
function orderOf(sort: AdminProductQuery['sort']) {
  const [column, direction] = sort.split('_') as [keyof typeof COLUMNS, 'asc' | 'desc']
  const way = direction === 'asc' ? sql`asc` : sql`desc`
  const nulls = column === 'stock' ? sql` nulls last` : sql``
  return sql`${COLUMNS[column]} ${way}${nulls}, products.id ${way}`
}

function toAdminProduct(row: ProductRow, currency: Currency): AdminProduct {
  const { variants } = row
  const only = onlyVariant(row)
  return {
    ...toProduct(row, { shippingRateCents: 0, zones: null, currency }),
    oldPrice: row.old_price_cents === null ? null : centsToWire(row.old_price_cents, currency),
    stockQuantity: sumOfCounted(variants.map(({ stockQuantity }) => stockQuantity)),
    held: variants.reduce((sum, { held }) => sum + held, 0),
    variants: (only ? [] : variants).map((variant) => ({
      ...toAdminVariant(variant, currency),
      image: imageOf(variant.image, row.images),
    })),
    inStock: row.in_stock,
    barcode: only?.barcode ?? null,
    shippingCost: row.shipping_cost_cents === null ? null : centsToWire(row.shipping_cost_cents, currency),
    content: row.content,
    contentUnit: row.content_unit,
    unitPriceBase: row.unit_price_base,
    manufacturer: row.manufacturer,
    manufacturerAddress: row.manufacturer_address,
    manufacturerContact: row.manufacturer_contact,
    safetyWarnings: row.safety_warnings,
    taxClass: row.tax_class,
    isArchived: row.archived_at !== null && !row.is_draft,
    isDraft: row.is_draft,
    version: row.version,
    updatedAt: row.updated_at.toISOString(),
  }
}

function toAdminVariant(
  { priceCents, oldPriceCents, ...variant }: ActiveVariant,
  currency: Currency,
): Omit<AdminVariant, 'image'> {
  const { id, optionValues, sku, barcode, stockQuantity, held, inStock, weight, content } = variant
  return {
    id,
    optionValues,
    sku,
    barcode,
    held,
    weight,
    content,
    inStock,
    stockQuantity,
    price: centsToWire(priceCents, currency),
    oldPrice: oldPriceCents === null ? null : centsToWire(oldPriceCents, currency),
  }
}
