import { createBuyer } from '../../tests/support/buyer.ts'
import { databasesAt } from '../../tests/support/postgres.ts'
import { SHIPPING } from '../../tests/support/shopper-details.ts'
import { type Cpu, withCpu } from './cpu.ts'
import { startProgram } from './processes.ts'
import { statementsOf } from './reads.ts'
import { replay } from './statements.ts'

/** A product of the demo catalog. */
export const PRODUCT = 1

export const WRITES = { 'new cart and item': newCart, 'whole checkout': wholeCheckout }

/** One round of one kind of write. Times are in milliseconds per write. */
export type Write = Cpu & {
  took: number
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
  write: (origin: string) => Promise<unknown>,
  times: number,
): Promise<Write> {
  const databases = databasesAt(serverUrl)
  const [shopUrl, driverUrl] = [
    await databases.createDatabase('bench_shop', template),
    await databases.createDatabase('bench_driver', template),
  ]
  const shop = await startProgram('scripts/bench/shop-process.ts', shopSettings(shopUrl))
  const round = () => statementsOf(shop, () => repeat(times, () => write(shop.origin)))
  // The first writes include compilation and planning, so run the same number beforehand, on both copies.
  const warmUp = await round()
  const { result, cpu, databaseCpu } = await withCpu(shop.pid, postmaster, round)
  await shop.stop()
  await replay(driverUrl, warmUp.statements)
  const driverTook = await replay(driverUrl, result.statements)
  for (const name of ['bench_shop', 'bench_driver']) await databases.dropDatabase(name)
  return {
    took: result.result / times,
    cpu: cpu / times,
    databaseCpu: databaseCpu / times,
    driverTook: driverTook / times,
    statements: Math.round(result.statements.length / times),
  }
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

async function newCart(origin: string) {
  const buyer = createBuyer(origin)
  return { buyer, items: await buyer.call('POST /api/cart', { productId: PRODUCT, quantity: 1 }) }
}

/** Makes a complete purchase: cart, order with reserved stock, and payment event. */
export async function wholeCheckout(origin: string) {
  const { buyer, items } = await newCart(origin)
  const amount = items[0]?.product.price ?? ''
  const { clientSecret } = await buyer.call('POST /api/create-payment-intent', {
    items,
    amount,
    shippingInfo: SHIPPING,
  })
  const { outcome } = await buyer.call('POST /api/payment-outcome', { clientSecret })
  if (outcome !== 'paid') throw new Error(`A checkout ended with '${outcome}'`)
}

/** Returns the total time in milliseconds. */
export async function repeat(times: number, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  for (let done = 0; done < times; done++) await work()
  return performance.now() - began
}
