import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { seedCatalog } from '../../scripts/seed-catalog.ts'
import type { Db, Tables } from '../../server/platform/db/database.ts'
import type { TestShop } from '../support/shop.ts'

export type Plans = {
  /** Query plans for all statements of `work`: lines such as 'Index Scan using … on products'. */
  scansOf(work: (db: Db) => Promise<unknown>): Promise<string>
  /** The number of blocks that PostgreSQL reads for `work`, independent of the machine's load. */
  blocksOf(work: (db: Db) => Promise<unknown>): Promise<number>
  close(): Promise<void>
}

/** Records the statements sent to a database, and returns their plans. */
export function openPlans(databaseUrl: string): Plans {
  const captured: CompiledQuery[] = []
  const dialect = new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, max: 1 }) })
  const db = new Kysely<Tables>({ dialect, log: ({ query }) => void captured.push(query) })
  return {
    async scansOf(work) {
      captured.length = 0
      await work(db)
      const scans: string[] = []
      for (const { sql: text, parameters } of [...captured]) {
        const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(
          CompiledQuery.raw(`explain ${text}`, [...parameters]),
        )
        for (const row of rows) scans.push(...(/\w[\w ]* Scan .*?(?= {2})/.exec(row['QUERY PLAN']) ?? []))
      }
      return scans.join('\n')
    },
    async blocksOf(work) {
      captured.length = 0
      await work(db)
      let blocks = 0
      for (const { sql: text, parameters } of [...captured]) {
        const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
          CompiledQuery.raw(`explain (analyze, buffers, timing off, format json) ${text}`, [...parameters]),
        )
        const plan = rows[0]?.['QUERY PLAN'][0].Plan
        blocks += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
      }
      return blocks
    },
    close: () => db.destroy(),
  }
}

/** Fills a shop and updates the statistics, which autovacuum would do a moment later anyway. */
export async function fillUpTo(db: Db, products: number) {
  await seedCatalog(db, products)
  await sql`checkpoint`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

/** Returns the IDs on all pages of a list, in order. */
export async function visitAll(shop: TestShop, query: Record<string, string>): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ; page++) {
    const found = await idsOn(shop, query, page)
    if (found.length === 0) return ids
    ids.push(...found)
  }
}

export async function idsOn(shop: TestShop, query: Record<string, string>, page: number): Promise<number[]> {
  const parameters = new URLSearchParams({ ...query, page: String(page), pageSize: '100' })
  const response = await shop.visitor().send({ url: `/api/products?${parameters}` })
  return (response.json() as { id: number }[]).map(({ id }) => id)
}

/** Returns the ten thousand products that a search for a common word ranks. */
export async function newestWith(db: Db, word: string): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from products join product_search on product_id = id
    where document @@ to_tsquery('english', ${word}) and archived_at is null
    order by is_featured desc, created_at desc, id desc limit 10000`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
