import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createBuyer } from '../tests/support/buyer.ts'
import { startWorld, type World } from '../tests/support/faulted/world.ts'
import { checkoutInput, payByCard } from '../tests/support/purchase.ts'
import { CARD } from '../tests/support/shopper-details.ts'

/**
 * `node scripts/bench-purchases.ts --rates 2,5,10 --seconds 60` starts the given number of purchases per second, even
 * if earlier ones aren't done. The shop sustains a rate if every response is successful and every order is paid at most
 * ten seconds after the last purchase starts. The shop, the payment provider (the sandbox), and PostgreSQL share this machine.
 */
const { values } = parseArgs({
  options: { rates: { type: 'string', default: '2,5,10' }, seconds: { type: 'string', default: '60' } },
})
const seconds = Number(values.seconds)
const DONE_WITHIN_MS = 10_000

const world = await startWorld()
try {
  const database = new pg.Client({ connectionString: world.databaseUrl })
  await database.connect()
  await database.query('update stock set quantity = 1000000')
  const { rows } = await database.query<{ id: number }>('select id from products order by id')
  await buyAt(1, 10, rows)
  for (const rate of values.rates.split(',').map(Number)) {
    const before = await cpuSeconds()
    const { paid, failed, lateMs, times } = await buyAt(rate, seconds, rows)
    const cpuMs = Math.round(((await cpuSeconds()) - before) * 1000)
    const isHeld = failed.length === 0 && lateMs < DONE_WITHIN_MS
    const [half, most] = [0.5, 0.95].map((part) => Math.round(times[Math.floor(times.length * part)] ?? 0))
    console.log(
      `${rate}/s for ${seconds} s: ${isHeld ? 'sustained' : 'NOT sustained'}; ${paid} paid, ${failed.length} errors, cart to paid ${half} ms (median), ${most} ms (95 %), last one ${Math.round(lateMs)} ms after the end; ${Math.round(cpuMs / Math.max(1, paid))} ms of the shop's CPU each`,
    )
    if (!isHeld) {
      for (const reason of new Set(failed)) console.log(`  ${reason}`)
      break
    }
  }
  await database.end()
} finally {
  await world.stop()
}

/** Returns the CPU time that the shop's process has used so far. */
async function cpuSeconds(): Promise<number> {
  const text = await (await fetch(`${world.url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1])
}

/** Returns the sorted times from the cart to the paid order, in ms. */
async function buyAt(rate: number, duration: number, products: { id: number }[]) {
  const failed: string[] = []
  const times: number[] = []
  const all: Promise<void>[] = []
  const began = performance.now()
  for (let number = 0; number < rate * duration; number++) {
    await sleep(Math.max(0, began + (number * 1000) / rate - performance.now()))
    const started = performance.now()
    const product = products[number % products.length]?.id ?? 0
    all.push(
      buy(world, product).then(
        () => void times.push(performance.now() - started),
        (error: Error) => void failed.push(error.message),
      ),
    )
  }
  const ended = performance.now()
  await Promise.all(all)
  return {
    paid: times.length,
    failed,
    times: times.toSorted((a, b) => a - b),
    lateMs: performance.now() - ended,
  }
}

/** Sends the requests that a browser sends for a purchase. @throws at the first unsuccessful response */
async function buy(street: World, productId: number) {
  const buyer = createBuyer(street.url)
  await buyer.call('GET /api/products/:slugOrId', { slugOrId: String(productId) })
  await buyer.call('POST /api/cart', { productId, quantity: 1 })
  const checkout = await buyer.call('POST /api/create-payment-intent', await checkoutInput(buyer))
  const status = await payByCard(street, checkout, CARD.good)
  if (status !== 200) throw new Error(`The payment provider returned ${status}`)
  const { clientSecret } = checkout
  for (;;) {
    const { outcome } = await buyer.call('POST /api/payment-outcome', { clientSecret })
    if (outcome === 'paid') break
    if (outcome !== 'processing') throw new Error(`The payment is ${outcome}`)
    await sleep(200)
  }
  await buyer.call('DELETE /api/cart')
}
