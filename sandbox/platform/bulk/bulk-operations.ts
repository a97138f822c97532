import { randomUUID } from 'node:crypto'
import type { Store } from '../../store.ts'

/** The kind of planned work, see work.ts. */
export const bulkWork = 'platform-bulk'

export interface BulkOperation {
  id: number
  query: string
  /** 1: what belongs to an object follows it at once. */
  group_objects: number
  status: 'CREATED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELING' | 'CANCELED'
  error_code: string | null
  created_at: number
  completed_at: number | null
  object_count: number
  root_object_count: number
  file_size: number | null
  /** The secret part of the file's address. */
  key: string
}

export const bulkTables = `
  create table if not exists platform_bulk_operations (
    id integer primary key autoincrement,
    query text not null,
    group_objects integer not null,
    status text not null,
    error_code text,
    created_at integer not null,
    completed_at integer,
    object_count integer not null default 0,
    root_object_count integer not null default 0,
    file_size integer,
    key text not null unique
  ) strict;
  create table if not exists platform_bulk_parts (
    operation integer not null,
    part integer not null,
    lines text not null,
    primary key (operation, part)
  ) strict;
`

export function createOperation(store: Store, query: string, groupObjects: boolean): BulkOperation {
  // Only the newest file is kept: nobody asks for one that was followed by another.
  store.exec('delete from platform_bulk_parts')
  const row = store
    .prepare(
      `insert into platform_bulk_operations (query, group_objects, status, created_at, key)
       values (?, ?, 'CREATED', unixepoch(), ?) returning *`,
    )
    .get(query, groupObjects ? 1 : 0, randomUUID())
  return row as unknown as BulkOperation
}

export function findOperation(store: Store, id: number): BulkOperation | null {
  const row = store.prepare('select * from platform_bulk_operations where id = ?').get(id)
  return (row as unknown as BulkOperation | undefined) ?? null
}

export function findOperationByKey(store: Store, key: string): BulkOperation | null {
  const row = store.prepare('select * from platform_bulk_operations where key = ?').get(key)
  return (row as unknown as BulkOperation | undefined) ?? null
}

/** Newest first. */
export function listOperations(store: Store): BulkOperation[] {
  const rows = store.prepare('select * from platform_bulk_operations order by id desc limit 250').all()
  return rows as unknown as BulkOperation[]
}

export function newestOperation(store: Store): BulkOperation | null {
  const row = store.prepare('select * from platform_bulk_operations order by id desc limit 1').get()
  return (row as unknown as BulkOperation | undefined) ?? null
}

export function isUnfinished({ status }: BulkOperation): boolean {
  return status === 'CREATED' || status === 'RUNNING' || status === 'CANCELING'
}

/** Begins anew, also what a restart of the sandbox interrupted. */
export function begin(store: Store, id: number) {
  store.prepare('delete from platform_bulk_parts where operation = ?').run(id)
  store
    .prepare(
      `update platform_bulk_operations
       set status = 'RUNNING', object_count = 0, root_object_count = 0, file_size = 0
       where id = ? and status <> 'CANCELING'`,
    )
    .run(id)
}

/** Keeps some lines, each with its line break, and counts them. */
export function keepLines(store: Store, id: number, part: number, lines: string[], roots: number) {
  const text = lines.join('')
  store
    .prepare('insert into platform_bulk_parts (operation, part, lines) values (?, ?, ?)')
    .run(id, part, text)
  store
    .prepare(
      `update platform_bulk_operations
       set object_count = object_count + ?, root_object_count = root_object_count + ?, file_size = file_size + ?
       where id = ?`,
    )
    .run(lines.length, roots, Buffer.byteLength(text), id)
}

export function finish(
  store: Store,
  id: number,
  status: BulkOperation['status'],
  errorCode: string | null = null,
) {
  store
    .prepare(
      'update platform_bulk_operations set status = ?, error_code = ?, completed_at = unixepoch() where id = ?',
    )
    .run(status, errorCode, id)
}

export function setStatus(store: Store, id: number, status: BulkOperation['status']) {
  store.prepare('update platform_bulk_operations set status = ? where id = ?').run(status, id)
}

/** One part after the other, so that a large file never is in memory as a whole. */
export function* readParts(store: Store, id: number): Generator<string> {
  const find = store.prepare('select lines from platform_bulk_parts where operation = ? and part = ?')
  for (let part = 0; ; part++) {
    const row = find.get(id, part) as { lines: string } | undefined
    if (!row) return
    yield row.lines
  }
}
