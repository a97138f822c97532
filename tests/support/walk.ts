import { ACTIONS, beginLife, endLife, VARIANT_ACTIONS } from './order-life.ts'
import { lookAt } from './order-life-state.ts'
import type { TestShop } from './shop.ts'

/** Beginnings of paths. */
export const UNPAID = ['goes to pay']
export const PAID = [...UNPAID, 'pays']
export const REFUNDED = [...PAID, 'the oldest event arrives', 'the admin cancels', 'jobs are done']

export type Walk = { states: number; steps: number; depth: number }

/**
 * Tries every path through an order's life up to a number of actions: from each state reached for the first time, it tries
 * every action. Checks the invariants in each state, and continues each state to the end of the order's life. @param
 * beginnings paths to start from @throws Error with the path to a violated invariant
 */
export async function walkAll(
  shop: TestShop,
  depth: number,
  beginnings: string[][] = [[]],
  hasVariants = false,
): Promise<Walk> {
  const actions = hasVariants ? { ...ACTIONS, ...VARIANT_ACTIONS } : ACTIONS

  const known = new Set<string>()
  let steps = 0
  let ways = beginnings
  for (let far = 0; far <= depth; far++) {
    const further: string[][] = []
    for (const way of ways) {
      await along(way, async () => {
        const life = await beginLife(shop, hasVariants)
        for (const action of way) await actions[action]?.(life)
        steps += way.length
        const state = await lookAt(life)
        if (known.has(state)) return
        known.add(state)
        await endLife(life)
        further.push(...Object.keys(actions).map((action) => [...way, action]))
      })
    }
    ways = further
  }
  return { states: known.size, steps, depth }
}

async function along(way: string[], check: () => Promise<void>) {
  try {
    await check()
  } catch (error) {
    if (error instanceof Error) error.message = `${way.join(' → ')}: ${error.message}`
    throw error
  }
}
