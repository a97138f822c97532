import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { jobHandlers } from '../../../server/jobs.ts'
import { openGateway } from '../../../server/payments/gateway.ts'
import type { PaymentGateway } from '../../../server/payments/provider.ts'
import { reconcile } from '../../../server/payments/reconcile.ts'
import { type Db, openDatabase } from '../../../server/platform/db/database.ts'
import { openQueue } from '../../../server/platform/jobs/queue.ts'
import { openLog } from '../../../server/platform/log.ts'
import { findShopId } from '../../../server/settings/queries.ts'
import { testConfig } from '../config.ts'
import { sendRequest } from '../send-request.ts'
import type { World } from './world.ts'

const QUIET_MS = 600_000

/** Opens the shop's database and payment provider from outside the shop. Only the shop runs its jobs. */
export async function openBooks(world: Pick<World, 'databaseUrl' | 'sandboxUrl'>) {
  const database = await openDatabase({ databaseUrl: world.databaseUrl, dataDir: '/nowhere' })
  const { stripe } = testConfig({ SANDBOX_URL: world.sandboxUrl })
  const unused = () => {
    throw new Error('The shop does the jobs')
  }
  const queue = await openQueue(database.db, jobHandlers(unused), openLog('silent'))
  return {
    db: database.db,
    gateway: openGateway(stripe, await findShopId(database.db)),
    async close() {
      await queue.stop()
      await database.close()
    },
  }
}

export async function calmDown({ sandboxUrl }: Pick<World, 'sandboxUrl'>) {
  await sendRequest(`${sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
  await sendRequest(`${sandboxUrl}/sandbox/api/payments/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ webhookSpeed: 100_000 }),
  })
}

/** Waits until no job is pending or running. Jobs that have failed permanently are retried immediately. */
export async function becomesQuiet(db: Db) {
  const until = Date.now() + QUIET_MS
  for (;;) {
    await sql`update jobs.job set start_after = now() where state = 'retry' and start_after > now()`.execute(
      db,
    )
    const { rows } = await sql<{
      name: string
      count: number
    }>`select name, count(*)::int as count from jobs.job
      where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%' and singleton_key is null
      and start_after < now() + interval '1 minute' group by name`.execute(db)
    if (rows.length === 0) return
    expect(Date.now(), `jobs that never end: ${JSON.stringify(rows)}`).toBeLessThan(until)
    await sleep(250)
  }
}

/** Runs the nightly reconciliation twice, each time with the resulting jobs. */
export async function twoNights(db: Db, gateway: PaymentGateway) {
  for (let times = 0; times < 2; times++) {
    await reconcile(db, gateway, testConfig())
    await becomesQuiet(db)
  }
}
