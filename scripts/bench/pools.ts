import { Agent } from 'node:http'
import { databasesAt } from '../../tests/support/postgres.ts'
import { cpuOf, cpuOfPostgres } from './cpu.ts'
import { load } from './load.ts'
import { startProgram } from './processes.ts'
import { COLD, PAGES } from './reads.ts'
import { newCart, wholeCheckout } from './visits.ts'
import { PRODUCTS, shopSettings } from './writes.ts'

/**
 * Requests per second of a shop with this pool size under load, and CPU time of shop and PostgreSQL in milliseconds per
 * request.
 */
export type PoolRound = {
  lists: number
  carts: number
  checkouts: number
  checkoutCpu: number
  checkoutDatabaseCpu: number
}

/** More concurrent clients than any pool has connections. */
const CROWD = 48

/** Measures one round with one pool size, on a copy of the data. */
export async function measurePool(
  serverUrl: string,
  template: string,
  postmaster: number,
  { pool, seconds }: { pool: number; seconds: number },
): Promise<PoolRound> {
  const databases = databasesAt(serverUrl)
  const url = await databases.createDatabase('bench_pool', template)
  const shop = await startProgram('scripts/bench/shop-process.ts', {
    ...shopSettings(url),
    DATABASE_POOL: String(pool),
  })
  const agent = new Agent({ keepAlive: true, maxSockets: CROWD })
  const product = (number: number) => PRODUCTS[number % PRODUCTS.length] ?? 1
  const cart = (number: number) => newCart(shop.origin, product(number), agent)
  const checkout = (number: number) => wholeCheckout(shop.origin, product(number), agent)
  // The first calls include compilation, unlike steady traffic.
  await crowd(seconds, checkout)
  const lists = await load(shop.origin + PAGES['list of 24, filtered and sorted'], {
    ...{ seconds, connections: CROWD, headers: COLD },
  })
  const carts = await crowd(seconds, cart)
  const before = [cpuOf(shop.pid), cpuOfPostgres(postmaster)]
  const checkouts = await crowd(seconds, checkout)
  const [checkoutCpu = 0, checkoutDatabaseCpu = 0] = [cpuOf(shop.pid), cpuOfPostgres(postmaster)].map(
    (after, index) => (after - (before[index] ?? 0)) / checkouts.done,
  )
  agent.destroy()
  await shop.stop()
  await databases.dropDatabase('bench_pool')
  return {
    lists: lists.perSecond,
    carts: carts.perSecond,
    checkouts: checkouts.perSecond,
    checkoutCpu,
    checkoutDatabaseCpu,
  }
}

/** Lets every client repeat `work` continuously. */
async function crowd(seconds: number, work: (number: number) => Promise<unknown>) {
  const began = performance.now()
  const until = began + seconds * 1000
  let begun = 0
  let done = 0
  const one = async () => {
    while (performance.now() < until) {
      begun += 1
      await work(begun)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: CROWD }, one))
  return { done, perSecond: (done * 1000) / (performance.now() - began) }
}
