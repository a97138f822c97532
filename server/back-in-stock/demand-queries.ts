import { type RawBuilder, sql } from 'kysely'
import type { BackInStockDemand, DemandQuery } from '#contract/back-in-stock/api.ts'
import { variantTitle } from '#contract/catalog/variants.ts'
import { hasCode } from '../catalog/code-queries.ts'
import type { Db } from '../platform/db/database.ts'

/** Returns one page of the demand, with the most wanted variants first. */
export async function listDemand(db: Db, query: DemandQuery): Promise<BackInStockDemand[]> {
  const { rows } = await sql<DemandRow>`
    select variants.id, products.id as "productId", products.name as "productName", option_values, sku,
      coalesce(variants.image, (select url from product_images
        where product_id = products.id order by position limit 1)) as image,
      coalesce(waiting.count, 0)::int as waiting, waiting.since, coalesce(notified, 0) as notified, notified_at
    ${demand(query)}
    order by waiting desc, waiting.since, variants.id
    limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`.execute(db)
  return rows.map(({ option_values, since, notified_at, ...row }) => ({
    ...row,
    variantTitle: variantTitle(option_values) || null,
    waitingSince: since?.toISOString() ?? null,
    notifiedAt: notified_at?.toISOString() ?? null,
  }))
}

type DemandRow = Pick<
  BackInStockDemand,
  'id' | 'productId' | 'productName' | 'sku' | 'image' | 'waiting' | 'notified'
> & {
  option_values: string[]
  since: Date | null
  notified_at: Date | null
}

export async function countDemand(db: Db, query: DemandQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${demand(query)}`.execute(db)
  return rows[0]?.count ?? 0
}

function demand({ search, productId }: DemandQuery): RawBuilder<unknown> {
  const pattern = `%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`
  return sql`
    from (
      select variant_id, count(*), min(requested_at) as since from back_in_stock_requests
      where confirmed_at is not null and notified_at is null group by variant_id
    ) as waiting
      full join back_in_stock_totals as totals using (variant_id)
      join variants on variants.id = variant_id
      join products on products.id = variants.product_id
    where (products.name ilike ${pattern} or ${hasCode(search ?? '')})
      and ${productId === undefined ? sql`true` : sql`products.id = ${productId}`}`
}
