import { type SelectQueryBuilder, sql } from 'kysely'

/** Counts the rows that a query matches. */
export async function countRows<DB, Table extends keyof DB>(
  query: SelectQueryBuilder<DB, Table, object>,
): Promise<number> {
  const { count } = await query
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('count'))
    // TypeScript can't compute the row's type from type parameters.
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  return count
}
