import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { httpError } from '../../errors.ts'
import { takeFault } from '../../faults.ts'
import type { Store } from '../../store.ts'
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
  const row = store.prepare('select * from platform_bulk where id = ?').get(id)
  return (row as unknown as BulkOperation | undefined) ?? null
}

export function isUnfinished({ status }: BulkOperation): boolean {
  return status === 'CREATED' || status === 'RUNNING'
}

/** Starts a bulk operation, or restarts one that a restart of the sandbox has interrupted. */
export function begin(store: Store, id: number) {
  store.prepare('delete from platform_bulk_lines where operation = ?').run(id)
  setStatus(store, id, 'RUNNING')
}

export function saveLines(store: Store, id: number, part: number, lines: readonly string[]) {
  store
    .prepare('insert into platform_bulk_lines (operation, part, lines) values (?, ?, ?)')
    .run(id, part, lines.map((line) => `${line}\n`).join(''))
}

export function setStatus(store: Store, id: number, status: BulkOperation['status']) {
  const errorCode = status === 'FAILED' ? 'INTERNAL_SERVER_ERROR' : null
  store.prepare('update platform_bulk set status = ?, error_code = ? where id = ?').run(status, errorCode, id)
}

export function createOperation(store: Store, query: string): BulkOperation {
  // Only the newest file is kept.
  store.exec('delete from platform_bulk_lines')
  return store
    .prepare(
      `insert into platform_bulk (query, status, created_at, key) values (?, 'CREATED', unixepoch(), ?)
       returning *`,
    )
    .get(query, randomUUID()) as unknown as BulkOperation
}

/** Newest first. */
export function listOperations(store: Store): BulkOperation[] {
  const rows = store.prepare('select * from platform_bulk order by id desc limit 250').all()
  return rows as unknown as BulkOperation[]
}

export function fileSize(store: Store, id: number): number {
  const row = store
    .prepare(
      'select coalesce(sum(length(cast(lines as blob))), 0) as size from platform_bulk_lines where operation = ?',
    )
    .get(id)
  return (row as { size: number }).size
}

/** Reads the file in parts, so a large one is never fully in memory. */
function* readParts(store: Store, id: number): Generator<string> {
  const find = store.prepare('select lines from platform_bulk_lines where operation = ? and part = ?')
  for (let part = 0; ; part++) {
    const row = find.get(id, part) as { lines: string } | undefined
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
