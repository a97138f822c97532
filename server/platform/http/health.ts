import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { unavailable } from '../../errors.ts'
import type { Db } from '../db/database.ts'

/**
 * Serves /healthz (the process runs) and /readyz (it can serve requests: the database is reachable, and the shop isn't
 * stopping).
 */
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
    /** First half of a stop: keeps serving while load balancers redirect traffic. */
    drain(): Promise<void>
  }
}

/**
 * Stops a shop without dropping requests. For the given number of seconds, /readyz reports the stop, each response
 * closes its connection, and requests are still served.
 * @returns whether it is stopping
 */
export function drainBeforeStop(app: FastifyInstance, seconds: number): () => boolean {
  let isStopping = false
  // Runs before other listeners, so no client sends a second request on a connection that is about to close.
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
