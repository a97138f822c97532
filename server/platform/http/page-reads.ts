import type { IncomingHttpHeaders } from 'node:http'
import { Counter, type Metric } from 'prom-client'
import { ShopError } from '../../errors.ts'
import type { Db } from '../db/database.ts'
import type { Replica } from '../db/replica.ts'
import { hasJustWritten } from './read-your-writes.ts'

/**
 * Reads what pages show and what the response cache may store. Uses the replica if it has all changes that this node
 * knows of, but never for a client that has just written.
 */
export type PageReads = <T>(
  request: { headers: IncomingHttpHeaders },
  read: (db: Db) => Promise<T>,
) => Promise<T>

export function openPageReads(db: Db, replica: Replica | null): { reads: PageReads; measures: Metric[] } {
  if (replica === null) return { reads: (_asked, read) => read(db), measures: [] }
  const counted = new Counter({
    name: 'plinth_page_reads_total',
    help: 'Reads of pages by source: replica, database',
    labelNames: ['from'],
    registers: [],
  })
  const reads: PageReads = async (request, read) => {
    if (replica.hasAll() && !hasJustWritten(request.headers)) {
      try {
        const response = await read(replica.db)
        counted.inc({ from: 'replica' })
        return response
      } catch (error) {
        // A ShopError would be the same on the primary.
        if (error instanceof ShopError) throw error
        replica.leave(error)
      }
    }
    counted.inc({ from: 'database' })
    return read(db)
  }
  return { reads, measures: [counted] }
}
