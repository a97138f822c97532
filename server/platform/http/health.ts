import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { unavailable } from '../../errors.ts'
import type { Db } from '../db/database.ts'

/** /healthz: the process lives. /readyz: it can serve, which needs the database and ends with the stop. */
export function serveHealth(app: FastifyInstance, db: Db, isStopping: () => boolean) {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    if (isStopping()) throw unavailable(5)
    await sql`select 1`.execute(db)
    return { status: 'ready' }
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The first half of a stop: goes on serving while whoever sends requests here learns not to. */
    drain(): Promise<void>
  }
}

/**
 * Lets a shop stop without dropping a request: for so many seconds it says by /readyz that it stops, closes each connection
 * with the answer on it, and serves whatever still comes.
 * @returns whether it is stopping
 */
export function drainBeforeStop(app: FastifyInstance, seconds: number): () => boolean {
  let isStopping = false
  // Ahead of whatever answers: nobody may send a second request on a connection that is about to go.
  app.server.prependListener('request', (_request, response) => {
    if (isStopping) response.shouldKeepAlive = false
  })
  app.decorate('drain', async () => {
    isStopping = true
    await sleep(seconds * 1000)
  })
  app.addHook('preClose', async () => {
    isStopping = true
  })
  return () => isStopping
}
