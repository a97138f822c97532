import { sql } from 'kysely'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Db } from '../../server/platform/db/database.ts'
import { withConnection } from './connection.ts'
import { contentsOf, listTables, type Table } from './contents.ts'
import { END_OF_FILE, END_OF_ROWS, FORMAT, type Header, type Sequence } from './file.ts'

/**
 * Reads a whole database in one snapshot, while others write to it.
 * @param take receives the lines of the backup, and must read all of them
 */
export async function dumpDatabase<T>(
  url: string,
  take: (header: Header, lines: AsyncIterable<string | Buffer>) => Promise<T>,
): Promise<T> {
  return withConnection(url, (db, client) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (db) => {
        const header = await headerOf(db)
        return take(header, linesOf(header, client))
      }),
  )
}

async function headerOf(db: Db): Promise<Header> {
  const contents = new Map((await contentsOf(db)).map((one) => [one.table, one]))
  const tables = (await inOrderOfReferences(db, await listTables(db))).map((table) => {
    const one = contents.get(nameOf(table))
    if (!one) throw new Error(`No contents of ${nameOf(table)}`)
    return { ...table, ...one }
  })
  const migrations = await db.selectFrom('migrations').select('name').orderBy('name').execute()
  return {
    format: FORMAT,
    at: new Date().toISOString(),
    migrations: migrations.map(({ name }) => name),
    tables,
    sequences: await listSequences(db),
  }
}

async function* linesOf(header: Header, client: pg.Client): AsyncGenerator<string | Buffer> {
  yield `${JSON.stringify(header)}\n`
  for (const table of header.tables) {
    yield `${table.table}\n`
    yield* client.query(copyTo(copyStatement(table, 'to stdout')))
    yield END_OF_ROWS
  }
  yield END_OF_FILE
}

export function copyStatement(
  { schema, name, columns }: Table,
  direction: 'to stdout' | 'from stdin',
): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const names = columns.map((column) => quoted(column.name)).join(', ')
  return `copy ${quoted(schema)}.${quoted(name)} (${names}) ${direction}`
}

const nameOf = ({ schema, name }: Table) => `${schema}.${name}`

async function listSequences(db: Db): Promise<Sequence[]> {
  const { rows } = await sql<Sequence>`
    select schemaname as schema, sequencename as name, coalesce(last_value, start_value)::text as value,
      last_value is not null as "isUsed"
    from pg_sequences where schemaname in ('public', 'jobs') order by 1, 2`.execute(db)
  return rows
}

/** Sorts referenced tables first. */
async function inOrderOfReferences(db: Db, tables: Table[]): Promise<Table[]> {
  const { rows } = await sql<{ child: string; parent: string }>`
    select format('%s.%s', cn.nspname, c.relname) as child, format('%s.%s', pn.nspname, p.relname) as parent
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_namespace cn on cn.oid = c.relnamespace
    join pg_class p on p.oid = k.confrelid join pg_namespace pn on pn.oid = p.relnamespace
    where k.contype = 'f' and k.conrelid <> k.confrelid`.execute(db)
  const ordered: Table[] = []
  const waiting = new Map(tables.map((table) => [`${table.schema}.${table.name}`, table]))
  while (waiting.size > 0) {
    const free = [...waiting].filter(
      ([name]) => !rows.some(({ child, parent }) => child === name && waiting.has(parent)),
    )
    if (free.length === 0)
      throw new Error(`These tables reference each other: ${[...waiting.keys()].join(', ')}`)
    for (const [name, table] of free) {
      waiting.delete(name)
      ordered.push(table)
    }
  }
  return ordered
}
