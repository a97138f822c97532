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
