import { type Db, inTransaction } from '../platform/db/database.ts'
import { restockItems } from '../stock/stock.ts'
import { addRestockedUnits, countUnclaimedUnits, lockUnits } from './unit-queries.ts'

/**
 * Restocks units of an order, each at most once: units that a failed refund has already restocked are counted
 * first.
 * @param wanted units by order item
 * @returns the units that were restocked now, by order item
 */
export async function restockUnits(
  db: Db,
  orderId: string,
  wanted: ReadonlyMap<number, number>,
): Promise<Map<number, number>> {
  return inTransaction(db, async (db) => {
    const lines = await lockUnits(db, orderId)
    const unclaimed = await countUnclaimedUnits(db, orderId)
    const changes = lines
      .map(({ itemId, variantId, quantity, restocked }) => {
        const missing = (wanted.get(itemId) ?? 0) - (unclaimed.get(itemId) ?? 0)
        return { itemId, variantId, quantity: Math.min(missing, quantity - restocked) }
      })
      .filter(({ quantity }) => quantity > 0)
    for (const { itemId, quantity } of changes) await addRestockedUnits(db, itemId, quantity)
    if (changes.length > 0) await restockItems(db, orderId, changes)
    return new Map(changes.map(({ itemId, quantity }) => [itemId, quantity]))
  })
}

/** Restocks all units of a cancelled order except those that were refunded before, because an admin decided about them. */
export async function restockRest(db: Db, orderId: string): Promise<void> {
  await inTransaction(db, async (db) => {
    const lines = await lockUnits(db, orderId)
    await restockUnits(
      db,
      orderId,
      new Map(lines.map(({ itemId, quantity, refunded }) => [itemId, quantity - refunded])),
    )
  })
}
