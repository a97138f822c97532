import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, type Metric } from 'prom-client'
import { ShopError } from '../../errors.ts'
import type { Db } from '../db/database.ts'
import { type KeptReads, keepReads } from '../db/kept-reads.ts'
import type { Changes } from '../db/listen.ts'
import type { Replica } from '../db/replica.ts'
import type { SharedReads } from '../db/shared-reads.ts'

const COOKIE = 'fresh'
/** Longer than any node takes to learn of a change. */
const SECONDS = 5

declare module 'fastify' {
  interface FastifyInstance {
    /** Resolves once this node knows of every change made before the call. */
    catchUp(): Promise<void>
    keptReadsSince(version: number): KeptReads
  }
  interface FastifyRequest {
    /** Version of what pages show when the request arrived. */
    versionBefore: number
  }
}

/**
 * Ensures that clients read their own writes: this node learns of the change before the client gets the response, and a
 * cookie keeps other nodes, which learn of it a moment later, from serving cached responses to this browser for a
 * while.
 */
export function enforceReadYourWrites(app: FastifyInstance, changes: Changes, isHttps: boolean) {
  app.decorate('catchUp', () => changes.catchUp())
  app.decorate('keptReadsSince', keepReads(changes))
  app.decorateRequest('versionBefore', 0)
  app.addHook('onRequest', (request, _reply, done) => {
    request.versionBefore = changes.version()
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!mayHaveWritten(request)) return done(null, payload)
    changes.catchUp().then(() => {
      if (changes.version() !== request.versionBefore) {
        reply.setCookie(COOKIE, '1', {
          path: '/',
          httpOnly: true,
          sameSite: 'lax',
          secure: isHttps,
          maxAge: SECONDS,
        })
      }
      done(null, payload)
    }, done)
  })
}

/** Sent with the requests for a page's parts, so they are as current as the page. */
export const WRITERS_COOKIE = `${COOKIE}=1`

export function hasJustWritten({ cookie }: IncomingHttpHeaders): boolean {
  return cookie !== undefined && /(?:^|;\s*)fresh=1/.test(cookie)
}

/** Returns what a request shares with others, or null for a client that must see the change it has just made. */
export function keptReadsFor({ headers, versionBefore, server }: FastifyRequest): KeptReads | null {
  return hasJustWritten(headers) ? null : server.keptReadsSince(versionBefore)
}

/** An admin's GET may also write: the sync does (spec section 7). */
function mayHaveWritten(request: FastifyRequest): boolean {
  const { endpoint } = request.routeOptions.config
  if (!endpoint || endpoint.isQuiet) return false
  return endpoint.method !== 'GET' || endpoint.access === 'admin'
}

/**
 * Reads what pages show and what the response cache may store. Uses the replica if it has all changes that this node
 * knows of, but never for a client that has just written.
 */
export type PageReads = <T>(
  request: { headers: IncomingHttpHeaders; sharedReads: SharedReads | null },
  read: (db: Db) => Promise<T>,
) => Promise<T>

export function openPageReads(db: Db, replica: Replica | null): { reads: PageReads; measures: Metric[] } {
  if (replica === null)
    return { reads: ({ sharedReads }, read) => read(sharedReads?.handleOf(db) ?? db), measures: [] }
  const counted = new Counter({
    name: 'plinth_page_reads_total',
    help: 'Reads of pages by source: replica, database',
    labelNames: ['from'],
    registers: [],
  })
  const reads: PageReads = async ({ headers, sharedReads }, read) => {
    const handleOf = (db: Db) => sharedReads?.handleOf(db) ?? db
    if (replica.hasAll() && !hasJustWritten(headers)) {
      try {
        const response = await read(handleOf(replica.db))
        counted.inc({ from: 'replica' })
        return response
      } catch (error) {
        // A ShopError would be the same on the primary.
        if (error instanceof ShopError) throw error
        replica.leave(error)
      }
    }
    counted.inc({ from: 'database' })
    return read(handleOf(db))
  }
  return { reads, measures: [counted] }
}
