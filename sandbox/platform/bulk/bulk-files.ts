import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
import { takeFault } from '../../faults.ts'
import { type Platform, service } from '../provider.ts'
import { findOperationByKey, readParts } from './bulk-operations.ts'

/** The files of bulk operations: who knows the address may read, no token is asked for. */
export function mountBulkFiles(app: FastifyInstance, { store, faults }: Platform) {
  app.get<{ Params: { name: string } }>('/bulk-files/:name', ({ params }, reply) => {
    const operation = findOperationByKey(store, params.name.replace(/\.jsonl$/, ''))
    if (!operation) throw refuse(404, 'There is no such file.')
    const size = operation.file_size ?? 0
    const parts = readParts(store, operation.id)
    const isCut = takeFault(faults, service, 'bulk-cut') !== null
    return reply
      .type('application/jsonl')
      .header('content-length', size)
      .header('content-disposition', `attachment; filename="bulk-${operation.id}.jsonl"`)
      .send(Readable.from(isCut ? cutOff(parts, size / 2) : parts))
  })
}

/** So many bytes, then an error, at which the connection breaks. */
function* cutOff(parts: Iterable<string>, bytes: number): Generator<Buffer> {
  let left = Math.floor(bytes)
  for (const part of parts) {
    const piece = Buffer.from(part).subarray(0, left)
    left -= piece.length
    yield piece
    if (left === 0) throw new Error('The switch bulk-cut breaks the file off')
  }
}
