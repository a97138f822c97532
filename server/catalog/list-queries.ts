import { expressionBuilder, sql } from 'kysely'
import type { ListedProduct } from '#contract/catalog/api.ts'
import { COUNT_MAX, type ProductQuery } from '#contract/catalog/product-query.ts'
import type { Db, Tables } from '../platform/db/database.ts'
import type { PriceSettings } from '../settings/settings.ts'
import { emptyFilters } from './filter-queries.ts'
import { toListedProduct } from './product-row.ts'
import { selectListed } from './queries.ts'
import type { SearchTerms } from './search-terms.ts'

const where = expressionBuilder<Tables, 'products'>()

/** A query with its price bounds in cents. */
export type CatalogFilter = Omit<ProductQuery, 'minPrice' | 'maxPrice'> & {
  minPrice?: number
  maxPrice?: number
}

/** Price bounds are inclusive, and the rating is a minimum. Archived products never match. */
function conditionsOf(query: CatalogFilter) {
  return where.and([where('products.archived_at', 'is', null), ...filtersOf(query)])
}

/** Returns whether the query has filters besides the search. */
function isFiltered(query: CatalogFilter): boolean {
  return filtersOf(query).length > 0
}

function filtersOf(query: CatalogFilter) {
  const { categoryId, minPrice, maxPrice, rating, color, featured, onSale } = query
  return [
    ...(categoryId === undefined ? [] : [where('products.category_id', '=', categoryId)]),
    ...(minPrice === undefined ? [] : [where('products.price_cents', '>=', minPrice)]),
    ...(maxPrice === undefined ? [] : [where('products.price_cents', '<=', maxPrice)]),
    ...(rating === undefined ? [] : [where('products.rating', '>=', String(rating))]),
    ...(color === undefined ? [] : [where('products.colors', '@>', where.val([color]))]),
    ...(featured === undefined ? [] : [where('products.is_featured', '=', featured)]),
    ...(onSale === undefined ? [] : [where('products.is_on_sale', '=', onSale)]),
  ]
}

type Range = { limit: number; offset: number; isCounted: boolean }
type Listed = { products: ListedProduct[]; counted: number | null; emptyFilters: string[] | null }

/**
 * Returns matching products in the requested order, and with `isCounted` their number, as countProducts does, unless
 * there are none in the range.
 */
export async function listProducts(
  db: Db,
  query: CatalogFilter,
  search: SearchTerms | null,
  range: Range,
  shop: PriceSettings,
): Promise<Listed> {
  if (search) return listFound(db, query, search, range, shop)
  const { limit, offset, isCounted } = range
  const order = ORDERS[query.sort]
  const page = sql<{ id: number }>`(
    select products.id from ${matching(query, null)} order by ${order} limit ${limit} offset ${offset})`
  const rows = await selectListed(db)
    .innerJoin(page.as('page'), 'page.id', 'products.id')
    .$if(isCounted, (list) =>
      list.select([countOf(query, null).as('counted'), emptyFilters.as('emptyFilters')]),
    )
    .orderBy(order)
    .execute()
  return {
    products: rows.map((row) => toListedProduct(row, shop)),
    counted: rows[0]?.counted ?? null,
    emptyFilters: rows[0]?.emptyFilters ?? null,
  }
}

/**
 * Finds the IDs first. PostgreSQL plans each search by its words (pool.ts), which takes longer than a second statement for
 * the products, whose plan is kept.
 */
async function listFound(
  db: Db,
  query: CatalogFilter,
  search: SearchTerms,
  { limit, offset, isCounted }: Range,
  shop: PriceSettings,
): Promise<Listed> {
  const isRanked = query.sort === 'relevance'
  const { rows } = await sql<{ ids: number[]; counted: number | null }>`
    select array(
      select id from (
        select products.id, ${rank(search)} as rank
        from ${isRanked ? firstMatching(query, search) : matching(query, search)}
        order by ${isRanked ? sql`rank desc, products.id desc` : ORDERS[query.sort]}
        limit ${limit} offset ${offset}) as page) as ids,
      ${isCounted ? countOf(query, search) : sql`null`} as counted`.execute(db)
  const { ids = [], counted = null } = rows[0] ?? {}
  if (ids.length === 0) return { products: [], counted: null, emptyFilters: null }
  const found = await selectListed(db)
    .where('products.id', '=', sql<number>`any (${ids}::integer[])`)
    .$if(isCounted, (list) => list.select(emptyFilters.as('emptyFilters')))
    .execute()
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ id }: { id: number }) => places.get(id) ?? ids.length
  return {
    products: found.sort((a, b) => placeOf(a) - placeOf(b)).map((row) => toListedProduct(row, shop)),
    counted,
    emptyFilters: found[0]?.emptyFilters ?? null,
  }
}

/** Returns the number of matches up to COUNT_MAX; COUNT_MAX + 1 means there are more. */
export async function countProducts(
  db: Db,
  query: CatalogFilter,
  search: SearchTerms | null,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${countOf(query, search)} as count`.execute(db)
  return rows[0]?.count ?? 0
}

function countOf(query: CatalogFilter, search: SearchTerms | null) {
  return sql<number>`(
    select count(*)::int from (select from ${counted(query, search)} limit ${COUNT_MAX + 1}) as counted)`
}

/** Without filters, counts only documents: archived products have none, and a join takes several times as long. */
function counted(query: CatalogFilter, search: SearchTerms | null) {
  return search && !isFiltered(query)
    ? sql`product_search where document @@ ${search.matches}::tsquery`
    : matching(query, search)
}

/** Returns the SQL that follows `from`. */
export function matching(query: CatalogFilter, search: SearchTerms | null) {
  const conditions = conditionsOf(query)
  return search
    ? sql`products join product_search on product_search.product_id = products.id
        where product_search.document @@ ${search.matches}::tsquery and ${conditions}`
    : sql`products where ${conditions}`
}

/**
 * Paging ends at COUNT_MAX, so for frequent words only the products that would come first without a search are ranked.
 * This bounds the cost.
 */
function firstMatching(query: CatalogFilter, search: SearchTerms) {
  return sql`(
    select products.id, product_search.document
    from ${matching(query, search)}
    order by ${ORDERS.relevance}
    limit ${COUNT_MAX}) as products`
}

function rank(search: SearchTerms) {
  const { matches, exact, apart, code } = search
  const ranks = [sql<number>`ts_rank(document, ${matches}::tsquery)`]
  if (exact !== null) ranks.push(sql<number>`ts_rank(document, ${exact}::tsquery)`)
  // A rank is at most 1, so products with a word only inside a compound come last.
  if (apart !== null) ranks.push(sql<number>`2 * (document @@ ${apart}::tsquery)::integer`)
  if (code !== null) ranks.push(sql<number>`4 * (document @@ ${code}::tsquery)::integer`)
  return sql<number>`${sql.join(ranks, sql` + `)}`
}

/** Every order ends with the ID, so paging never repeats or skips a product. */
const ORDERS = {
  relevance: sql`products.is_featured desc, products.created_at desc, products.id desc`,
  price_asc: sql`products.price_cents, products.id`,
  price_desc: sql`products.price_cents desc, products.id desc`,
  rating: sql`products.rating desc, products.id desc`,
  newest: sql`products.created_at desc, products.id desc`,
}
