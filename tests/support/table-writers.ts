import { join } from 'node:path'
import { PostgresQueryCompiler } from 'kysely'
import { TABLE_OWNERS } from './table-owners.ts'

const SERVER = join(import.meta.dirname, '../../server/')
const PACKAGES = join(import.meta.dirname, '../../node_modules/')
const WRITES =
  /\b(?:insert\s+into|merge\s+into|delete\s+from|truncate(?:\s+table)?|(?<!\b(?:for|key|do)\s+)update)\s+(?:only\s+)?([\w".]+)/gi
/** Tests and migrations may write to every table. */
const NOT_SHOP = /\.test\.ts$|\/fixtures\.ts$|\/platform\/db\/migrate\.ts$/

const { compileQuery } = PostgresQueryCompiler.prototype
const owners: Record<string, string[]> = TABLE_OWNERS
/**
 * Reading a stack costs more than a statement, so only the first uses of each text are checked. Two slices can issue the
 * same text.
 */
const STACKS_PER_TEXT = 5
/** The tables that a statement writes, and its number of uses, by text. */
const statements = new Map<string, { tables: string[]; uses: number }>()
const strangers = new Set<string>()

/**
 * Records which folder of server/ issues each writing statement, including raw SQL. Kysely compiles a query while its
 * caller is still on the stack.
 */
export function watchTableWriters() {
  PostgresQueryCompiler.prototype.compileQuery = function (...args) {
    const query = compileQuery.apply(this, args)
    let statement = statements.get(query.sql)
    if (!statement) {
      statement = { tables: tablesWrittenBy(query.sql), uses: 0 }
      statements.set(query.sql, statement)
    }
    statement.uses += 1
    if (statement.tables.length > 0 && statement.uses <= STACKS_PER_TEXT) check(statement.tables)
    return query
  }
}

/** @throws Error naming each table that a folder other than its owner has written since the last call */
export function expectOwnersToWrite() {
  if (strangers.size === 0) return
  const found = [...strangers].join('\n')
  strangers.clear()
  throw new Error(
    `Tables written by a slice that doesn't own them (tests/support/table-owners.ts):\n${found}`,
  )
}

function tablesWrittenBy(sql: string): string[] {
  const names = [...sql.replaceAll(/'[^']*'/g, "''").matchAll(WRITES)].map(([, name = '']) =>
    name.replaceAll('"', '').replace(/^public\./, ''),
  )
  // The queue's schema, which the queue's package writes.
  return [...new Set(names)].filter((name) => !name.startsWith('jobs.'))
}

function check(tables: string[]) {
  const writer = callingFile()
  if (!writer) return
  const folder = writer.split('/')[0] ?? ''
  for (const table of tables) {
    if (owners[table]?.includes(folder)) continue
    strangers.add(
      `${table}, of ${owners[table]?.join(' and ') ?? 'no slice'}, is written by server/${writer}`,
    )
  }
}

/** Returns the file under server/ that issues the statement, or null if a test or a script does. */
function callingFile(): string | null {
  const { prepareStackTrace, stackTraceLimit } = Error
  Error.stackTraceLimit = 30
  Error.prepareStackTrace = (_error, sites) => sites
  const sites = new Error().stack as unknown as NodeJS.CallSite[]
  Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  for (const site of sites) {
    const file = site.getFileName()?.replace('file://', '')
    if (!file || file === import.meta.filename || file.startsWith(PACKAGES) || file.startsWith('node:'))
      continue
    const isShop = file.startsWith(SERVER) && !NOT_SHOP.test(file)
    return isShop ? file.slice(SERVER.length) : null
  }
  return null
}
