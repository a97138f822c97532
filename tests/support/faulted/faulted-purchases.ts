import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { jobHandlers } from '../../../server/jobs.ts'
import { cancelOrder } from '../../../server/orders/orders.ts'
import { openCards } from '../../../server/payments/cards.ts'
import { reconcile } from '../../../server/payments/reconcile.ts'
import { type Db, openDatabase } from '../../../server/platform/db/database.ts'
import { openQueue } from '../../../server/platform/jobs/queue.ts'
import { openLog } from '../../../server/platform/log.ts'
import { setStock } from '../../../server/stock/stock.ts'
import { ask } from '../ask.ts'
import { testConfig } from '../config.ts'
import { type Counts, checkWorld } from './checks.ts'
import { type Purchase, planOf } from './plan.ts'
import { type Outcome, shop } from './shopper.ts'
import { startWorld, type World } from './world.ts'

const SHOPPERS_AT_ONCE = 6
const QUIET_MS = 600_000

/**
 * So many purchases while everything goes wrong that can, each planned by the seed; then the world calms down, everything is
 * compared, and money, stock, letters and carts must be right. @returns what happened, counted
 */
export async function faultedPurchases(seed: number, purchases: number): Promise<Counts> {
  const plan = planOf(seed, purchases)
  const world = await startWorld()
  try {
    const { db, cards, close } = await openBooks(world)
    try {
      const products = await stockUp(db)
      const outcomes = await everybodyShops(world, plan, products)
      await calmDown(world)
      await becomesQuiet(db)
      await cancelSome(db, plan)
      await becomesQuiet(db)
      for (let times = 0; times < 2; times++) {
        await reconcile(db, cards)
        await becomesQuiet(db)
      }
      return { ...counted(plan, outcomes), ...(await checkWorld(db, world)) }
    } finally {
      await close()
    }
  } finally {
    await world.stop()
  }
}

/** The shop's database and card provider, beside the shop. Its jobs are done by the shop alone. */
async function openBooks(world: World) {
  const database = await openDatabase({ databaseUrl: world.databaseUrl, dataDir: '/nowhere' })
  const { stripe } = testConfig({ SANDBOX_URL: world.sandboxUrl })
  const unused = () => {
    throw new Error('The shop does the jobs')
  }
  const queue = await openQueue(database.db, database.engine, jobHandlers(unused), openLog('silent'))
  return {
    db: database.db,
    cards: openCards(stripe),
    async close() {
      await queue.stop()
      await database.close()
    },
  }
}

async function stockUp(db: Db): Promise<number[]> {
  const products = await db.selectFrom('products').select('id').orderBy('id').limit(5).execute()
  for (const { id } of products) await setStock(db, id, 1_000_000)
  return products.map(({ id }) => id)
}

async function everybodyShops(world: World, plan: Purchase[], products: number[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const waiting = plan.map((purchase, index) => ({ purchase, index }))
  await Promise.all(
    Array.from({ length: SHOPPERS_AT_ONCE }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        outcomes.push(await shop(world, next.purchase, products, emailOf(next.index)))
      }
    }),
  )
  return outcomes
}

const emailOf = (index: number) => `shopper-${index}@example.com`

async function calmDown({ sandboxUrl }: World) {
  await ask(`${sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
  await ask(`${sandboxUrl}/sandbox/api/payments/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ webhookSpeed: 100_000 }),
  })
}

async function cancelSome(db: Db, plan: Purchase[]) {
  const emails = plan.flatMap(({ isCancelled }, index) => (isCancelled ? [emailOf(index)] : []))
  const orders = await db
    .selectFrom('orders')
    .select('id')
    .where('email', 'in', ['', ...emails])
    .where('status', '=', 'processing')
    .execute()
  const admin = await db.selectFrom('users').select(['id', 'username']).executeTakeFirstOrThrow()
  for (const { id } of orders) await cancelOrder(db, id, admin, { restock: true, reason: 'Tried' })
}

/** No job waits or runs any more. What was tried too often already is brought forward. */
async function becomesQuiet(db: Db) {
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

function counted(plan: Purchase[], outcomes: Outcome[]): Counts {
  const counts: Counts = { purchases: plan.length }
  for (const outcome of outcomes)
    counts[`shoppers who ${outcome}`] = (counts[`shoppers who ${outcome}`] ?? 0) + 1
  for (const { disaster, faults } of plan) {
    if (disaster) counts[disaster] = (counts[disaster] ?? 0) + 1
    for (const { service, kind } of faults)
      counts[`fault ${service} ${kind}`] = (counts[`fault ${service} ${kind}`] ?? 0) + 1
  }
  return counts
}
