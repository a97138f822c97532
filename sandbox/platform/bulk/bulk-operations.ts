import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { httpError } from '../../errors.ts'
import { takeFault } from '../../faults.ts'
import { findRow, insertRow, listRows, run, type Store } from '../../store.ts'
import { type Platform, service } from '../provider.ts'

/** The kind of scheduled work (scheduler.ts). */
export const bulkWork = 'platform-bulk'

export interface BulkOperation {
  id: number
  query: string
  status: 'CREATED' | 'RUNNING' | 'COMPLETED' | 'FAILED'
  error_code: string | null
  created_at: number
  /** The secret part of the file's URL. */
  key: string
}

export const bulkTables = `
  create table if not exists platform_bulk (
    id integer primary key autoincrement,
    query text not null,
    status text not null,
    error_code text,
    created_at integer not null,
    key text not null unique
  ) strict;
  create table if not exists platform_bulk_lines (
    operation integer not null,
    part integer not null,
    lines text not null,
    primary key (operation, part)
  ) strict;
`

/** The files of bulk operations, which need no token, because their URLs are secret. */
export function mountBulkFiles(app: FastifyInstance, { store, faults }: Platform) {
  app.get<{ Params: { name: string } }>('/bulk-files/:name', ({ params }, reply) => {
    const key = params.name.replace(/\.jsonl$/, '')
    const operation = listOperations(store).find((one) => one.key === key)
    if (!operation) throw httpError(404, 'There is no such file.')
    const size = fileSize(store, operation.id)
    const parts = readParts(store, operation.id)
    const isCut = takeFault(faults, service, 'bulk-cut') !== null
    return reply
      .type('application/jsonl')
      .header('content-length', size)
      .send(Readable.from(isCut ? cutOff(parts, size / 2) : parts))
  })
}

export function findOperation(store: Store, id: number): BulkOperation | null {
  return findRow<BulkOperation>(store, 'select * from platform_bulk where id = ?', id)
}

export function isUnfinished({ status }: BulkOperation): boolean {
  return status === 'CREATED' || status === 'RUNNING'
}

/** Starts a bulk operation, or restarts one that a restart of the sandbox has interrupted. */
export function begin(store: Store, id: number) {
  run(store, 'delete from platform_bulk_lines where operation = ?', id)
  setStatus(store, id, 'RUNNING')
}

export function saveLines(store: Store, operation: number, part: number, lines: readonly string[]) {
  const text = lines.map((line) => `${line}\n`).join('')
  insertRow(store, 'platform_bulk_lines', { operation, part, lines: text })
}

export function setStatus(store: Store, id: number, status: BulkOperation['status']) {
  const errorCode = status === 'FAILED' ? 'INTERNAL_SERVER_ERROR' : null
  run(store, 'update platform_bulk set status = ?, error_code = ? where id = ?', status, errorCode, id)
}

export function createOperation(store: Store, query: string): BulkOperation {
  // Only the newest file is kept.
  store.exec('delete from platform_bulk_lines')
  const row = { query, status: 'CREATED', created_at: Math.floor(Date.now() / 1000), key: randomUUID() }
  return insertRow<BulkOperation>(store, 'platform_bulk', row) as BulkOperation
}

/** Newest first. */
export function listOperations(store: Store): BulkOperation[] {
  return listRows<BulkOperation>(store, 'select * from platform_bulk order by id desc limit 250')
}

export function fileSize(store: Store, id: number): number {
  const sql = 'select sum(length(cast(lines as blob))) as size from platform_bulk_lines where operation = ?'
  return findRow<{ size: number | null }>(store, sql, id)?.size ?? 0
}

/** Reads the file in parts, so a large one is never fully in memory. */
function* readParts(store: Store, id: number): Generator<string> {
  const sql = 'select lines from platform_bulk_lines where operation = ? and part = ?'
  for (let part = 0; ; part++) {
    const row = findRow<{ lines: string }>(store, sql, id, part)
    if (!row) return
    yield row.lines
  }
}

/** Yields the given number of bytes, then throws, which breaks the connection. */
function* cutOff(parts: Iterable<string>, bytes: number): Generator<Buffer> {
  let left = Math.floor(bytes)
  for (const part of parts) {
    const piece = Buffer.from(part).subarray(0, left)
    left -= piece.length
    yield piece
    if (left === 0) throw new Error('The fault bulk-cut truncates the file')
  }
}
