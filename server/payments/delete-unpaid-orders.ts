import { UNPAID_DAYS } from '#contract/orders/rules.ts'
import { deleteOrders } from '../orders/write-queries.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { deletePayments, lockUnpaidBefore } from './queries.ts'

const AT_ONCE = 500

/**
 * Deletes orders that ended unpaid, with the personal data in them. Only those whose payment was canceled: that is final,
 * so no money can arrive for them anymore.
 */
export async function deleteUnpaidOrders(db: Db): Promise<void> {
  const before = new Date(now().getTime() - UNPAID_DAYS * 86_400_000)
  const deleted = await inTransaction(db, async (db) => {
    const ids = await lockUnpaidBefore(db, before, AT_ONCE)
    if (ids.length === 0) return 0
    await deletePayments(db, ids)
    await deleteOrders(db, ids)
    return ids.length
  })
  if (deleted === AT_ONCE) await deleteUnpaidOrders(db)
}
