import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

export type SitemapPart = { part: number; updatedAt: Date }
export type SitemapProduct = { id: number; slug: string | null; updatedAt: Date }

/** Returns parts of products by ID, so each product stays in its part, with the latest change of each part. */
export async function listSitemapParts(db: Db, partSize: number): Promise<SitemapPart[]> {
  const rows = await db
    .selectFrom('products')
    .select([
      sql<number>`((id - 1) / ${partSize}::int)::int`.as('part'),
      sql<Date>`max(updated_at)`.as('updatedAt'),
    ])
    .where('archived_at', 'is', null)
    .groupBy('part')
    .orderBy('part')
    .execute()
  return rows
}

export async function listSitemapProducts(db: Db, part: number, partSize: number): Promise<SitemapProduct[]> {
  return db
    .selectFrom('products')
    .select(['id', 'slug', 'updated_at as updatedAt'])
    .where('archived_at', 'is', null)
    .where('id', '>', part * partSize)
    .where('id', '<=', (part + 1) * partSize)
    .orderBy('id')
    .execute()
}
