import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../../server/platform/db/database.ts'
import { becomesQuiet, openBooks, twoNights } from '../faulted/books.ts'
import { type Counts, checkWorld } from '../faulted/checks.ts'
import { plainPurchase } from '../faulted/killed-at-random.ts'
import { stockUp } from '../faulted/offers.ts'
import { shop } from '../faulted/shopper.ts'
import { makeNextVersion, NEXT_MIGRATION } from './next-version.ts'
import type { Nodes } from './nodes.ts'

/**
 * Runs continuous purchases on three nodes of one shop while the nodes are killed (`kill -9`) in turn, `kills` times. Then
 * the first `upgrades` nodes are replaced by the next version, with a migration, as in an upgrade.
 * @param options.shoppers number of concurrent shoppers
 * @param options.pauseMs how long a shopper waits after a purchase
 */
export async function threeNodes(
  nodes: Nodes,
  options: { kills: number; upgrades: number; shoppers: number; pauseMs?: number },
): Promise<Counts> {
  const { db, gateway, close } = await openBooks(nodes)
  try {
    const offers = await stockUp(db)
    const street = { ...nodes, strike: async () => undefined }
    let isOpen = true
    const counts: Counts = {}
    const count = (what: string) => {
      counts[what] = (counts[what] ?? 0) + 1
    }
    const shoppers = Array.from({ length: options.shoppers }, async (_, shopper) => {
      for (let times = 0; isOpen; times++) {
        const email = `shopper-${shopper}-${times}@example.com`
        count(`shoppers who ${await shop(street, plainPurchase(times), offers, email)}`)
        await sleep(options.pauseMs ?? 0)
      }
    })
    const disasters = killInTurn(nodes, options.kills, count)
      .then(() => upgrade(nodes, options.upgrades, db, count))
      .finally(() => {
        isOpen = false
      })
    await Promise.all([disasters, ...shoppers])
    await becomesQuiet(db)
    await twoNights(db, gateway)
    await checkSchedules(db)
    return { ...counts, ...(await checkWorld(db, nodes)) }
  } finally {
    await close()
  }
}

async function killInTurn(nodes: Nodes, kills: number, count: (what: string) => void) {
  for (let kill = 0; kill < kills; kill++) {
    await sleep(500)
    await nodes.again(kill % 3, 'SIGKILL')
    count('nodes killed')
  }
}

/** Upgrades one node at a time while the others serve requests. No request may be dropped. */
async function upgrade(nodes: Nodes, upgrades: number, db: Db, count: (what: string) => void) {
  const next = makeNextVersion()
  const { broken } = nodes.balancer
  broken.length = 0
  for (let node = 0; node < upgrades; node++) {
    await nodes.again(node, 'SIGTERM', next)
    count('nodes upgraded')
  }
  expect(broken, 'requests dropped during the upgrade').toEqual([])
  const applied = await db
    .selectFrom('migrations')
    .select('name')
    .where('name', '=', NEXT_MIGRATION)
    .execute()
  expect(applied).toHaveLength(1)
}

/** Checks that each scheduled job ran once, not once per node. */
async function checkSchedules(db: Db) {
  const { rows } = await sql<{ name: string; minute: string; count: number }>`
    select name, date_trunc('minute', created_on)::text as minute, count(*)::int as count from jobs.job
    where name = 'poll-payments' group by 1, 2 having count(*) > 2`.execute(db)
  expect(rows, 'scheduled more often than once a minute').toEqual([])
}
