import { mkdirSync } from 'node:fs'
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
  mkdirSync(dataDir, { recursive: true })
  return join(dataDir, 'sandbox.sqlite')
}
