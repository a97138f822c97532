import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

export type Store = DatabaseSync

/** Opens the sandbox's database. `tables` are `create table if not exists` statements, run at every start. */
export function openStore(dataDir: string | null, tables: readonly string[]): Store {
  const store = new DatabaseSync(placeOf(dataDir), { timeout: 5000 })
  store.exec('pragma journal_mode = wal; pragma synchronous = normal')
  for (const sql of tables) store.exec(sql)
  return store
}

/** Runs `run` in a transaction. It must not be asynchronous, because the store has only one connection. */
export function inTransaction<T>(store: Store, run: () => T): T {
  store.exec('begin immediate')
  try {
    const result = run()
    store.exec('commit')
    return result
  } catch (error) {
    store.exec('rollback')
    throw error
  }
}

/** Returns the first row, or null. */
export function findRow<Row>(store: Store, sql: string, ...values: SQLInputValue[]): Row | null {
  return (store.prepare(sql).get(...values) as Row | undefined) ?? null
}

export function listRows<Row>(store: Store, sql: string, ...values: SQLInputValue[]): Row[] {
  return store.prepare(sql).all(...values) as Row[]
}

export function countRows(store: Store, condition: string, ...values: SQLInputValue[]): number {
  return (
    findRow<{ count: number }>(store, `select count(*) as count from ${condition}`, ...values)?.count ?? 0
  )
}

export function run(store: Store, sql: string, ...values: SQLInputValue[]) {
  store.prepare(sql).run(...values)
}

/** Inserts a row and returns it, or null if it is ignored because of a conflict. */
export function insertRow<Row>(
  store: Store,
  table: string,
  row: Record<string, SQLInputValue>,
  onConflict: 'or abort' | 'or ignore' | 'or replace' = 'or abort',
): Row | null {
  const names = Object.keys(row)
  const marks = names.map(() => '?')
  const sql = `insert ${onConflict} into ${table} (${names.join()}) values (${marks.join()}) returning *`
  return findRow<Row>(store, sql, ...Object.values(row))
}

export const settingTables = `
  create table if not exists settings (
    service text primary key,
    settings text not null
  ) strict;
`

/** Returns a service's settings: the defaults, overridden by changes made through the sandbox's API. */
export function readSettings<T extends object>(store: Store, service: string, defaults: T): T {
  const row = findRow<{ settings: string }>(store, 'select settings from settings where service = ?', service)
  return row ? { ...defaults, ...(JSON.parse(row.settings) as Partial<T>) } : defaults
}

export function saveSettings(store: Store, service: string, settings: object) {
  insertRow(store, 'settings', { service, settings: JSON.stringify(settings) }, 'or replace')
}

function placeOf(dataDir: string | null): string {
  if (dataDir === null) return ':memory:'
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'sandbox.sqlite')
  // SQLite gives its journal the same file mode.
  if (existsSync(file)) chmodSync(file, 0o600)
  return file
}
