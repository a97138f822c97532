import { type Expression, type SqlBool, sql } from 'kysely'
import { FILTER_COLORS, FILTER_RATINGS } from '#contract/catalog/filter-options.ts'
import { COUNT_MAX } from '#contract/catalog/product-query.ts'
import type { ListFacts } from '#contract/catalog/search.ts'
import type { Db } from '../platform/db/database.ts'
import { type CatalogFilter, matching } from './list-queries.ts'
import type { SearchTerms } from './search-terms.ts'

/**
 * Counts the matches of each filter option in one pass. Each group ignores its own filter and keeps those of the others.
 * Returns null for more than COUNT_MAX products, which bounds the cost.
 */
export async function countOptions(
  db: Db,
  { categoryId, minPrice, maxPrice, rating, color, ...common }: CatalogFilter,
  search: SearchTerms | null,
  limits: number[],
): Promise<ListFacts['counts']> {
  const category = sql<SqlBool>`${categoryId ?? null}::int is null or category_id = ${categoryId ?? null}::int`
  const price = inRange(minPrice, maxPrice)
  const stars = sql<SqlBool>`rating >= ${rating ?? 0}::numeric`
  const shade = sql<SqlBool>`${color ?? null}::text is null or colors @> array[${color ?? null}::text]`
  const bands = [undefined, ...limits].map((from, index) => inRange(from, limits[index]))
  const { rows } = await sql<NonNullable<ListFacts['counts']> & { total: number }>`
    with found as materialized (
      select products.category_id, products.price_cents, products.rating, products.colors
      from ${matching(common, search)} limit ${COUNT_MAX + 1}
    )
    select count(*)::int as total,
      (select coalesce(json_object_agg(category_id, matches), '{}') from (
        select category_id, count(*)::int as matches from found
        where ${all(price, stars, shade)} group by category_id) as each) as categories,
      ${countsOf(bands, all(category, stars, shade))} as prices,
      ${countsOf(
        FILTER_RATINGS.map((least) => sql<SqlBool>`rating >= ${least}::numeric`),
        all(category, price, shade),
      )} as ratings,
      ${countsOf(
        FILTER_COLORS.map((name) => sql<SqlBool>`colors @> array[${name}::text]`),
        all(category, price, stars),
      )} as colors
    from found`.execute(db)
  const { total, ...counts } = rows[0] ?? { total: COUNT_MAX + 1 }
  return total > COUNT_MAX ? null : (counts as NonNullable<ListFacts['counts']>)
}

function inRange(from: number | undefined, to: number | undefined) {
  const least = from === undefined ? sql<SqlBool>`true` : sql<SqlBool>`price_cents >= ${from}::bigint`
  const most = to === undefined ? sql<SqlBool>`true` : sql<SqlBool>`price_cents <= ${to}::bigint`
  return sql<SqlBool>`${least} and ${most}`
}

function countsOf(options: Expression<SqlBool>[], others: Expression<SqlBool>) {
  const counts = options.map((option) => sql`count(*) filter (where (${option}) and ${others})`)
  return sql`json_build_array(${sql.join(counts)})`
}

const all = (...conditions: Expression<SqlBool>[]) =>
  sql<SqlBool>`${sql.join(
    conditions.map((one) => sql`(${one})`),
    sql` and `,
  )}`
