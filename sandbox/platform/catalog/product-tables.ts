import { countRows, findRow, insertRow, listRows, run, type Store } from '../../store.ts'
import { type Details, generatedDetails } from './generated.ts'
import type { ProductRecord, ProductStatus } from './products.ts'

/** Times are in seconds since 1970. Details are null if they're generated from the ID (generated.ts). */
export const productTables = `
  create table if not exists platform_products (
    id integer primary key autoincrement,
    handle text not null unique,
    title text not null,
    status text not null,
    vendor text not null,
    product_type text not null,
    created_at integer not null,
    updated_at integer not null,
    details text
  ) strict;
`

export function findProduct(store: Store, id: number): ProductRecord | null {
  const row = findRow<ProductRow>(store, 'select * from platform_products where id = ?', id)
  return row && recordOf(row)
}

/** Finds the product of a variant, unless its details are generated. */
export function findProductOfVariant(store: Store, variantId: number): ProductRecord | null {
  const sql = `select product.* from platform_products product, json_each(product.details, '$.variants') variant
    where json_extract(variant.value, '$.id') = ?`
  const row = findRow<ProductRow>(store, sql, variantId)
  return row && recordOf(row)
}

/** Updates a product, or inserts it with the next ID if it has none. */
export function saveProduct(
  store: Store,
  product: Omit<ProductRecord, 'id'> & { id: number | null },
): number {
  const { options, media, collections, variants, descriptionHtml } = product
  const { publishedAt, isGiftCard, requiresSellingPlan } = product
  const lastVariantId = Math.max(product.lastVariantId ?? 0, ...variants.map(({ id }) => id))
  const details: Details = {
    descriptionHtml,
    options,
    media,
    collections,
    variants,
    lastVariantId,
    publishedAt,
    isGiftCard,
    requiresSellingPlan,
  }
  const row = {
    handle: product.handle,
    title: product.title,
    status: product.status,
    vendor: product.vendor,
    product_type: product.productType,
    created_at: secondsOf(product.createdAt),
    updated_at: secondsOf(product.updatedAt),
    details: JSON.stringify(details),
  }
  const saved = insertRow<ProductRow>(store, 'platform_products', { id: product.id, ...row }, 'or replace')
  return saved?.id ?? 0
}

export function dropProduct(store: Store, id: number) {
  run(store, 'delete from platform_products where id = ?', id)
}

/** An SQL condition. */
export interface Filter {
  sql: string
  values: (string | number)[]
}

const everything: Filter = { sql: 'true', values: [] }

/** Reads a page of products, ordered by ID, after the given ID. */
export function readProducts(store: Store, { sql, values }: Filter, limit: number, after: number | null) {
  const page = `select * from platform_products where ${sql} and id > ? order by id limit ?`
  const rows = listRows<ProductRow>(store, page, ...values, after ?? 0, limit + 1)
  return { products: rows.slice(0, limit).map(recordOf), hasNextPage: rows.length > limit }
}

export function countProducts(store: Store, { sql, values }: Filter = everything): number {
  return countRows(store, `platform_products where ${sql}`, ...values)
}

interface ProductRow {
  id: number
  handle: string
  title: string
  status: ProductStatus
  vendor: string
  product_type: string
  created_at: number
  updated_at: number
  details: string | null
}

function recordOf(row: ProductRow): ProductRecord {
  return {
    id: row.id,
    handle: row.handle,
    title: row.title,
    status: row.status,
    vendor: row.vendor,
    productType: row.product_type,
    createdAt: momentOf(row.created_at),
    updatedAt: momentOf(row.updated_at),
    ...(row.details === null ? generatedDetails(row.id) : (JSON.parse(row.details) as Details)),
  }
}

/** Formats a time like `2026-08-06T01:46:12Z`, without fractions of a second, as the platform does. */
export function momentOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}

function secondsOf(moment: string): number {
  return Math.floor(Date.parse(moment) / 1000)
}
