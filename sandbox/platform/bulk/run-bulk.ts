import { setImmediate } from 'node:timers/promises'
import { takeFault, waitOut } from '../../faults.ts'
import { inTransaction } from '../../transaction.ts'
import type { Worker } from '../../work.ts'
import { type Platform, service } from '../provider.ts'
import {
  type BulkOperation,
  begin,
  findOperation,
  finish,
  isUnfinished,
  keepLines,
} from './bulk-operations.ts'

/** Even a small operation runs for a moment, so that everybody meets one that is not done yet. */
const shortest = 300

/** Writes the file of a bulk operation, page by page, while everything else goes on. */
export function runningBulk(platform: Platform): Worker {
  return async (subject) => {
    const operation = findOperation(platform.store, Number(subject))
    if (operation && isUnfinished(operation)) await runOrFail(platform, operation)
    // The sandbox stops: the work stays planned, and is done anew after the restart.
    return platform.stopping.aborted ? 0 : null
  }
}

/** A query that stumbles over what it finds fails; everything else is a mistake of the sandbox. */
async function runOrFail(platform: Platform, operation: BulkOperation) {
  try {
    await run(platform, operation)
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'GraphQLError') throw error
    finish(platform.store, operation.id, 'FAILED', 'INTERNAL_SERVER_ERROR')
  }
}

async function run(platform: Platform, { id, query, group_objects: grouped }: BulkOperation) {
  const { store, faults, stopping } = platform
  begin(store, id)
  const slow = takeFault(faults, service, 'bulk-slow')
  await waitUnlessCanceled(platform, id, slow?.delayMs ?? shortest)
  const fails = takeFault(faults, service, 'bulk-fails') !== null

  const { readBulkQuery } = await import('./bulk-query.ts')
  const { bulkPages } = await import('./bulk-lines.ts')
  const bulkQuery = readBulkQuery(query)
  if ('message' in bulkQuery) return finish(store, id, 'FAILED', 'INTERNAL_SERVER_ERROR')
  let part = 0
  for await (const { lines, roots } of bulkPages(platform, bulkQuery, grouped === 1)) {
    if (stopping.aborted) return
    if (findOperation(store, id)?.status === 'CANCELING') return finish(store, id, 'CANCELED')
    const number = part++
    inTransaction(store, () => keepLines(store, id, number, lines, roots))
    if (fails) return finish(store, id, 'FAILED', 'INTERNAL_SERVER_ERROR')
    await setImmediate()
  }
  finish(store, id, 'COMPLETED')
}

async function waitUnlessCanceled({ store, stopping }: Platform, id: number, delayMs: number) {
  const end = Date.now() + delayMs
  for (let left = delayMs; left > 0 && !stopping.aborted; left = end - Date.now()) {
    if (findOperation(store, id)?.status === 'CANCELING') return
    await waitOut({ delayMs: Math.min(left, 50) }, stopping)
  }
}
