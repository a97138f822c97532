import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type Store = DatabaseSync

/** Opens the sandbox's own database; `tables` are `create table if not exists` statements, run at every open. */
export function openStore(dataDir: string | null, tables: readonly string[]): Store {
  const store = new DatabaseSync(placeOf(dataDir), { timeout: 5000 })
  store.exec('pragma journal_mode = wal; pragma synchronous = normal')
  for (const sql of tables) store.exec(sql)
  return store
}

function placeOf(dataDir: string | null): string {
  if (dataDir === null) return ':memory:'
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'sandbox.sqlite')
  // SQLite gives its journal the same mode.
  if (existsSync(file)) chmodSync(file, 0o600)
  return file
}
