import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { CARD } from '../shopper-details.ts'
import { becomesQuiet, openBooks, twoNights } from './books.ts'
import { type Counts, checkWorld } from './checks.ts'
import { stockUp } from './offers.ts'
import type { Purchase } from './plan.ts'
import { shop } from './shopper.ts'
import { startWorld, type World } from './world.ts'

/** Time from the start of the shop to the next kill. */
const SHORTEST_MS = 50
const LONGEST_MS = 3000

/**
 * Makes purchases continuously while the shop is killed (`kill -9`) a number of times, at moments that the seed
 * determines.
 * @param start starts the processes
 */
export async function killedAtRandom(
  seed: number,
  options: { kills: number; shoppers: number },
  start: () => Promise<World> = startWorld,
): Promise<Counts> {
  const world = await start()
  try {
    const { db, gateway, close } = await openBooks(world)
    try {
      const offers = await stockUp(db)
      let isOpen = true
      const outcomes: Counts = {}
      const shoppers = Array.from({ length: options.shoppers }, async (_, shopper) => {
        for (let times = 0; isOpen; times++) {
          const outcome = await shop(
            world,
            plainPurchase(times),
            offers,
            `shopper-${shopper}-${times}@example.com`,
          )
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
        }
      })
      const killing = killAgainAndAgain(world, seed, options.kills).finally(() => {
        isOpen = false
      })
      await Promise.all([killing, ...shoppers])
      await becomesQuiet(db)
      await twoNights(db, gateway)
      return { kills: options.kills, ...outcomes, ...(await checkWorld(db, world)) }
    } finally {
      await close()
    }
  } finally {
    await world.stop()
  }
}

async function killAgainAndAgain(world: World, seed: number, kills: number) {
  const moments = fc.sample(fc.integer({ min: SHORTEST_MS, max: LONGEST_MS }), { seed, numRuns: kills })
  for (const moment of moments) {
    await sleep(moment)
    await world.strike('kill the shop')
  }
}

/** A purchase without planned faults. */
export const plainPurchase = (number: number): Purchase => ({
  product: number % 5,
  quantity: 1,
  faults: [],
  disaster: null,
  cards: [CARD.good],
  vanishes: 'never',
  addsMore: false,
  asksTwice: false,
  isCancelled: false,
})
