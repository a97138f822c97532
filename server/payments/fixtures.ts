import { expect } from 'vitest'
import type { TestShop } from '../../tests/support/shop.ts'
import { turnClock } from '../platform/clock.ts'
import { listStockProblems } from '../stock/queries.ts'

export const emailOf = (name: string) => ({ email: `${name}@example.com` })

/** Resets the clock and the provider's faults after a test, and checks that the stock matches its journal. */
export async function resolveDiscrepancies({ shop, sandboxUrl }: TestShop): Promise<void> {
  turnClock(0)
  await fetch(`${sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
  expect(await listStockProblems(shop.db)).toEqual([])
}

export function stockOf({ shop }: TestShop, { id }: { id: number }) {
  return shop.db
    .selectFrom('stock')
    .select(['quantity', 'held'])
    .where('variant_id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Lists the order's status transitions, each with its actor. */
export async function transitionsOf({ shop }: TestShop, orderId: string): Promise<string[]> {
  const transitions = await shop.db
    .selectFrom('order_transitions')
    .select(['to_status', 'actor'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return transitions.map(({ to_status, actor }) => `${to_status} by ${actor}`)
}

/** Lists the kinds of the payment's transitions, from the oldest to the newest. */
export async function paymentTransitionsOf({ shop }: TestShop, orderId: string): Promise<string[]> {
  const transitions = shop.db.selectFrom('payment_transitions').select('kind').where('order_id', '=', orderId)
  return (await transitions.orderBy('id').execute()).map(({ kind }) => kind)
}
