import { cancelOrder } from '../../../server/orders/fulfillment.ts'
import type { Db } from '../../../server/platform/db/database.ts'
import { changeSettings } from '../../../server/settings/settings.ts'
import { testConfig } from '../config.ts'
import { SALES_TAX, TWO_METHODS } from '../taxes.ts'
import { becomesQuiet, calmDown, openBooks, twoNights } from './books.ts'
import { type Counts, checkWorld } from './checks.ts'
import { editVariants, type Offer, stockUp } from './offers.ts'
import { type Purchase, planOf } from './plan.ts'
import { type Outcome, persist, shop } from './shopper.ts'
import { startWorld, type World } from './world.ts'

const SHOPPERS_AT_ONCE = 6

/**
 * Makes many purchases with faults that the seed determines. Then ends the faults, reconciles, and checks payments,
 * stock, emails, and carts.
 * @returns the count of each outcome
 */
export async function faultedPurchases(
  seed: number,
  purchases: number,
  { isTaxed = false }: { isTaxed?: boolean } = {},
): Promise<Counts> {
  const plan = planOf(seed, purchases)
  const world = await startWorld()
  try {
    const { db, gateway, close } = await openBooks(world)
    try {
      const offers = await stockUp(db)
      if (isTaxed) await changeSettings(db, { taxes: SALES_TAX, zones: TWO_METHODS })
      const outcomes = await everybodyShops(world, db, plan, offers)
      await calmDown(world)
      await becomesQuiet(db)
      await cancelSome(db, plan)
      await becomesQuiet(db)
      await twoNights(db, gateway)
      return { ...counted(plan, outcomes), ...(await checkWorld(db, world)) }
    } finally {
      await close()
    }
  } finally {
    await world.stop()
  }
}

/** Each purchase is followed by an edit of variants that others are buying. */
async function everybodyShops(world: World, db: Db, plan: Purchase[], offers: Offer[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const waiting = plan.map((purchase, index) => ({ purchase, index }))
  await Promise.all(
    Array.from({ length: SHOPPERS_AT_ONCE }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { purchase, index } = next
        outcomes.push(await shop(world, purchase, offers, emailOf(index)))
        await persist(() => editVariants(db, offers, index))
      }
    }),
  )
  return outcomes
}

const emailOf = (index: number) => `shopper-${index}@example.com`

async function cancelSome(db: Db, plan: Purchase[]) {
  const emails = plan.flatMap(({ isCancelled }, index) => (isCancelled ? [emailOf(index)] : []))
  const orders = await db
    .selectFrom('orders')
    .select('id')
    .where('email', 'in', ['', ...emails])
    .where('status', '=', 'processing')
    .execute()
  const admin = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  for (const { id } of orders)
    await cancelOrder(db, testConfig(), id, { ...admin, isProven: true }, { restock: true, reason: 'Tried' })
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
