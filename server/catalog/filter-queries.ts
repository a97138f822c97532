import { sql } from 'kysely'
import { FILTER_COLORS, NO_REVIEWS } from '#contract/catalog/filter-options.ts'
import type { Db } from '../platform/db/database.ts'

/** Returns the filter's colors that no active product has, and NO_REVIEWS if the shop has no reviews. */
export async function listEmptyFilters(db: Db): Promise<string[]> {
  const { rows } = await sql<{ names: string[] }>`select ${emptyFilters} as names`.execute(db)
  return rows[0]?.names ?? []
}

/** Whether a category has active products. */
export const hasProducts = sql<boolean>`exists (
  select from products where category_id = categories.id and products.archived_at is null)`

/** Colors are written into the statement, so PostgreSQL finds a rare one by its index, and a frequent one without. */
export const emptyFilters = sql<string[]>`array_remove(array[${sql.join([
  ...FILTER_COLORS.map(
    (color) => sql`case when not exists (
      select from products as one where one.archived_at is null and one.colors @> array[${sql.lit(color)}])
      then ${sql.lit(color)} end`,
  ),
  sql`case when not exists (select from reviews where not is_held) then ${sql.lit(NO_REVIEWS)} end`,
])}], null)`
