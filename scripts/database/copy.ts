import { type RawBuilder, sql } from 'kysely'
import { type Db, inTransaction } from '../../server/platform/db/database.ts'
import { contentsOf, differences, listTables, type Table, type TableContents } from './contents.ts'

const ROWS_AT_ONCE = 500
/** Rows per batch for a table with pictures, each up to 10 MB. */
const PICTURES_AT_ONCE = 4

/**
 * Copies all rows of `from` to `to`, which has the same tables, in one transaction. Compares table by table before the
 * commit.
 * @throws Error naming the tables that differ
 */
export async function copyDatabase(from: Db, to: Db): Promise<TableContents[]> {
  return inTransaction(from, async (from) =>
    inTransaction(to, async (to) => {
      const tables = await inOrderOfReferences(from, await listTables(from))
      const names = sql.join(tables.map(tableOf))
      await sql`truncate ${names} cascade`.execute(to)
      // Rows that triggers write are copied as well, and must not be written twice.
      await setTriggers(to, tables, 'disable')
      for (const table of tables) await copyTable(from, to, table)
      // The job queue's constraints are deferred, and a table with pending constraints can't be altered.
      await sql`set constraints all immediate`.execute(to)
      await setTriggers(to, tables, 'enable')
      await copySequences(from, to)
      const contents = await contentsOf(from)
      const broken = differences(contents, await contentsOf(to))
      if (broken.length > 0) throw new Error(`Differs after copying: ${broken.join(', ')}`)
      return contents
    }),
  )
}

/** Copies values in PostgreSQL's text format, so nothing is rounded. */
async function copyTable(from: Db, to: Db, table: Table) {
  const { columns } = table
  const names = columns.map(({ name }) => sql.ref(name))
  const atOnce = columns.some(({ type }) => type === 'bytea') ? PICTURES_AT_ONCE : ROWS_AT_ONCE
  const texts = columns.map(({ name }, index) => sql`${sql.ref(name)}::text as ${sql.ref(`c${index}`)}`)
  await sql`declare rows cursor for select ${sql.join(texts)} from ${tableOf(table)}`.execute(from)
  for (;;) {
    const { rows } = await sql<Record<string, string | null>>`fetch ${sql.lit(atOnce)} from rows`.execute(
      from,
    )
    if (rows.length === 0) break
    const aliases = columns.map((_, index) => sql.ref(`c${index}`))
    const arrays = columns.map((_, index) => sql`${rows.map((row) => row[`c${index}`])}::text[]`)
    const values = columns.map(({ type }, index) => sql`${aliases[index]}::${sql.raw(type)}`)
    await sql`insert into ${tableOf(table)} (${sql.join(names)}) overriding system value
      select ${sql.join(values)} from unnest(${sql.join(arrays)}) as given(${sql.join(aliases)})`.execute(to)
  }
  await sql`close rows`.execute(from)
}

async function setTriggers(to: Db, tables: Table[], how: 'disable' | 'enable') {
  for (const table of tables)
    await sql`alter table ${tableOf(table)} ${sql.raw(how)} trigger user`.execute(to)
}

async function copySequences(from: Db, to: Db) {
  const { rows } = await sql<{ schema: string; name: string; first: number; last: number | null }>`
    select schemaname as schema, sequencename as name, start_value as first, last_value as last
    from pg_sequences where schemaname in ('public', 'jobs')`.execute(from)
  for (const { schema, name, first, last } of rows) {
    const sequence = sql`format('%I.%I', ${schema}::text, ${name}::text)::regclass`
    await sql`select setval(${sequence}, ${last ?? first}::bigint, ${last !== null})`.execute(to)
  }
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

const tableOf = ({ schema, name }: Table): RawBuilder<unknown> => sql`${sql.table(`${schema}.${name}`)}`
