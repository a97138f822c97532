import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBuyer } from '../support/buyer.ts'
import { becomesQuiet, openBooks, twoNights } from '../support/faulted/books.ts'
import { type Counts, checkWorld } from '../support/faulted/checks.ts'
import { plainPurchase } from '../support/faulted/killed-at-random.ts'
import { type Offer, stockUp } from '../support/faulted/offers.ts'
import { type Street, shop } from '../support/faulted/shopper.ts'
import { startPrograms } from '../support/faulted/world.ts'
import { type ServerPair, startServerPair } from '../support/nodes/server-pair.ts'
import { freeze } from '../support/standby.ts'

const SHOPPERS = 3
const WRITERS = 2
/** Purchases before and after the failover. */
const PURCHASES = 10
const WRITES_AGAIN_WITHIN_MS = 5000
/** Less than the most of one product that a cart may have. */
const ADDED_MAX = 900

/** Ways to lose the primary. Each returns a function that lets its processes end. */
const LOSSES = {
  async 'is killed'({ primary }: ServerPair) {
    await primary.kill()
    return () => undefined
  },
  'stops responding': ({ primary }: ServerPair) => freeze(primary.url),
}

test.each(Object.entries(LOSSES))(
  'a database server that %s under purchases is replaced by its synchronous standby, and nothing acknowledged is lost',
  async (_how, lose) => {
    const pair = await startServerPair()
    const programs = await startPrograms({ DATABASE_URL: pair.databaseUrl })
    let letEnd: () => void = () => undefined
    try {
      const world = { ...programs, databaseUrl: pair.databaseUrl, strike: async () => undefined }
      const { db, gateway, close } = await openBooks(world)
      try {
        const street = openStreet(world, await stockUp(db))
        await street.pay(PURCHASES)
        letEnd = await lose(pair)
        await sleep(1000)
        await pair.standby.promote()
        const promoted = performance.now()
        await street.write(1)
        const took = Math.round(performance.now() - promoted)
        await street.pay(PURCHASES)
        const outcomes = await street.close()
        await becomesQuiet(db)
        await twoNights(db, gateway)
        const counts = await checkWorld(db, world)
        process.stdout.write(`${JSON.stringify({ ...counts, ...outcomes, 'ms until a write': took })}\n`)
        expect(took).toBeLessThan(WRITES_AGAIN_WITHIN_MS)
      } finally {
        await close()
      }
    } finally {
      letEnd()
      await programs.stop()
      await pair.stop()
    }
  },
)

/** Lets shoppers buy, and others add to their carts, until it is closed. */
function openStreet(street: Street, offers: Offer[]) {
  let isOpen = true
  let [paid, written] = [0, 0]
  const outcomes: Counts = {}
  const shoppers = Array.from({ length: SHOPPERS }, async (_, shopper) => {
    for (let times = 0; isOpen; times++) {
      const outcome = await shop(
        street,
        plainPurchase(times),
        offers,
        `shopper-${shopper}-${times}@example.com`,
      )
      outcomes[`shoppers who ${outcome}`] = (outcomes[`shoppers who ${outcome}`] ?? 0) + 1
      if (outcome === 'paid') paid += 1
    }
  })
  const writers = Array.from({ length: WRITERS }, async () => {
    const buyer = createBuyer(street.url)
    let added = 0
    while (isOpen && added < ADDED_MAX) {
      await buyer.call('POST /api/cart', { productId: offers[0]?.productId ?? 0, quantity: 1 }).then(
        () => {
          added += 1
          written += 1
        },
        () => undefined,
      )
      await sleep(50)
    }
    const [item] = await buyer.call('GET /api/cart')
    expect(item?.quantity, 'acknowledged additions to a cart').toBeGreaterThanOrEqual(added)
    outcomes['additions acknowledged'] = (outcomes['additions acknowledged'] ?? 0) + added
  })
  const reaches = async (count: () => number, more: number) => {
    const wanted = count() + more
    while (count() < wanted) await sleep(20)
  }
  return {
    /** Waits for this many more purchases. */
    pay: (more: number) => reaches(() => paid, more),
    /** Waits for this many more acknowledged additions to a cart. */
    write: (more: number) => reaches(() => written, more),
    async close() {
      isOpen = false
      await Promise.all([...shoppers, ...writers])
      return outcomes
    },
  }
}
