import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

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

export const settingTables = `
  create table if not exists settings (
    service text primary key,
    settings text not null
  ) strict;
`

/** Returns a service's settings: the defaults, overridden by changes made through the sandbox's API. */
export function readSettings<T extends object>(store: Store, service: string, defaults: T): T {
  const row = store.prepare('select settings from settings where service = ?').get(service)
  return row
    ? { ...defaults, ...(JSON.parse((row as { settings: string }).settings) as Partial<T>) }
    : defaults
}

export function saveSettings(store: Store, service: string, settings: object) {
  store
    .prepare('insert or replace into settings (service, settings) values (?, ?)')
    .run(service, JSON.stringify(settings))
}

function placeOf(dataDir: string | null): string {
  if (dataDir === null) return ':memory:'
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'sandbox.sqlite')
  // SQLite gives its journal the same file mode.
  if (existsSync(file)) chmodSync(file, 0o600)
  return file
}
