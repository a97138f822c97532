import { sql } from 'kysely'
import { SettingsError } from '../../server/config.ts'
import { type Db, inTransaction } from '../../server/platform/db/database.ts'
import { withoutQueryTimeout } from '../../server/platform/db/pool.ts'

/** A table with rows that belongs to the shop (public) or to its job queue (jobs). */
export type Table = { schema: string; name: string; columns: Column[] }
/** `type` is in SQL notation. Generated columns are omitted, because the database computes them. */
type Column = { name: string; type: string }

export type TableContents = { table: string; rows: number; checksum: string }

/** Returns the contents of every table: rows, and a checksum independent of row and column order. */
export async function contentsOf(db: Db): Promise<TableContents[]> {
  return inTransaction(db, async (db) => {
    await sql`set local time zone 'UTC'`.execute(db)
    await sql`set local statement_timeout = 0`.execute(db)
    const contents: TableContents[] = []
    for (const table of await listTables(db))
      contents.push(await withoutQueryTimeout(() => contentsOfTable(db, table)))
    return contents
  })
}

/** Returns the names of tables that differ between two databases. */
export function differences(one: TableContents[], other: TableContents[]): string[] {
  const line = ({ table, rows, checksum }: TableContents) => `${table} ${rows} ${checksum}`
  const lines = new Set(other.map(line))
  const missing = other.filter(({ table }) => !one.some((own) => own.table === table))
  return [...one.filter((own) => !lines.has(line(own))), ...missing].map(({ table }) => table)
}

export function summaryOf(contents: TableContents[]): string {
  const rows = contents.reduce((sum, table) => sum + table.rows, 0)
  return `${contents.length} tables, ${rows} rows`
}

/** Contain transaction IDs, which are meaningless on another server (db/migrations/0001_platform.sql). */
const OF_ONE_SERVER = ['page_changes', 'cdn_purges']

export async function listTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select n.nspname as schema, c.relname as name, json_agg(
      json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attname
    ) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and n.nspname in ('public', 'jobs') and c.relname <> all (${OF_ONE_SERVER}::text[])
    group by n.nspname, c.relname
    order by n.nspname, c.relname`.execute(db)
  return rows
}

/** @throws SettingsError if the database at DATABASE_URL has tables */
export async function needEmpty(db: Db) {
  if ((await listTables(db)).length > 0)
    throw new SettingsError(
      'DATABASE_URL: the database is not empty. Create a new one and set DATABASE_URL to it',
    )
}

async function contentsOfTable(db: Db, { schema, name, columns }: Table): Promise<TableContents> {
  const row = sql`row(${sql.join(columns.map((column) => sql.ref(column.name)))})::text`
  const { rows } = await sql<{ rows: number; checksum: string }>`
    select count(*)::int as rows,
      coalesce(md5(string_agg(md5(${row}), '' order by md5(${row}) collate "C")), '') as checksum
    from ${sql.table(`${schema}.${name}`)}`.execute(db)
  return { table: `${schema}.${name}`, ...(rows[0] ?? { rows: 0, checksum: '' }) }
}
