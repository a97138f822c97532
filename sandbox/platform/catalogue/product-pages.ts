import type { Store } from '../../store.ts'
import { type ProductRow, recordOf } from './product-tables.ts'
import type { ProductRecord } from './records.ts'
import type { Search } from './search.ts'

export interface ProductQuery {
  search: Search
  sortKey: keyof typeof sortColumns
  reverse: boolean
  first: number
  after: Position | null
}

/** Where a page ended: the id and what it was sorted by. */
export interface Position {
  last_id: number
  last_value: string | number
}

export interface ProductPage {
  products: ProductRecord[]
  positions: Position[]
  hasNextPage: boolean
}

const sortColumns = {
  CREATED_AT: 'created_at',
  ID: 'id',
  PRODUCT_TYPE: 'product_type',
  TITLE: 'title',
  UPDATED_AT: 'updated_at',
  VENDOR: 'vendor',
} as const

export function readProductPage(store: Store, query: ProductQuery): ProductPage {
  const { search, sortKey, reverse, first, after } = query
  const column = sortColumns[sortKey]
  const direction = reverse ? 'desc' : 'asc'
  const from = after ? `and (${column}, id) ${reverse ? '<' : '>'} (?, ?)` : ''
  const rows = store
    .prepare(
      `select * from platform_products where ${search.sql} ${from}
       order by ${column} ${direction}, id ${direction} limit ?`,
    )
    .all(
      ...search.values,
      ...(after ? [after.last_value, after.last_id] : []),
      first + 1,
    ) as unknown as ProductRow[]
  const page = rows.slice(0, first)
  return {
    products: page.map(recordOf),
    positions: page.map((row) => ({ last_id: row.id, last_value: row[column] })),
    hasNextPage: rows.length > first,
  }
}

export function countFound(store: Store, search: Search): number {
  const count = store.prepare(`select count(*) as count from platform_products where ${search.sql}`)
  return (count.get(...search.values) as { count: number }).count
}

/** How many come before a page that begins after this position. */
export function countBefore(store: Store, { search, sortKey, reverse, after }: ProductQuery): number {
  if (!after) return 0
  const column = sortColumns[sortKey]
  const count = store.prepare(
    `select count(*) as count from platform_products
     where ${search.sql} and (${column}, id) ${reverse ? '>=' : '<='} (?, ?)`,
  )
  return (count.get(...search.values, after.last_value, after.last_id) as { count: number }).count
}
