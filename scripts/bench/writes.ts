import { databasesAt } from '../../tests/support/postgres.ts'
import { runQuery } from '../../tests/support/postgres-process.ts'
import { cpuOf, cpuOfPostgres } from './cpu.ts'
import { startProgram } from './processes.ts'
import { statementsOf } from './reads.ts'
import { replay } from './replay.ts'
import { newCart, wholeCheckout } from './visits.ts'

export const WRITES = { 'new cart and item': newCart, 'whole checkout': wholeCheckout }

/** One round of one kind of write. Times are in milliseconds per write. */
export type Write = {
  took: number
  p50: number
  p99: number
  cpu: number
  databaseCpu: number
  /** Time of the same statements through the driver alone. */
  driverTook: number
  statements: number
}

/**
 * Measures a number of writes on a copy of the data, then the same statements on another copy, where every row gets the same
 * ID. Runs one write at a time, because concurrent statements can't be replayed.
 */
export async function measureWrite(
  serverUrl: string,
  template: string,
  postmaster: number,
  write: (origin: string, productId: number) => Promise<unknown>,
  times: number,
): Promise<Write> {
  const databases = databasesAt(serverUrl)
  const [shopUrl, driverUrl] = [
    await databases.createDatabase('bench_shop', template),
    await databases.createDatabase('bench_driver', template),
  ]
  const shop = await startProgram('scripts/bench/shop-process.ts', shopSettings(shopUrl))
  // The first writes include compilation and planning, so run the same number beforehand, on both copies.
  const warmUp = await statementsOf(shop, () => repeat(times, () => write(shop.origin, PRODUCT)))
  const cpuBefore = [cpuOf(shop.pid), cpuOfPostgres(postmaster)]
  const { result: took, statements } = await statementsOf(shop, () =>
    repeat(times, () => write(shop.origin, PRODUCT)),
  )
  const [cpu = 0, databaseCpu = 0] = [cpuOf(shop.pid), cpuOfPostgres(postmaster)].map(
    (after, index) => (after - (cpuBefore[index] ?? 0)) / times,
  )
  await shop.stop()
  await replay(driverUrl, warmUp.statements)
  const driverTook = (await replay(driverUrl, statements)) / times
  for (const name of ['bench_shop', 'bench_driver']) await databases.dropDatabase(name)
  const sorted = took.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return {
    took: took.reduce((sum, one) => sum + one, 0) / times,
    p50: at(0.5),
    p99: at(0.99),
    cpu,
    databaseCpu,
    driverTook,
    statements: Math.round(statements.length / times),
  }
}

/** Products of the demo catalog, all in stock. */
export const PRODUCTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const PRODUCT = 1

export async function stockUp(databaseUrl: string) {
  await runQuery(databaseUrl, `update stock set quantity = 1000000 where product_id in (${PRODUCTS})`)
}

export function shopSettings(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    TRUST_PROXY: 'true',
    // With these settings, nothing is written to a data folder.
    ADMIN_USERNAME: 'bench',
    ADMIN_PASSWORD: 'a password of the bench',
  }
}

async function repeat(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  for (let done = 0; done < times; done++) {
    const began = performance.now()
    await work()
    took.push(performance.now() - began)
  }
  return took
}
