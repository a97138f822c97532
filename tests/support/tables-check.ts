import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from '../../server/platform/db/database.ts'

/** The TypeScript types that a column of each PostgreSQL type may have in tables.ts. */
const TYPES: Record<string, string[]> = {
  integer: ['number'],
  bigint: ['number'],
  smallint: ['number'],
  text: ['string'],
  boolean: ['boolean'],
  numeric: ['string'],
  jsonb: ['unknown'],
  uuid: ['string'],
  xid8: ['string'],
  bytea: ['Uint8Array'],
  'timestamp with time zone': ['Date'],
  ARRAY: ['string[]', 'number[]'],
  tsvector: ['unknown'],
}

type Column = {
  table_name: string
  column_name: string
  data_type: string
  nullable: boolean
  generated: boolean
}

/** Lists differences between tables.ts and the migrated database: missing or extra columns, types, nulls, defaults. */
export async function tableProblems(db: Db): Promise<string[]> {
  const declared = readDeclared()
  const { rows } = await sql<Column>`
    select table_name, column_name, data_type, is_nullable = 'YES' as nullable,
      (column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS') as generated
    from information_schema.columns where table_schema = 'public' order by 1, 2`.execute(db)
  const problems: string[] = []
  for (const column of rows) {
    const key = `${column.table_name}.${column.column_name}`
    const type = declared.get(key)
    declared.delete(key)
    const expected = TYPES[column.data_type]?.map((name) => typeFor(name, column)) ?? []
    if (!type || !expected.includes(type))
      problems.push(`${key}: ${column.data_type} needs ${expected.join(' or ')}, is ${type}`)
  }
  return [...problems, ...[...declared.keys()].map((key) => `${key}: not in the database`)]
}

function typeFor(name: string, { nullable, generated }: Column): string {
  const type = nullable && name !== 'unknown' ? `${name} | null` : name
  return generated ? `Generated<${type}>` : type
}

/** Returns the types declared in tables.ts: 'products.price_cents' -> 'number'. */
function readDeclared(): Map<string, string> {
  const text = readFileSync(new URL('../../server/platform/db/tables.ts', import.meta.url), 'utf8')
  const declared = new Map<string, string>()
  for (const [, table, body] of text.matchAll(/^ {2}(\w+): \{([^}]*)\}/gm)) {
    for (const [, column, type] of (body ?? '').matchAll(/(\w+): ([^;\n]+)/g)) {
      declared.set(`${table}.${column}`, (type ?? '').trim())
    }
  }
  return declared
}
